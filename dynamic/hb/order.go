package hb

import (
	"wobbly/dynamic"
	"wobbly/semantics"
)

// Edge orders an event of one thread before a later one of the other thread.
// Events are given by their indices.
type Edge struct{ From, To int }

// Edges lists the edges that the lock makes between the threads: from each
// unlock() to the next lock(), where another thread makes that. They are sorted
// by both ends.
func Edges(events []dynamic.Event) []Edge {
	var edges []Edge
	released := -1
	for i, e := range events {
		switch {
		case e.Kind == dynamic.Release:
			released = i
		case e.Kind == dynamic.Acquire && released >= 0:
			if events[released].Thread != e.Thread {
				edges = append(edges, Edge{released, i})
			}
			released = -1
		}
	}
	return edges
}

// Clock is a vector clock that ticks with each event: of each thread, the index
// of the last event known, or -1.
type Clock [2]int

// join is the least clock above both.
func (c Clock) join(o Clock) Clock {
	return Clock{max(c[0], o[0]), max(c[1], o[1])}
}

// Order is program order with edges, closed transitively. Orders are immutable.
type Order struct {
	threads []semantics.Tid
	clocks  []Clock // of each event: of each thread the last event at or before it
	edges   [2][]Edge
}

// Of is the happens-before of a complete recording.
func Of(events []dynamic.Event) *Order { return New(events, Edges(events)) }

// New is the order of the events that the edges make. They must be sorted by
// their later ends, and run forward from one thread to the other.
func New(events []dynamic.Event, edges []Edge) *Order {
	o := &Order{threads: make([]semantics.Tid, len(events)), clocks: make([]Clock, len(events))}
	now := [2]Clock{{-1, -1}, {-1, -1}} // of each thread
	for i, e := range events {
		c := &now[e.Thread]
		for ; len(edges) > 0 && edges[0].To == i; edges = edges[1:] {
			*c = c.join(o.clocks[edges[0].From])
			o.edges[e.Thread] = append(o.edges[e.Thread], edges[0])
		}
		c[e.Thread] = i
		o.threads[i], o.clocks[i] = e.Thread, *c
	}
	if len(edges) > 0 {
		panic("hb: edges are not sorted")
	}
	return o
}

// Before reports whether event i is ordered before event j.
func (o *Order) Before(i, j int) bool {
	return i < j && o.clocks[j][o.threads[i]] >= i
}

// Unordered reports whether neither of two events is before the other.
func (o *Order) Unordered(i, j int) bool {
	return i != j && !o.Before(i, j) && !o.Before(j, i)
}

// Clock is the vector clock of event i, itself counted.
func (o *Order) Clock(i int) Clock { return o.clocks[i] }

// Edge is the first edge that orders event i before event j of the other thread
// on its own: with i at or before its one end, and j at or behind the other, in
// program order. There is one if and only if i is before j.
func (o *Order) Edge(i, j int) (Edge, bool) {
	if o.threads[i] == o.threads[j] {
		return Edge{}, false
	}
	for _, e := range o.edges[o.threads[j]] {
		if e.To > j {
			break
		}
		if i <= e.From {
			return e, true
		}
	}
	return Edge{}, false
}
