package grading

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
)

// A Who identifies a student by what the name of a hand-in says.
type Who struct {
	Name string
	// ID is the number of the student on a learning platform, or "".
	ID string
}

// String returns a text that is unique on the platform.
func (w Who) String() string {
	if w.ID == "" {
		return w.Name
	}
	return w.Name + "_" + w.ID
}

// platforms are the forms of the names that learning platforms give to hand-ins. The groups are the
// student, the student's number, and the student's own name for the file.
var platforms = []*regexp.Regexp{
	// Moodle: Ada Lovelace_12345_assignsubmission_file_/1.1.txt, or the same without the slash.
	regexp.MustCompile(`^(?P<name>.+)_(?P<id>[0-9]+)_assignsubmission_[a-z]+_?(?P<file>.*)$`),
	// Canvas: lovelaceada_LATE_12345_67890_1.1.txt, of the user 12345.
	regexp.MustCompile(`^(?P<name>[^_]+)_(?:LATE_)?(?P<id>[0-9]{2,})_[0-9]{2,}_(?P<file>.+)$`),
	// Blackboard: Assignment_ada_attempt_2026-11-01-10-00-00_1.1.txt. Without a file it is a
	// receipt that Blackboard has written.
	regexp.MustCompile(`^.+_(?P<name>[^_]+)_attempt_[0-9]{4}(?:-[0-9]{2}){5}` +
		`(?:_(?P<file>.+)|\.txt)$`),
}

// OfPlatform finds the student in a name given by a learning platform. rest is the student's own
// name for the file. ok is false if no platform gives such names.
func OfPlatform(name string) (who Who, rest string, ok bool) {
	for _, shape := range platforms {
		if m := shape.FindStringSubmatch(name); m != nil {
			group := func(name string) string {
				if i := shape.SubexpIndex(name); i >= 0 {
					return m[i]
				}
				return ""
			}
			return Who{group("name"), group("id")}, group("file"), true
		}
	}
	return Who{}, "", false
}

// A Pattern is a form of names given by the teacher: the value of --names.
type Pattern struct {
	shape *regexp.Regexp
	// isOfPath reports whether the pattern is compared with the whole path.
	isOfPath bool
}

// IsOfPath reports whether the pattern describes directories too.
func (p *Pattern) IsOfPath() bool { return p.isOfPath }

// ParsePattern reads a pattern such as "{student}_{lesson}-{task}.txt". A star matches any
// characters except a slash. A pattern with slashes is compared with the whole path below the
// directory of hand-ins, others with its last part.
func ParsePattern(pattern string) (*Pattern, error) {
	groups := map[string]string{
		"student": `[^/]+?`, "lesson": `0*[0-9]{1,3}`, "task": `0*[0-9]{1,3}`,
	}
	var b strings.Builder
	rest := pattern
	for rest != "" {
		end := strings.IndexByte(rest, '}')
		switch {
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
			rest = rest[1:]
		case rest[0] == '{' && end > 0:
			name := rest[1:end]
			if groups[name] == "" {
				return nil, fmt.Errorf("%s is not one of {student}, {lesson}, {task}, "+
					"each at most once", text.Quote(rest[:end+1]))
			}
			fmt.Fprintf(&b, `(?P<%s>%s)`, name, groups[name])
			delete(groups, name)
			rest = rest[end+1:]
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
			rest = rest[1:]
		}
	}
	switch _, lessonMissing := groups["lesson"]; {
	case len(groups) == 3:
		return nil, errors.New("a pattern names at least one of {student}, {lesson}, {task}, as " +
			"in {student}_{lesson}.{task}.txt")
	case lessonMissing != (groups["task"] != ""):
		return nil, errors.New("{lesson} and {task} need each other")
	case strings.Contains(pattern, "*{student}") || strings.Contains(pattern, "{student}*") ||
		path.Base(pattern) == "{student}":
		return nil, errors.New("{student} needs a sign beside it at which the student's name " +
			"ends, as in {student}_*, {student}.zip or {student}/*")
	}
	isOfPath := strings.Contains(pattern, "/")
	before := `^(?:.*/)?`
	if isOfPath {
		before = `^`
	}
	shape, err := regexp.Compile(before + b.String() + `$`)
	if err != nil {
		return nil, errors.New("it is not UTF-8")
	}
	return &Pattern{shape: shape, isOfPath: isOfPath}, nil
}

// Match compares the path of a file with the pattern, and returns the student and the task that the
// path names. student is empty and place is zero if the pattern does not have them. ok is false if
// the path does not match. A nil pattern matches nothing.
func (p *Pattern) Match(file string) (student string, place Place, ok bool) {
	if p == nil {
		return "", Place{}, false
	}
	m := p.shape.FindStringSubmatch(file)
	if m == nil {
		return "", Place{}, false
	}
	for i, name := range p.shape.SubexpNames() {
		switch name {
		case "student":
			student = m[i]
		case "lesson":
			place.Lesson = atoi(m[i])
		case "task":
			place.Task = atoi(m[i])
		}
	}
	return student, place, true
}

// A Place identifies a task by the number of its lesson and its own.
type Place struct{ Lesson, Task int }

const (
	lessonWord = `(?:lessons?|lektion|l[eé]ction|le[cç]on|lecci[oó]n|lezione|les|l)`
	taskWord   = `(?:tasks?|aufgabe|exercise|exercice|ejercicio|esercizio|` +
		`problem|question|ex|t|a|q)`
	number = `[ _.#-]*0*([0-9]{1,3})`
)

// placeForms are the forms of a lesson and a task in a name: the two groups of shape, or the same
// in the opposite order if taskFirst is true. A form counts only if no form above it occurs: "hw3 -
// 1.1" is task 1 of lesson 1.
var placeForms = []struct {
	shape     *regexp.Regexp
	taskFirst bool
}{
	{regexp.MustCompile(`(?i)(?:^|[^a-z])` + lessonWord + number + `[ _.,;:/-]*` + taskWord +
		number + `(?:[^0-9]|$)`), false},
	{regexp.MustCompile(`(?i)(?:^|[^a-z])` + taskWord + number + `[ _.,;:/-]*` + lessonWord +
		number + `(?:[^0-9]|$)`), true},
	{regexp.MustCompile(`(?:^|[^0-9.,:])0*([0-9]{1,3})[.,:]0*([0-9]{1,3})(?:[^0-9]|$)`), false},
	{regexp.MustCompile(`^0*([0-9]{1,3})[-_]0*([0-9]{1,3})(?:[^0-9]|$)`), false},
	{regexp.MustCompile(`(?i)(?:^|[^0-9a-z]|(?:^|[^a-z])(?:` + lessonWord + `|` + taskWord +
		`))0*([0-9]{1,3})[-_ /+]{1,3}0*([0-9]{1,3})(?:[^0-9]|$)`), false},
}

// noise matches numbers that do not name a lesson or a task: dates, times and versions.
var noise = regexp.MustCompile(`(?i)` +
	`(?:19|20)[0-9]{2}[-._ ]?[01][0-9][-._ ]?[0-3][0-9]` +
	`(?:[-T_ .][0-2][0-9][-.:_]?[0-5][0-9][-.:_]?[0-5][0-9])?` +
	`|[0-3]?[0-9][-.][01]?[0-9][-.](?:19|20)[0-9]{2}|\([0-9]+\)` +
	`|(^|[^a-z])v(?:ersion)? ?[0-9]+($|[^0-9.,])`)

// ending matches the extensions of a name. "1.1" has none.
var ending = regexp.MustCompile(`(?:\.[A-Za-z]{1,8})+$`)

// placesIn lists the tasks that a name may refer to, for each form in turn.
func placesIn(name string) [][]Place {
	name = noise.ReplaceAllString(ending.ReplaceAllString(plain(name), ""), "$1 $2")
	var all [][]Place
	for _, form := range placeForms {
		var list []Place
		for rest := name; ; {
			m := form.shape.FindStringSubmatchIndex(rest)
			if m == nil {
				break
			}
			p := Place{Lesson: atoi(rest[m[2]:m[3]]), Task: atoi(rest[m[4]:m[5]])}
			if form.taskFirst {
				p.Lesson, p.Task = p.Task, p.Lesson
			}
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
			rest = rest[m[5]:] // the separator after the second number may begin the next match
		}
		if len(list) > 0 {
			all = append(all, list)
		}
	}
	return all
}

// atoi converts a number that a pattern has matched; 0 if it is not one.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// loneTask matches a name with only a task, which is enough if one lesson is graded.
var loneTask = regexp.MustCompile(`(?i)(?:^|[^a-z])` + taskWord + number + `(?:[^0-9]|$)`)

// place returns the task that is in the file's name or else in its path below the student's
// directory.
func (c *class) place(f File) (Place, error) {
	if f.Place != (Place{}) {
		return f.Place, nil
	}
	var unknown []Place
	for _, name := range []string{path.Base(f.Name), f.Name} {
		for _, list := range placesIn(name) {
			known := slice.Filter(list, c.hasTask)
			switch {
			case len(known) == 1:
				return known[0], nil
			case len(known) > 1:
				return Place{}, Faultf(TwoTasks, "names more than one task: %d.%d and %d.%d",
					known[0].Lesson, known[0].Task, known[1].Lesson, known[1].Task)
			case len(unknown) == 0:
				unknown = list
			}
		}
	}
	m := loneTask.FindStringSubmatch(ending.ReplaceAllString(path.Base(f.Name), ""))
	if m != nil && len(unknown) == 0 && len(c.o.Lessons) == 1 {
		unknown = []Place{{Lesson: c.o.Lessons[0].Number, Task: atoi(m[1])}}
		if c.hasTask(unknown[0]) {
			return unknown[0], nil
		}
	}
	if len(unknown) > 0 {
		return Place{}, Faultf(UnknownTask, "there is no lesson %d with a task %d",
			unknown[0].Lesson, unknown[0].Task)
	}
	return Place{}, Faultf(NoTask, "names no lesson and task: call it 4.1.il, for example, or "+
		"begin a line with \"Task 4.1:\"")
}

func (c *class) hasTask(p Place) bool {
	matches := func(l *lesson.Lesson) bool {
		return l.Number == p.Lesson && 1 <= p.Task && p.Task <= len(l.Tasks)
	}
	return slices.ContainsFunc(c.o.Lessons, matches) || slices.ContainsFunc(c.o.Others, matches)
}
