package query

import "wobbly/il/diag"

// Expr is an expression about a program, without errors. It is a value: nothing
// changes it, and goroutines may share it.
type Expr struct {
	s    *Scope
	node node
}

// Parse reads an expression for a use. If the list is not empty, it says in the
// order of the text what is wrong, and there is no Expr; positions are those of
// Source(text).
func (s *Scope) Parse(text string, use Use) (*Expr, diag.List) {
	p := &parser{s: s, text: text}
	n := p.parse()
	c := &checker{parser: p, use: use}
	c.top(n)
	if len(p.errs) > 0 {
		p.errs.Sort()
		return nil, p.errs[:min(len(p.errs), mostErrors)]
	}
	return &Expr{s, n}, nil
}

// String is the canonical text of the expression. Read for the same use, it is the
// same expression again.
func (e *Expr) String() string { return e.s.print(e.node) }

// Eval is the value of the expression in a state of the scope's program. What a
// goal asks of executions and histories is unknown here: see Judge.
func (e *Expr) Eval(v *View) Value {
	return (&evaluator{s: e.s, v: v, focus: v.Focus}).value(e.node)
}

// Holds tells whether the expression is a condition that is true in a state.
func (e *Expr) Holds(v *View) bool {
	return (&evaluator{s: e.s, v: v, focus: v.Focus, quiet: true}).value(e.node).isTrue()
}

// Explain is the value of the expression in a state with those of its parts.
func (e *Expr) Explain(v *View) *Tree {
	return (&evaluator{s: e.s, v: v, focus: v.Focus}).tree(e.node)
}

// Needs says what an expression has to be given to be judged.
type Needs struct {
	State      bool // Situation.Now
	History    bool // Situation.History
	Executions bool // Situation.Init, unless only from all is asked
}

// Needs says what the expression has to be given to be judged.
func (e *Expr) Needs() Needs {
	var n Needs
	n.add(e.node)
	return n
}

// Sight is what an expression can see of a state beside its configuration.
type Sight struct {
	Steps    bool // how many steps were made, by which thread, and how many objects
	Switches bool // how often the threads took turns, and which one moved last
	Changes  bool // what the last step has changed
}

// Sight says what the expression can see of a state beside its configuration.
func (e *Expr) Sight() Sight {
	var s Sight
	s.add(e.node)
	return s
}

func (s *Sight) add(n node) {
	switch n := n.(type) {
	case *measure:
		switch n.what {
		case allSteps, threadSteps, objects:
			s.Steps = true
		case switches, lastMoved:
			s.Switches = true
		}
	case *changed:
		s.Changes = true
	}
	for _, k := range kids(n) {
		s.add(k)
	}
}

func (s *Needs) add(n node) {
	switch n := n.(type) {
	case *over:
		s.Executions = s.Executions || !n.all
	case *count:
		s.Executions = s.Executions || n.what != countSchedules
	case *visited:
		s.History = true
		for _, x := range n.list {
			_, all := x.(*finals)
			s.Executions = s.Executions || all
		}
	case *path, *measure, *status, *does, *race, *changed, *reaches:
		s.State = true
	default:
		for _, k := range kids(n) {
			s.add(k)
		}
	}
}
