package flow

import (
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
	all = f.decisions(all, w.state)
	if w.below == nil {
		return all
	}
	return w.below.found[w.index].decisions(all, w.below)
}

// decisions appends those of the path to a state.
func (f *frame) decisions(all []flow.Decision, at int) []flow.Decision {
	var path []int
	for s := at; f.states[s].prev >= 0; s = f.states[s].prev {
		path = append(path, s)
	}
	for i := len(path) - 1; i >= 0; i-- {
		s := &f.states[path[i]]
		if at := f.graph.Nodes[f.states[s.prev].node].Stmt; il.IsChoice(at) {
			all = append(all, flow.Decision{At: at, First: !s.second})
		} else if s.called != nil {
			all = s.called.decisions(all, s.exit)
		}
	}
	return all
}
