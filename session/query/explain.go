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
	// Text is the canonical text of the expression.
	Text  string
	Value Value
	// Why is the reason for the value as a clause. It may be empty.
	Why string
	// Shown is an execution to a state that shows the value, or nil.
	Shown *execution.Execution
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

// String prints the tree: a line for each part, followed by its value.
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

// tree returns the tree of n. Its children are the parts evaluated in the same state, except those
// whose text is their value.
func (e *evaluator) tree(n node) *Tree {
	v := e.value(n)
	t := &Tree{Text: e.s.print(n), Value: v, Why: v.Why, Shown: e.found[n]}
	if t.Why == "" && e.v != nil {
		t.Why = e.why(n, v)
	}
	switch n := n.(type) {
	case *over, *visited:
		return t
	case *comparison:
		if n.isAt() {
			return t
		}
	}
	for _, k := range kids(n) {
		if kid := e.tree(k); kid.Text != kid.Value.String() {
			t.Kids = append(t.Kids, kid)
		}
	}
	return t
}

// why returns the reason for the value of n, or "" if the values of its parts explain it.
func (e *evaluator) why(n node, v Value) string {
	switch n := n.(type) {
	case *comparison:
		switch {
		case n.isAt():
			return e.location(n.l.(*apply).of)
		case e.value(n.l).Kind == None || e.value(n.r).Kind == None:
			return "a comparison with no value"
		}
	case *apply:
		switch {
		case n.term.form == aCall: // reaches, whose row in terms has no why
			return e.whyReaches(n)
		case n.term.why != nil:
			return n.term.why(e, n)
		}
	case *does:
		if a, ok := semantics.NextAccess(e.v.Config, n.of); ok {
			return e.accessText(a, n.of)
		}
		return e.location(n.of)
	case *race:
		k := e.v.Config
		var sides []string
		for _, i := range semantics.Tids {
			a, ok := semantics.NextAccess(k, i)
			if !ok {
				return e.location(i) + ", which does not access a cell"
			}
			sides = append(sides, e.accessText(a, i))
		}
		both := strings.Join(sides, ", ")
		if _, races := semantics.Race(k); races && !v.isTrue() {
			return fmt.Sprintf("another race: %s at %s and %s", both, e.s.at(k, semantics.A),
				e.s.at(k, semantics.B))
		}
		return both
	case *changed:
		if e.v.Before == nil {
			return "nothing has happened yet"
		}
		if was := e.was(n); was.Kind != None {
			return "it was " + was.String()
		}
		return "it had no value"
	}
	return ""
}

// whyReaches names the two objects of n, and says whether fields lead from one to the other.
func (e *evaluator) whyReaches(n *apply) string {
	var names [2]any
	for i, x := range n.args {
		text, v := e.s.print(x), e.value(x)
		if v.Kind == None {
			return text + " has no value"
		}
		if o := v.String(); o != text {
			text += " (" + o + ")"
		}
		names[i] = text
	}
	if e.value(n).isTrue() {
		return fmt.Sprintf("fields lead from %s to %s", names[:]...)
	}
	return fmt.Sprintf("no fields lead from %s to %s", names[:]...)
}

// location describes where thread i is, as in "A is at 2:3, before x := b.f".
func (e *evaluator) location(i semantics.Tid) string {
	p, at := e.v.Config.Threads[i].Point, e.s.at(e.v.Config, i)
	if p.Done() {
		return fmt.Sprintf("%s has ended, at %s", i, at)
	}
	var next string
	if c, ok := p.Command(); !ok {
		next = il.Text(p.Stmt())
	} else if st, ok := c.(il.Stmt); ok {
		next = il.SourceText(st)
	} else {
		next = il.CommandText(c)
	}
	return fmt.Sprintf("%s is at %s, before %s", i, at, next)
}

// accessText describes an access of thread i, as in "A reads o1.f".
func (e *evaluator) accessText(a semantics.Access, i semantics.Tid) string {
	return fmt.Sprintf("%s %ss %s.%s", i, a.Kind, e.s.names.Of(a.Cell.Loc), a.Cell.Field)
}
