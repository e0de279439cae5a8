package query

import (
	"slices"

	"wobbly/il/diag"
)

// Use is the purpose of an expression, which determines what is allowed in it.
type Use uint8

const (
	// Watch is for values and conditions of a state.
	Watch Use = iota
	// Break is for conditions of a state: breakpoints, and running until the condition holds.
	Break
	// Goal is for conditions that may also be about all executions and the history. There is no
	// thread in focus.
	Goal
)

// Expr is an expression about a program, without errors. It is immutable, so that goroutines may
// share it.
type Expr struct {
	s    *Scope
	node node
}

// Parse parses an expression for a use. If there are errors, Parse lists them in the order of the
// text, with positions in Source(text), and the Expr is nil.
func (s *Scope) Parse(text string, use Use) (*Expr, diag.List) {
	p := &parser{s: s, text: text}
	n := p.parse()
	c := &checker{parser: p, use: use}
	if use == Watch {
		c.kind(n)
	} else {
		c.condition(n)
	}
	if len(p.errs) > 0 {
		p.errs.Sort()
		return nil, p.errs[:min(len(p.errs), maxErrors)]
	}
	return &Expr{s, n}, nil
}

// String returns the canonical text of the expression. Parsing it for the same use gives an equal
// expression.
func (e *Expr) String() string { return e.s.print(e.node) }

// Eval returns the value of the expression in a state of the scope's program. Parts that are about
// executions or the history are unknown here; see Judge.
func (e *Expr) Eval(v *View) Value {
	return (&evaluator{s: e.s, v: v, focus: v.Focus}).value(e.node)
}

// Holds reports whether the expression is a condition that is true in a state.
func (e *Expr) Holds(v *View) bool {
	return (&evaluator{s: e.s, v: v, focus: v.Focus, quiet: true}).value(e.node).isTrue()
}

// Explain returns the value of the expression in a state with the values of its parts.
func (e *Expr) Explain(v *View) *Tree {
	return (&evaluator{s: e.s, v: v, focus: v.Focus}).tree(e.node)
}

// Needs says which fields of a Situation Judge needs for an expression.
type Needs struct {
	State      bool // whether Judge needs Situation.Now
	History    bool // whether Judge needs Situation.History
	Executions bool // whether Judge needs Situation.Init
}

// Needs returns the fields of a Situation that Judge needs for the expression.
func (e *Expr) Needs() Needs {
	var needs Needs
	visitParts(e.node, func(n node) bool {
		switch n := n.(type) {
		case *over:
			needs.Executions = needs.Executions || !n.all
		case *visited:
			needs.History = true
			isFinals := func(x node) bool { _, ok := x.(*finals); return ok }
			needs.Executions = needs.Executions || slices.ContainsFunc(n.list, isFinals)
		case *apply:
			needs.State = needs.State || n.term.count == nil
			needs.Executions = needs.Executions || n.term.count != nil && !n.term.static
		case *path, *does, *race, *changed:
			needs.State = true
		default:
			return true
		}
		return false
	})
	return needs
}

// Sight says on which properties of a state, besides its configuration, an expression depends.
type Sight struct {
	Steps    bool // the numbers of steps and of objects
	Switches bool // the number of context switches, and the thread that moved last
	Changes  bool // the changes of the last step
}

// Sight returns the properties on which the expression depends.
func (e *Expr) Sight() Sight {
	var s Sight
	visitParts(e.node, func(n node) bool {
		switch n := n.(type) {
		case *apply:
			s.Steps = s.Steps || n.term.grows && !n.term.mover
			s.Switches = s.Switches || n.term.mover
		case *changed:
			s.Changes = true
		}
		return true
	})
	return s
}
