package grading

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

const (
	maxPairs    = 200 // of hand-ins that are shown
	maxEvidence = 10  // that is shown for a pair
	maxTraits   = 500 // of one student
	longMoves   = 16  // the least moves of a schedule that is unlikely to recur by chance
	manyCounts  = 10  // likewise the attempts and hints of a lesson
)

// trait is a property of a hand-in that does not come from its task, as a sentence.
type trait string

// alike lists pairs of hand-ins that share traits that at most one hand-in in twenty has, or
// two. That is evidence and not a verdict: two students can have the same idea.
func alike(works []*work) []report.Likeness {
	of := map[trait][]int{}
	for i, w := range works {
		for _, x := range w.traits() {
			of[x] = append(of[x], i)
		}
	}
	rare := max(2, len(works)/20)
	pairs := map[[2]int][]string{}
	for x, who := range of {
		if len(who) < 2 || len(who) > rare {
			continue
		}
		for i, a := range who {
			for _, b := range who[i+1:] {
				pairs[[2]int{a, b}] = append(pairs[[2]int{a, b}], string(x))
			}
		}
	}
	all := []report.Likeness{}
	for p, evidence := range pairs {
		slices.Sort(evidence)
		x := report.Likeness{Students: [2]string{works[p[0]].name, works[p[1]].name}, Count: len(evidence)}
		x.Evidence = evidence[:min(len(evidence), maxEvidence)]
		all = append(all, x)
	}
	slice.Sort(all, func(a, b report.Likeness) int {
		return cmp.Or(-cmp.Compare(a.Count, b.Count), slices.Compare(a.Students[:], b.Students[:]))
	})
	return all[:min(len(all), maxPairs)]
}

// traits lists the traits of a student's work, each once.
func (w *work) traits() []trait {
	var all []trait
	add := func(format string, args ...any) { all = append(all, trait(fmt.Sprintf(format, args...))) }
	for _, x := range w.taken {
		ofSolution(x, fmt.Sprintf("task %d of lesson %d", x.task.Number, x.task.Lesson().Number), add)
	}
	for _, l := range w.c.o.Lessons {
		w.ofCounts(l, add)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), maxTraits)]
}

// ofSolution adds the traits of a solution.
func ofSolution(x taken, task string, add func(string, ...any)) {
	switch {
	case x.attempt.Program != "":
		ofProgram(x, task, add)
	case x.attempt.Results != "" && x.verdict.Truth == query.False:
		add("%s: the same wrong answer sheet (%s)", task, digest(normalAnswers(x.attempt.Results)))
	case x.task.Kind == lesson.Play && moves(x.attempt) >= longMoves:
		add("%s: the same schedule of %d moves (%s)", task, moves(x.attempt), digest(strings.Join(x.attempt.Schedules, "|")))
	}
}

func moves(a lesson.Attempt) int { return strings.Count(strings.Join(a.Schedules, " "), " ") + 1 }

// Names and comments of programs.
var (
	nameShape    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	commentShape = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
)

// ofProgram adds the traits of a program: comments, names, layout, and the statements of a
// wrong one, unless the task's program has them.
func ofProgram(x taken, task string, add func(string, ...any)) {
	given, program := x.task.Core().Source.Text, strings.ReplaceAll(x.attempt.Program, "\r\n", "\n")
	for _, c := range commentShape.FindAllString(program, -1) {
		if c = strings.Join(strings.Fields(c), " "); len(c) > len("// x") && !strings.Contains(given, c) {
			add("%s: the same comment %s", task, text.Quote(c))
		}
	}
	known := map[string]bool{}
	for _, n := range nameShape.FindAllString(given, -1) {
		known[n] = true
	}
	bare := commentShape.ReplaceAllString(program, " ")
	for _, n := range nameShape.FindAllString(bare, -1) {
		if !known[n] && len(n) > 2 && !slices.Contains(reserved, n) {
			add("%s: the same name %s", task, text.Name(n))
		}
	}
	tree, errs := parse.File(il.NewSource(x.task.Program, bare))
	if len(errs) > 0 || tree == nil {
		add("%s: the same illegal program (%s)", task, digest(strings.Join(strings.Fields(bare), " ")))
		return
	}
	formed := il.Format(tree)
	if x.verdict.Truth == query.False && strings.TrimSpace(formed) != strings.TrimSpace(given) {
		add("%s: the same wrong program (%s)", task, digest(formed))
	}
	if squeezed(bare) != squeezed(formed) {
		add("%s: the same layout, which is not the usual one (%s)", task, digest(squeezed(bare)))
	}
}

// reserved are the keywords of the language.
var reserved = []string{"new", "lock", "unlock", "synchronized", "while", "else", "skip", "init", "private", "void"}

// squeezed returns a text without empty lines and trailing blanks.
func squeezed(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimRight(line, " \t"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// normalAnswers returns an answer sheet without comments and extra blanks.
func normalAnswers(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// ofCounts adds the attempts and hints of a lesson, if they are many.
func (w *work) ofCounts(l *lesson.Lesson, add func(string, ...any)) {
	var counts []string
	sum := 0
	for _, g := range w.tasks[l.Name] {
		sum += g.Attempts + g.Hints
		counts = append(counts, fmt.Sprintf("%d/%d", g.Attempts, g.Hints))
	}
	if sum >= manyCounts && len(counts) > 1 {
		add("lesson %d: the same attempts and hints, task by task: %s", l.Number, strings.Join(counts, " "))
	}
}

// digest names a text that is too long to show.
func digest(s string) string { return fmt.Sprintf("%.4x", sha256.Sum256([]byte(s))) }
