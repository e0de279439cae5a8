package flat

import "wobbly/semantics/explore/machine"

// shape is what the flat layout needs to know of the control graph of a thread.
// Control states are named by their numbers; all lists go by number.
type shape struct {
	order  []int32 // of the control states: each after those it leads to, cycles apart
	cyclic []bool  // the control state can come back to itself
	last   []int32 // steps of the longest path to it; forever where a cycle is on one
	made   []int32 // the most new() that a path to it executes, those on cycles apart
	makes  bool    // a new() is on a cycle
}

// forever is more steps than any path has that goes through no control state
// twice.
const forever = int32(1) << 29

// shapeOf looks at the control graph of a thread, which must be closed.
func shapeOf(controls []*machine.Control) *shape {
	n := len(controls)
	w := &walker{controls: controls, index: make([]int32, n), low: make([]int32, n), part: make([]int32, n)}
	w.visit(0)
	s := &shape{order: w.order, cyclic: make([]bool, n), last: make([]int32, n), made: make([]int32, n)}
	size := make([]int32, n+1)
	for _, p := range w.part {
		size[p]++
	}
	for id, c := range controls {
		s.cyclic[id] = size[w.part[id]] > 1
		for _, next := range c.Next {
			s.cyclic[id] = s.cyclic[id] || next.ID == c.ID
		}
		if s.cyclic[id] {
			s.last[id] = forever
			s.makes = s.makes || c.Op == machine.OpNew
		}
	}
	s.longest(controls, w.part)
	return s
}

// longest computes the longest paths: of steps for each control state, of new() for
// each part, since a cycle has none.
func (s *shape) longest(controls []*machine.Control, part []int32) {
	made := make([]int32, len(controls)+1)
	for k := len(s.order) - 1; k >= 0; k-- {
		c := controls[s.order[k]]
		steps, news := s.last[c.ID]+1, made[part[c.ID]]
		if c.ID == 0 { // stands before the unit
			steps = 0
		}
		if c.Op == machine.OpNew && !s.cyclic[c.ID] {
			news++
		}
		for _, next := range c.Next {
			s.last[next.ID] = min(forever, max(s.last[next.ID], steps))
			made[part[next.ID]] = max(made[part[next.ID]], news)
		}
	}
	for id := range controls {
		s.made[id] = made[part[id]]
	}
}

// walker finds the strongly connected parts of a control graph as Tarjan does.
type walker struct {
	controls []*machine.Control
	index    []int32 // in the order of the first visit, from 1
	low      []int32 // the least index that is reached and open
	part     []int32 // from 1, when it is known
	open     []int32
	order    []int32
	count    int32
	parts    int32
}

func (w *walker) visit(v int32) {
	w.count++
	w.index[v], w.low[v] = w.count, w.count
	w.open = append(w.open, v)
	for _, next := range w.controls[v].Next {
		switch u := next.ID; {
		case w.index[u] == 0:
			w.visit(u)
			w.low[v] = min(w.low[v], w.low[u])
		case w.part[u] == 0:
			w.low[v] = min(w.low[v], w.index[u])
		}
	}
	if w.low[v] < w.index[v] {
		return
	}
	w.parts++
	for w.part[v] == 0 {
		u := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		w.part[u] = w.parts
		w.order = append(w.order, u)
	}
}
