package query

import (
	"slices"

	"wobbly/il/diag"
)

// Use is the purpose of an expression, which determines what is allowed in it.
type Use uint8

const (
	Watch Use = iota // a value or a condition of a state
	Break            // a condition of a state: for breakpoints and for running until it holds
	// a condition that may also be about all executions and the history, with no thread in focus
	Goal
)

// Expr is an expression about a program, without errors. It is immutable, so that
// goroutines may share it.
type Expr struct {
	s    *Scope
	node node
}

// Parse reads an expression for a use. If there are errors, they are listed in the order
// of the text, with positions in Source(text), and the Expr is nil.
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

// String returns the canonical text of the expression. Parsed for the same use, it gives
// an equal expression.
func (e *Expr) String() string { return e.s.print(e.node) }

// Eval returns the value of the expression in a state of the scope's program. What a goal requires
// of executions and histories is unknown here; see Judge.
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

// Needs says which fields of a Situation an expression needs to be judged.
type Needs struct {
	State      bool // Situation.Now
	History    bool // Situation.History
	Executions bool // Situation.Init, except for goals from all
}

// Needs returns what the expression needs to be judged.
func (e *Expr) Needs() Needs {
	var s Needs
	visitParts(e.node, func(n node) bool {
		switch n := n.(type) {
		case *over:
			s.Executions = s.Executions || !n.all
		case *visited:
			s.History = true
			isFinals := func(x node) bool { _, ok := x.(*finals); return ok }
			s.Executions = s.Executions || slices.ContainsFunc(n.list, isFinals)
		case *apply:
			s.State = s.State || n.term.count == nil
			s.Executions = s.Executions || n.term.count != nil && !n.term.static
		case *path, *does, *race, *changed:
			s.State = true
		default:
			return true
		}
		return false
	})
	return s
}

// Sight lists the properties of a state, besides its configuration, on which an expression depends.
type Sight struct {
	Steps    bool // how many steps were made, by which thread, and how many objects
	Switches bool // how often the threads took turns, and which one moved last
	Changes  bool // what the last step has changed
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
