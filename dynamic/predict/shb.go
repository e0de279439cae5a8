package predict

import (
	"wobbly/dynamic/hb"
)

// clock is a vector clock that ticks with each event: of each thread, the index
// of the last event known, or -1.
type clock [2]int

// join is the least clock above both.
func (c clock) join(o clock) clock { return clock{max(c[0], o[0]), max(c[1], o[1])} }

// shb yields the schedulable races of Mathur, Kini and Viswanathan (What happens
// after the first race? OOPSLA 2018: the order SHB, and its algorithm with vector clocks).
//
// Schedulable happens-before is the least order that holds happens-before, and
// orders each read behind the write that it reads from. Conflicting accesses e1,
// e2, in this order in the trace, are a race if e1 is not ordered before the
// event of the same thread just before e2: the reads of e2 itself are joined to its clock after the
// comparison. Their theorem is that each race can be scheduled.
//
// With prefixes, reads of prefixes are joined before the comparison: e2 accesses this cell only after
// the writes that its path was read from. And the path of e1, which is delayed up to e2, must be
// unchanged (view.unchanged).
//
// Deviation: the algorithm keeps the clocks of the last accesses, and reports only that some earlier
// access races. Here all are compared, as in package hb.
func shb(v *view, yield func(hb.Race) bool) (cut bool) {
	now := [2]clock{{-1, -1}, {-1, -1}}
	at := make([]clock, len(v.events))
	edges := hb.Edges(v.events)
	for i, e := range v.events {
		c := &now[e.Thread]
		for ; len(edges) > 0 && edges[0].To == i; edges = edges[1:] {
			*c = c.join(at[edges[0].From])
		}
		for _, r := range v.paths[i] {
			*c = c.joinAt(at, r.from)
		}
		more := v.conflicts(i, c[e.Thread.Other()], func(first int) bool {
			return !v.unchanged(first, i) || yield(hb.Race{First: first, Second: i})
		})
		if !more {
			return false
		}
		for _, r := range v.reads[i] {
			*c = c.joinAt(at, r.from)
		}
		c[e.Thread] = i
		at[i] = *c
	}
	return false
}

// joinAt joins the clock of an event, or of initial.
func (c clock) joinAt(at []clock, i int) clock {
	if i == initial {
		return c
	}
	return c.join(at[i])
}

// unchanged reports whether access i keeps its path if it is delayed to just before access j of the
// other thread: that thread does not write a cell of the path in between.
func (v *view) unchanged(i, j int) bool {
	for _, r := range v.paths[i] {
		if v.written(r.cell, v.events[j].Thread, i, v.at[j]) {
			return false
		}
	}
	return true
}

// happensBefore yields the races of package hb.
func happensBefore(v *view, yield func(hb.Race) bool) (cut bool) {
	for r := range hb.Races(v.events, hb.Of(v.events)) {
		if !yield(r) {
			break
		}
	}
	return false
}
