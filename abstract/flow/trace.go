package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
)

// Trace is the shortest path to an access that leaves its name alone: the decisions,
// in the order in which they are taken. Between them there is no choice. The access
// comes next after Step commands and all decisions.
func (a Access) Trace() []flow.Decision {
	decisions, _ := paths.Trail(a.frame, a.end.Found)
	return decisions
}

// Calls lists the calls that lead from the unit to the access, outermost first.
func (a Access) Calls() []*il.Call {
	_, calls := paths.Trail(a.frame, a.end.Found)
	return calls
}

// Came implements paths.Frame.
func (f *frame) Came(at int32) paths.Step { return f.states[at].Step }

// At implements paths.Frame.
func (f *frame) At(at int32) il.Stmt { return f.graph.Nodes[f.states[at].node].Stmt }

// Called implements paths.Frame.
func (f *frame) Called(call int32) paths.Frame { return f.calls[call-1] }

// Found implements paths.Frame.
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }
