package lesson

import (
	"maps"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// What stands between these two lines of a lesson's file is its key: solutions,
// right answers, and whatever else is for teachers only.
const (
	keyBegin = "# key"
	keyEnd   = "# end"
)

// studentEdition is the first line of a student edition.
const studentEdition = "edition: student\n"

// secretKeys are the entries that belong into a key.
var secretKeys = []string{"right", "value", "analysis", "because", "solution"}

// keys says which lines of a file, counted from 1, are keys and which mark them.
type keys struct {
	inside map[int]bool // the marks included
	marks  map[int]bool
}

func (k keys) holds(line int) bool { return k.inside[line] }

// linesOf splits a file into lines, whatever system has written it. Each keeps its
// "\n".
func linesOf(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.SplitAfter(text, "\n")
}

// keys finds the keys of a file, and reports marks that do not pair up. Among the
// files that a lesson carries a key holds whole files.
func (p *parser) keys(lines []string) keys {
	k := keys{map[int]bool{}, map[int]bool{}}
	open, files := 0, false
	for i, line := range lines {
		n := i + 1
		at := il.Position{Line: n, Col: 1}
		if _, isFile := marker(line); isFile {
			files = true
		}
		switch markOf(line) {
		case keyBegin:
			if open > 0 {
				p.bad(at, "a key within a key", "end the one before with "+keyEnd)
			}
			open = n
			k.marks[n] = true
		case keyEnd:
			switch {
			case open == 0:
				p.bad(at, "the end of a key that has not begun", "begin it with "+keyBegin)
			case files && !(filesFollow(lines[open:]) && (filesFollow(lines[n:]) || nothingFollows(lines[n:]))):
				p.bad(il.Position{Line: open, Col: 1}, "a key among the files of a lesson holds whole files", "begin it above a line such as -- NAME --, and end it above one")
			}
			open = 0
			k.marks[n], k.inside[n] = true, true
		}
		k.inside[n] = k.inside[n] || open > 0
	}
	if open > 0 {
		p.bad(il.Position{Line: open, Col: 1}, "the key does not end", "end it with "+keyEnd)
	}
	return k
}

// markOf is a line that may be the mark of a key.
func markOf(line string) string { return strings.TrimRight(line, " \t\n") }

// filesFollow tells whether the next line that says something begins a file, or a
// key of files.
func filesFollow(lines []string) bool {
	for i, line := range lines {
		if _, isFile := marker(line); isFile || markOf(line) == keyBegin && filesFollow(lines[i+1:]) {
			return true
		}
		if strings.TrimSpace(line) != "" {
			return false
		}
	}
	return false
}

func nothingFollows(lines []string) bool { return strings.TrimSpace(strings.Join(lines, "")) == "" }

// edition checks that a student edition holds no key, and makes the digest.
func (p *parser) edition(lines []string, k keys) {
	p.l.digest = witness.Digest(withoutKeys(lines, k, p.l.student))
	if p.l.student && len(k.marks) > 0 {
		p.bad(il.Position{Line: slices.Min(slices.Collect(maps.Keys(k.marks))), Col: 1}, "a student edition holds no key", "")
	}
}

// withoutKeys returns a file without its keys: as it is if it has none. Empty lines behind
// a key of files go with it, because they belong to the last one. So the file before it
// has the same text in a master and in its student edition.
func withoutKeys(lines []string, k keys, student bool) string {
	var b strings.Builder
	if len(k.marks) > 0 && !student {
		b.WriteString(studentEdition)
	}
	inFiles, afterKey := false, false
	for i, line := range lines {
		if _, isFile := marker(line); isFile {
			inFiles = true
		}
		switch {
		case k.holds(i + 1):
			afterKey = inFiles
		case afterKey && strings.TrimSpace(line) == "":
		default:
			afterKey = false
			b.WriteString(line)
		}
	}
	return b.String()
}

// Student makes of the file of a master that of its student edition: what stands
// between "# key" and "# end" is left out. The errors are those of the master, of
// solutions and right answers that stand outside of a key, and of a student edition
// that would not load.
func Student(name, text string) (string, Errors) {
	p := &parser{file: name}
	l, errs := Parse(name, text)
	if len(errs) > 0 {
		return "", errs
	}
	lines := linesOf(text)
	k := p.keys(lines)
	switch {
	case l.student:
		p.bad(il.Position{Line: 1, Col: 1}, "this is a student edition already", "")
	case len(k.marks) == 0:
		p.bad(il.Position{Line: 1, Col: 1}, "the lesson has no key", "put solutions and right answers between lines "+keyBegin+" and "+keyEnd)
	}
	p.exposed(l, lines, k)
	edition := withoutKeys(lines, k, false)
	if len(p.errs) == 0 {
		_, p.errs = Parse(name, edition)
	}
	return edition, p.errs
}

// exposed reports what belongs into a key and stands where everybody reads it:
// entries, and files that only solutions and wrong moves name.
func (p *parser) exposed(l *Lesson, lines []string, k keys) {
	head, _ := split(lines, k)
	r := reader{lines: head, secret: k.holds, bad: func(il.Position, string, string) {}}
	for _, e := range r.entries() {
		if !slices.Contains(secretKeys, e.key) || e.secret {
			continue
		}
		fix := "put it between lines " + keyBegin + " and " + keyEnd
		if e.key == "right" && len(e.text) > 1 {
			fix = "make it a choice:, and name it by its letter in a key, as in right: b"
		}
		p.bad(e.at, e.key+": stands where students read it", fix)
	}
	for _, f := range l.Files {
		given := slices.ContainsFunc(l.Tasks, func(t *Task) bool { return t.Program == f.Name })
		switch {
		case !given && !f.secret:
			p.bad(il.Position{Line: f.Line - 1, Col: 1}, "only the key needs the file "+f.Name, "put it between lines "+keyBegin+" and "+keyEnd)
		case given && !f.secret && l.solves(f):
			p.bad(il.Position{Line: f.Line - 1, Col: 1}, "the file "+f.Name+" is the program of one task and the solution of another", "give the one another program")
		}
	}
}

// solves tells whether a file is the solution of a task.
func (l *Lesson) solves(f File) bool {
	return slices.ContainsFunc(l.Tasks, func(t *Task) bool { return t.Kind == Program && t.Solution == f.Name })
}
