package hb

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// Edge orders an event of one thread before a later one of the other thread, both given by index.
type Edge struct{ From, To int }

// Edges lists the edges that locks draw between the threads: from each unlock() to the next lock()
// of the same lock, if the other thread executes it. They are sorted by their later ends, and those
// of one lock by both ends.
func Edges(events []dynamic.Event) []Edge {
	var edges []Edge
	var released [il.MaxLocks + 1]int // by slot, 1 + the last unlock() without a lock() after it
	for i, e := range events {
		switch {
		case e.Kind == dynamic.Release:
			released[e.Slot] = i + 1
		case e.Kind == dynamic.Acquire && released[e.Slot] > 0:
			from := released[e.Slot] - 1
			if events[from].Thread != e.Thread {
				edges = append(edges, Edge{from, i})
			}
			released[e.Slot] = 0
		}
	}
	return edges
}

// A Clock is a vector clock that ticks with each event: for each thread, the index of the last
// known event, or -1.
type Clock [2]int

// Join returns the least clock above both.
func (c Clock) Join(o Clock) Clock { return Clock{max(c[0], o[0]), max(c[1], o[1])} }

// An Order is the transitive closure of program order and some edges. Orders are immutable.
type Order struct {
	threads []semantics.Tid
	clocks  []Clock // by event
	edges   [2][]Edge
}

// Of returns happens-before of some events.
func Of(events []dynamic.Event) *Order { return New(events, Edges(events)) }

// New returns the order of events with some edges, which must be sorted by their later ends and
// lead forward from one thread to the other.
func New(events []dynamic.Event, edges []Edge) *Order {
	o := &Order{threads: make([]semantics.Tid, len(events)), clocks: make([]Clock, len(events))}
	now := [2]Clock{{-1, -1}, {-1, -1}} // by thread
	for i, e := range events {
		c := &now[e.Thread]
		for ; len(edges) > 0 && edges[0].To == i; edges = edges[1:] {
			*c = c.Join(o.clocks[edges[0].From])
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
func (o *Order) Before(i, j int) bool { return i < j && o.clocks[j][o.threads[i]] >= i }

// Unordered reports whether neither of two events is before the other.
func (o *Order) Unordered(i, j int) bool { return i != j && !o.Before(i, j) && !o.Before(j, i) }

// Clock returns the vector clock of event i, which counts the event itself.
func (o *Order) Clock(i int) Clock { return o.clocks[i] }

// Edge returns the first edge that orders event i before event j of the other thread by itself: in
// program order, i is at or before its source, and j at or after its target. There is one if and
// only if i is before j.
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
