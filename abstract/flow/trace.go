package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
)

// Trace is the shortest path to an access that leaves its name alone: the decisions,
// in the order in which they are taken. Between them there is no choice. The access
// comes next after Step commands and all decisions.
func (a Access) Trace() []flow.Decision { return a.end.decisions(nil, a.frame) }

// Calls lists the calls that lead from the unit to the access, outermost first.
func (a Access) Calls() []*il.Call {
	var all []*il.Call
	for f, w := a.frame, &a.end; w.below != nil; f, w = w.below, &w.below.found[w.index] {
		all = append(all, f.graph.Nodes[f.states[w.state].node].Stmt.(*il.Call))
	}
	return all
}

// decisions appends those of the path to an access in a frame.
func (w *found) decisions(all []flow.Decision, f *frame) []flow.Decision {
	all = paths.Decisions(all, f, w.state)
	if w.below == nil {
		return all
	}
	return w.below.found[w.index].decisions(all, w.below)
}

// Came implements paths.Frame.
func (f *frame) Came(at int) paths.Step {
	s := &f.states[at]
	step := paths.Step{From: s.prev, Second: s.second, Exit: s.exit}
	if s.prev >= 0 {
		step.At = f.graph.Nodes[f.states[s.prev].node].Stmt
	}
	if s.called != nil {
		step.Called = s.called
	}
	return step
}
