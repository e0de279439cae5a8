package predict

import (
	"wobbly/dynamic/hb"
	"wobbly/semantics"
)

// syncp yields the sync-preserving races of Mathur, Pavlogiannis and Viswanathan (Optimal
// prediction of synchronization-preserving races, POPL 2021: sync-preserving correct reorderings
// and ideals).
//
// A correct reordering is sync-preserving if its critical sections of each lock are in the order of
// the trace. Conflicting accesses are a race if both are next after such a reordering. That is so
// if and only if neither is in their ideal: the least set of events that contains those before them
// in their threads, for each event the earlier ones of its thread and the writes that it reads
// from, and for two lock() of one lock the unlock() of the earlier one. The ideal in the order of
// the trace then is such a reordering.
//
// With prefixes, writes that paths were read from are in the ideal, and at the end of the ideal in
// the order of the trace both paths must be as they were.
//
// Deviation: with two threads the ideal can only consist of the events before the accesses in their
// threads, since any more would include an access. So nothing is saturated; the rules are only
// checked. The paper's linear algorithm reuses its work for the next pair.
func syncp(v *view, yield func(hb.Race) bool) (cut bool) {
	for j := range v.events {
		more := v.conflicts(j, -1, func(i int) bool {
			races := v.feasible(i, j) && v.keepsSync(i, j) && v.unchanged(i, j)
			return !races || yield(hb.Race{First: i, Second: j})
		})
		if !more {
			break
		}
	}
	return false
}

// feasible reports whether the events before i and j in their threads, where i precedes j, include
// the writes that they, and the paths of i and j, were read from. For i these precede j anyway.
func (v *view) feasible(i, j int) bool {
	u := v.events[j].Thread
	return max(v.reach[u][v.position[j]], v.needs(u, v.paths[j])) <= v.position[i]
}

// keepsSync reports whether, of the critical sections of each lock that begin before i and j in
// their threads, all except the last one in the trace end there too.
func (v *view) keepsSync(i, j int) bool {
	t, u := v.events[i].Thread, v.events[j].Thread
	for k := range v.locks {
		l := &v.locks[k]
		at, other := v.position[i], v.position[j]
		if !v.opensLast(l, t, at, other) || !v.opensLast(l, u, other, at) {
			return false
		}
	}
	return true
}

// opensLast reports whether no critical section of a lock in the first m events of the other thread
// begins after one in which the first n events of thread t end.
func (v *view) opensLast(l *sections, t semantics.Tid, n, m int) bool {
	last := func(t semantics.Tid, n int) (section, bool) { // the last section that n events begin
		k := l.before(t, n)
		if k == 0 {
			return section{}, false
		}
		return l[t][k-1], true
	}
	own, ok := last(t, n)
	if !ok || own.release < n {
		return true
	}
	other, ok := last(t.Other(), m)
	return !ok || v.chains[t.Other()][other.acquire] < v.chains[t][own.acquire]
}
