package query

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// Tree is an expression with its value and those of its parts.
type Tree struct {
	Text  string // canonical
	Value Value
	Why   string               // a clause that says why; may be empty
	Shown *execution.Execution // that shows it, where a search has found one
	Kids  []*Tree
}

// Line is a row of a printed tree.
type Line struct {
	Depth int
	*Tree
}

// Lines lists the rows of the tree, the whole expression first.
func (t *Tree) Lines() []Line { return t.lines(nil, 0) }

func (t *Tree) lines(all []Line, depth int) []Line {
	all = append(all, Line{depth, t})
	for _, k := range t.Kids {
		all = k.lines(all, depth+1)
	}
	return all
}

// String prints the tree: a line for each part, with its value behind it.
func (t *Tree) String() string {
	const indent = 2
	lines := t.Lines()
	width := 0
	for _, l := range lines {
		width = max(width, indent*l.Depth+utf8.RuneCountInString(l.Text))
	}
	var b strings.Builder
	for _, l := range lines {
		text := strings.Repeat(" ", indent*l.Depth) + l.Text
		fmt.Fprintf(&b, "%-*s  %s", width, text, l.Value)
		if l.Why != "" {
			b.WriteString(": " + l.Why)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// tree explains a part.
func (e *evaluator) tree(n node) *Tree {
	v := e.value(n)
	t := &Tree{Text: e.s.print(n), Value: v, Why: v.Why, Shown: e.found[n]}
	if t.Why == "" && e.v != nil {
		t.Why = e.why(n, v)
	}
	for _, k := range shown(n) {
		if kid := e.tree(k); kid.Text != kid.Value.String() {
			t.Kids = append(t.Kids, kid)
		}
	}
	return t
}

// shown lists the parts that may be explained below a part: those that speak of
// the same state. Literals are left out by tree, as values that are their text.
func shown(n node) []node {
	switch n := n.(type) {
	case *over, *visited:
		return nil
	case *comparison:
		if n.isAt() {
			return nil
		}
	}
	return kids(n)
}

// why says why a part has its value, where the values of its parts do not say it.
func (e *evaluator) why(n node, v Value) string {
	switch n := n.(type) {
	case *comparison:
		return e.whyComparison(n)
	case *status:
		return e.whyStatus(n)
	case *does:
		return e.whyDoes(n)
	case *race:
		return e.whyRace(n, v.isTrue())
	case *changed:
		return e.whyChanged(n)
	default:
		return ""
	}
}

func (e *evaluator) whyComparison(n *comparison) string {
	switch {
	case n.isAt():
		return e.stands(n.l.(*measure).of)
	case e.value(n.l).Kind == None || e.value(n.r).Kind == None:
		return "a comparison with no value"
	default:
		return ""
	}
}

// stands says where a thread is.
func (e *evaluator) stands(i semantics.Tid) string {
	if e.v.Config.Threads[i].Point.Done() {
		return fmt.Sprintf("%s has ended, at %s", i, e.s.at(e.v.Config, i))
	}
	return fmt.Sprintf("%s stands at %s, before %s", i, e.s.at(e.v.Config, i), e.next(i))
}

// next is the text of what thread i, which has not ended, does next.
func (e *evaluator) next(i semantics.Tid) string {
	p := e.v.Config.Threads[i].Point
	c, ok := p.Command()
	if !ok {
		return il.Text(p.Stmt())
	}
	if st, ok := c.(il.Stmt); ok {
		return il.SourceText(st)
	}
	return il.CommandText(c)
}

func (e *evaluator) whyStatus(n *status) string {
	stuck := semantics.Enabled(e.v.Config, n.of)
	switch {
	case n.what == "ended" || n.what == "chooses":
		return e.stands(n.of)
	case stuck == nil:
		return n.of.String() + " can go on"
	case stuck.Reason.Waits():
		j := n.of.Other()
		return fmt.Sprintf("%s holds the lock, at depth %d", j, e.v.Config.Threads[j].L.Depth())
	default:
		return stuck.String()
	}
}

func (e *evaluator) whyDoes(n *does) string {
	if a, ok := semantics.NextAccess(e.v.Config, n.of); ok {
		return e.access(a, n.of)
	}
	return e.stands(n.of)
}

// access says what an access is about to do.
func (e *evaluator) access(a semantics.Access, i semantics.Tid) string {
	return fmt.Sprintf("%s %ss %s.%s", i, a.Kind, e.s.names.Of(a.Cell.Loc), a.Cell.Field)
}

// whyRace says which part of Definition 3.6 fails, or what the threads are about to
// do.
func (e *evaluator) whyRace(n *race, holds bool) string {
	k := e.v.Config
	var sides []string
	for _, i := range semantics.Tids {
		a, ok := semantics.NextAccess(k, i)
		if !ok {
			return e.stands(i) + ", which is no access of a cell"
		}
		sides = append(sides, e.access(a, i))
	}
	both := strings.Join(sides, ", ")
	if _, races := semantics.Race(k); races && !holds {
		return fmt.Sprintf("another race: %s at %s and %s", both, e.s.at(k, semantics.A), e.s.at(k, semantics.B))
	}
	return both
}

func (e *evaluator) whyChanged(n *changed) string {
	if e.v.Before == nil {
		return "nothing has happened yet"
	}
	if was := e.was(n); was.Kind != None {
		return "it was " + was.String()
	}
	return "it had no value"
}
