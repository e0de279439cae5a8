package flow

import "wobbly/il"

// Turn is a decision on a trace: at an if, whether it takes the else-branch; at a
// while, whether it leaves.
type Turn struct {
	At     il.Stmt // *il.If or *il.While
	Second bool
}

// Trace is the shortest way to an access that leaves its name alone: the turns, in
// the order in which they are taken. Between them there is no choice. The access
// comes next after Step commands and all turns.
func (a Access) Trace() []Turn { return a.way.turns(nil, a.frame) }

// Calls lists the calls that lead from the unit to the access, outermost first.
func (a Access) Calls() []*il.Call {
	var all []*il.Call
	for f, w := a.frame, &a.way; w.below != nil; f, w = w.below, &w.below.found[w.index] {
		all = append(all, f.graph.nodes[f.states[w.state].node].stmt.(*il.Call))
	}
	return all
}

// turns appends those of a way to an access in a frame.
func (w *found) turns(all []Turn, f *frame) []Turn {
	all = f.turns(all, w.state)
	if w.below == nil {
		return all
	}
	return w.below.found[w.index].turns(all, w.below)
}

// turns appends those of the way to a state.
func (f *frame) turns(all []Turn, at int) []Turn {
	var way []int
	for s := at; f.states[s].prev >= 0; s = f.states[s].prev {
		way = append(way, s)
	}
	for i := len(way) - 1; i >= 0; i-- {
		s := &f.states[way[i]]
		switch c := f.graph.nodes[f.states[s.prev].node].stmt.(type) {
		case *il.If, *il.While:
			all = append(all, Turn{c, s.second})
		case *il.Call:
			all = s.called.turns(all, s.exit)
		}
	}
	return all
}
