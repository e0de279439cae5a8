package flat

import "wobbly/semantics/explore/machine"

// A shape has the facts that the layout needs about a thread's control graph. All lists except
// order are indexed by control state.
type shape struct {
	order  []int32 // the control states, each after its successors, except in a cycle
	cyclic []bool  // whether the control state can lead back to itself
	last   []int32 // the length of the longest path to it; forever if a path has a cycle
	made   []int32 // the most new() outside cycles that a path to it executes
	makes  bool    // whether a new() is on a cycle
}

// forever exceeds the length of every path without a repeated control state.
const forever = int32(1) << 29

// shapeOf analyses the control graph of a thread, which must have been built completely.
func shapeOf(controls []*machine.Control) *shape {
	n := len(controls)
	w := &walker{controls: controls}
	w.index, w.low, w.part = make([]int32, n), make([]int32, n), make([]int32, n)
	w.visit(0)
	s := &shape{order: w.order, cyclic: make([]bool, n)}
	s.last, s.made = make([]int32, n), make([]int32, n)
	size := make([]int32, n+1) // the size of each component
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
	made := make([]int32, n+1) // by component, because it is the same throughout a cycle
	for k := len(s.order) - 1; k >= 0; k-- {
		c := controls[s.order[k]]
		steps, news := s.last[c.ID]+1, made[w.part[c.ID]]
		if c.ID == 0 { // the point before the unit begins
			steps = 0
		}
		if c.Op == machine.OpNew && !s.cyclic[c.ID] {
			news++
		}
		for _, next := range c.Next {
			s.last[next.ID] = min(forever, max(s.last[next.ID], steps))
			made[w.part[next.ID]] = max(made[w.part[next.ID]], news)
		}
	}
	for id := range controls {
		s.made[id] = made[w.part[id]]
	}
	return s
}

// A walker finds the strongly connected components of a control graph with Tarjan's algorithm.
type walker struct {
	controls []*machine.Control
	index    []int32 // numbers from 1 in the order of the first visit
	low      []int32 // the least index of an open control state that can be reached
	part     []int32 // the component, from 1, once it is known
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
