package predict

import "wobbly/dynamic/hb"

// shb yields the schedulable races of Mathur, Kini and Viswanathan (What happens after the first
// race? OOPSLA 2018: the order SHB, and its algorithm with vector clocks).
//
// Schedulable happens-before is the least order that contains happens-before and orders each read
// after the write that it reads from. Conflicting accesses e1 and e2, in this order in the trace,
// are a race unless e1 is ordered before the event just before e2 in the thread of e2: the reads of
// e2 itself are joined to its clock after the comparison. The theorem of the paper says that each
// race can be scheduled.
//
// With prefixes, reads of prefixes are joined before the comparison: e2 accesses this cell only
// after the writes that its path was read from. And the path of e1, which is delayed up to e2, must
// be unchanged (view.unchanged).
//
// Deviation: the algorithm keeps the clocks of the last accesses, and reports only that some
// earlier access races. Here all are compared, as in package hb.
func shb(v *view, yield func(hb.Race) bool) (cut bool) {
	now := [2]hb.Clock{{-1, -1}, {-1, -1}}
	at := make([]hb.Clock, len(v.events))
	join := func(c *hb.Clock, r read) { // c comes after the write that r reads from
		if r.from != initial {
			*c = c.Join(at[r.from])
		}
	}
	edges := hb.Edges(v.events)
	for i, e := range v.events {
		c := &now[e.Thread]
		for ; len(edges) > 0 && edges[0].To == i; edges = edges[1:] {
			*c = c.Join(at[edges[0].From])
		}
		for _, r := range v.paths[i] {
			join(c, r)
		}
		more := v.conflicts(i, c[e.Thread.Other()], func(first int) bool {
			return !v.unchanged(first, i) || yield(hb.Race{First: first, Second: i})
		})
		if !more {
			return false
		}
		for _, r := range v.reads[i] {
			join(c, r)
		}
		c[e.Thread] = i
		at[i] = *c
	}
	return false
}

// unchanged reports whether access i keeps its path if it is delayed to just before access j of the
// other thread: that thread does not write a cell of the path in between.
func (v *view) unchanged(i, j int) bool {
	for _, r := range v.paths[i] {
		if v.writesAfter(r.cell, v.events[j].Thread, i, v.position[j]) {
			return false
		}
	}
	return true
}

// happensBefore yields the races by happens-before; see package hb.
func happensBefore(v *view, yield func(hb.Race) bool) (cut bool) {
	for r := range hb.Races(v.events, hb.Of(v.events)) {
		if !yield(r) {
			break
		}
	}
	return false
}
