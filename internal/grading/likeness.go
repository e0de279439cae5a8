package grading

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
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
	// maxGroups limits the groups of hand-ins that are shown, maxEvidence the traits that are shown
	// for each, and maxTraits the traits of a hand-in.
	maxGroups   = 200
	maxEvidence = 10
	maxTraits   = 500
	// minMoves is the least number of moves of a schedule, and minCounts the least number of
	// attempts and hints for a lesson, that are unlikely to recur by chance.
	minMoves  = 16
	minCounts = 10
)

// A trait is a property of a hand-in that does not come from its task, as a phrase.
type trait string

// alike lists groups of hand-ins that share rare traits. A trait is rare if at most one hand-in in
// twenty has it, or at most two hand-ins do. A trait of k of n hand-ins counts log2((n+1)/k), so
// that a rare one counts more than several common ones; the groups with the highest sums come
// first. That is evidence, not a verdict: two students can have the same idea.
//
// In a group, each pair of hand-ins shares the same traits: three copies of one program are one
// group, not three pairs.
func alike(works []*work) []report.Likeness {
	holders := map[trait][]int{}
	for i, w := range works {
		for _, x := range w.traits() {
			holders[x] = append(holders[x], i)
		}
	}
	groups := map[string]*report.Likeness{}
	members := map[string][]int{}
	for p, evidence := range sharedTraits(holders, max(2, len(works)/20)) {
		// The rarest first.
		slice.Sort(evidence, func(a, b string) int {
			return cmp.Or(len(holders[trait(a)])-len(holders[trait(b)]), cmp.Compare(a, b))
		})
		key := strings.Join(evidence, "\n")
		if groups[key] == nil {
			x := &report.Likeness{
				Count: len(evidence), Evidence: evidence[:min(len(evidence), maxEvidence)],
			}
			for _, e := range evidence {
				x.Bits += math.Log2(float64(len(works)+1) / float64(len(holders[trait(e)])))
			}
			x.Bits = math.Round(10*x.Bits) / 10
			groups[key] = x
		}
		members[key] = append(members[key], p[:]...)
	}
	all := []report.Likeness{}
	for key, x := range groups {
		slices.Sort(members[key])
		for _, i := range slices.Compact(members[key]) {
			x.Students = append(x.Students, works[i].who.String())
		}
		all = append(all, *x)
	}
	slice.Sort(all, func(a, b report.Likeness) int {
		return cmp.Or(-cmp.Compare(a.Bits, b.Bits), -cmp.Compare(a.Count, b.Count),
			slices.Compare(a.Students, b.Students))
	})
	return all[:min(len(all), maxGroups)]
}

// sharedTraits returns the traits that each pair of hand-ins has in common, of those that at most
// rare hand-ins have.
func sharedTraits(holders map[trait][]int, rare int) map[[2]int][]string {
	pairs := map[[2]int][]string{}
	for x, who := range holders {
		if len(who) > rare {
			continue
		}
		for i, a := range who {
			for _, b := range who[i+1:] {
				pairs[[2]int{a, b}] = append(pairs[[2]int{a, b}], string(x))
			}
		}
	}
	return pairs
}

func (w *work) traits() []trait {
	var all []trait
	add := func(format string, args ...any) {
		all = append(all, trait(fmt.Sprintf(format, args...)))
	}
	for _, x := range w.solutions {
		w.c.addSolutionTraits(x,
			fmt.Sprintf("task %d of lesson %d", x.task.Number, x.task.Lesson().Number), add)
	}
	for _, l := range w.c.o.Lessons {
		// Add the attempts and hints of a lesson, if they are many.
		var counts []string
		sum := 0
		for _, g := range w.tasks[l.Name] {
			sum += g.Attempts + g.Hints
			counts = append(counts, fmt.Sprintf("%d/%d", g.Attempts, g.Hints))
		}
		if sum >= minCounts && len(counts) > 1 {
			add("lesson %d: the same attempts and hints, task by task: %s", l.Number,
				strings.Join(counts, " "))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), maxTraits)]
}

// addSolutionTraits calls add for each trait of a solution. The lesson's own solution and the wrong
// moves that it expects are not traits: anyone might write them.
func (c *class) addSolutionTraits(x solution, task string, add func(string, ...any)) {
	switch a := x.attempt; {
	case a.Program != "":
		c.addProgramTraits(x, task, add)
	case a.Results != "" && x.verdict.Truth == query.False &&
		!c.expects(x.task, normalAnswers(a.Results)):
		add("%s: the same wrong answer sheet (%s)", task, digest(normalAnswers(a.Results)))
	case x.task.Kind == lesson.Play && moves(a) >= minMoves &&
		!c.expects(x.task, strings.Join(a.Schedules, "|")):
		add("%s: the same schedule of %d moves (%s)", task, moves(a),
			digest(strings.Join(a.Schedules, "|")))
	}
}

func moves(a lesson.Attempt) int { return len(strings.Fields(strings.Join(a.Schedules, " "))) }

// expected lists the texts that a task's lesson contains: the given program, the solution and the
// wrong moves. Programs are formatted, and answer sheets are normal. The caller must not change it.
func (c *class) expected(t *lesson.Task) []string {
	c.lock.Lock()
	defer c.lock.Unlock()
	if all, ok := c.known[t]; ok {
		return all
	}
	all := []string{il.Format(t.Core().Program)}
	for _, move := range append([]string{t.Solution},
		slice.Map(t.Wrongs, func(w lesson.Wrong) string { return w.Move })...) {
		if f, ok := t.Lesson().File(move); ok {
			move = f.Text
		}
		switch t.Kind {
		case lesson.Program:
			if tree, errs := parse.File(il.NewSource(t.Program, move)); len(errs) == 0 &&
				tree != nil {
				move = il.Format(tree)
			}
		case lesson.Analysis:
			move = normalAnswers(move)
		case lesson.Play:
			move = strings.ReplaceAll(move, " | ", "|")
		}
		all = append(all, move)
	}
	c.known[t] = all
	return all
}

// expects reports whether a text is expected, apart from comments and blanks.
func (c *class) expects(t *lesson.Task, text string) bool {
	text = bareText(text)
	return slices.ContainsFunc(c.expected(t), func(x string) bool { return bareText(x) == text })
}

// bareText returns a text without comments and surrounding blanks, to compare programs.
func bareText(s string) string { return squeezed(commentShape.ReplaceAllString(s, "")) }

var (
	nameShape    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	commentShape = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
)

// addProgramTraits calls add for each trait of a program: comments, names, layout, and the
// statements of a wrong one, unless the lesson has them.
func (c *class) addProgramTraits(x solution, task string, add func(string, ...any)) {
	program := x.attempt.Program
	own := strings.Join(c.expected(x.task), "\n") + x.task.Core().Source.Text
	for _, comment := range commentShape.FindAllString(program, -1) {
		if comment = strings.Join(strings.Fields(comment), " "); len(comment) > len("// x") &&
			!strings.Contains(own, comment) {
			add("%s: the same comment %s", task, text.Quote(comment))
		}
	}
	known := slice.Set(nameShape.FindAllString(own, -1))
	bare := commentShape.ReplaceAllString(program, " ")
	for _, n := range nameShape.FindAllString(bare, -1) {
		if !known[n] && len(n) > 2 && !slices.Contains(reserved, n) {
			add("%s: the same name %s", task, text.Name(n))
		}
	}
	tree, errs := parse.File(il.NewSource(x.task.Program, bare))
	if len(errs) > 0 || tree == nil {
		add("%s: the same illegal program (%s)", task,
			digest(strings.Join(strings.Fields(bare), " ")))
		return
	}
	formed := il.Format(tree)
	if x.verdict.Truth == query.False && !c.expects(x.task, formed) {
		add("%s: the same wrong program (%s)", task, digest(formed))
	}
	if squeezed(bare) != squeezed(formed) {
		add("%s: the same layout, which is not the usual one (%s)", task, digest(squeezed(bare)))
	}
}

// reserved are the words of IL and of its sugar that have more than two letters.
var reserved = []string{"new", "lock", "unlock", "synchronized", "while", "else", "skip", "init",
	"private", "void"}

// squeezed returns a text without blanks at the ends of lines and without empty lines.
func squeezed(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimRight(line, " \t"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// normalAnswers returns an answer sheet without comments, empty lines and repeated blanks.
func normalAnswers(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// digest returns eight hexadecimal digits by which a reader can compare texts.
func digest(s string) string { return fmt.Sprintf("%.4x", sha256.Sum256([]byte(s))) }
