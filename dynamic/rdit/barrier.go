package rdit

import (
	"math/bits"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/semantics"
)

// rules say which edges a variant draws. The edge from a recorded unlock() to
// the next recorded lock() of the other thread is always drawn.
type rules struct {
	// touch tells which BarrierPairs of different threads may synchronize with
	// each other, and by what; nil if none. It is asked once for each trace.
	touch func(t *Trace) func(p, q int) (Cause, bool)
	// lock tells which may synchronize with a recorded lock() or unlock(); nil
	// if none.
	lock func(p *BarrierPair) bool
	// finished leaves out calls that are in progress when the execution ends:
	// Algorithm 1 makes a BarrierPair only of a begin and an end.
	finished bool
}

// edges draws, for all elements x of one BarrierPair and y of another that it
// touches, the edge from the earlier to the later one, and likewise between
// recorded locks and BarrierPairs. Of the edges to one element that is the one
// from the latest: the others follow by program order. So do edges that come no
// later than one to an earlier element of the thread.
func (r rules) edges(t *Trace) []Edge {
	w := walk{
		Trace: t, rules: r,
		latest:   make([]int, len(t.Pairs)),
		touched:  make([][]uint64, len(t.Pairs)),
		last:     [2]int{-1, -1},
		released: [2]int{-1, -1}, known: [2]int{-1, -1},
	}
	if r.touch != nil {
		w.touching = r.touch(t)
	}
	for y := range t.Events {
		w.enter(y)
		if e, ok := w.into(y); ok {
			w.found = append(w.found, e)
			w.known[t.Events[y].Thread] = e.From
		}
		w.leave(y)
	}
	return w.found
}

// walk goes through a trace.
type walk struct {
	*Trace
	rules
	touching func(p, q int) (Cause, bool) // nil if none do
	touched  [][]uint64                   // of each BarrierPair in progress, which of the other thread's that have begun touch it: a bit for each
	latest   []int                        // of each BarrierPair that has begun, its last element so far
	last     [2]int                       // the greatest of these, by thread
	open     [2][]int                     // the BarrierPairs in progress of each thread
	begun    [2][]int                     // and all that have begun
	levels   [2]int                       // recorded lock() without their unlock()
	released [2]int                       // the last recorded unlock() to level 0
	known    [2]int                       // where the last edge to the thread comes from
	found    []Edge
}

// enter opens the BarrierPair that begins at y.
func (w *walk) enter(y int) {
	p := w.Items[y].Pair
	if w.Items[y].Mark != methodBegin || w.finished && w.InProgress(&w.Pairs[p]) {
		return
	}
	t := w.Events[y].Thread
	w.open[t] = append(w.open[t], p)
	w.begun[t] = append(w.begun[t], p)
	if w.touching == nil {
		return
	}
	for i, o := range w.begun[t.Other()] {
		w.note(p, o, i)
	}
	for _, q := range w.open[t.Other()] {
		w.note(q, p, len(w.begun[t])-1)
	}
}

// note enters whether the i-th BarrierPair of its thread, p, touches q. That is asked once.
func (w *walk) note(q, p, i int) {
	if _, ok := w.touching(p, q); !ok {
		return
	}
	for len(w.touched[q]) <= i/64 {
		w.touched[q] = append(w.touched[q], 0)
	}
	w.touched[q][i/64] |= 1 << (i % 64)
}

// leave passes y: it is the last element now, and what it does to the lock is
// done.
func (w *walk) leave(y int) {
	t := w.Events[y].Thread
	for _, p := range w.open[t] {
		w.latest[p], w.last[t] = y, y
	}
	switch {
	case w.Items[y].Mark == methodEnd:
		end := len(w.open[t]) - 1
		w.touched[w.open[t][end]] = nil
		w.open[t] = w.open[t][:end]
	case w.Events[y].Kind == dynamic.Acquire:
		w.levels[t]++
	case w.Events[y].Kind == dynamic.Release:
		if w.levels[t]--; w.levels[t] == 0 {
			w.released[t] = y
		}
	}
}

// into is the edge to y from the latest element of the other thread that has
// one, if that tells more than is known.
func (w *walk) into(y int) (Edge, bool) {
	t := w.Events[y].Thread
	best := Edge{Edge: hb.Edge{From: w.known[t], To: y}}
	if w.acquires(y) {
		w.fromRelease(&best, eventSide(w.Items[y].At))
		if w.lock != nil {
			w.fromLocks(&best, eventSide(w.Items[y].At))
		}
	}
	for _, q := range w.open[t] {
		if best.From >= max(w.last[t.Other()], w.released[t.Other()]) {
			break // there is none later
		}
		if w.lock != nil && w.lock(&w.Pairs[q]) {
			w.fromRelease(&best, pairSide(q))
		}
		w.fromTouched(&best, q)
	}
	return best, best.From > w.known[t]
}

// acquires reports whether y is a recorded lock() at level 0. At a higher level the
// thread has the lock already, and the other one has released none since.
func (w *walk) acquires(y int) bool {
	e := w.Events[y]
	return e.Kind == dynamic.Acquire && w.levels[e.Thread] == 0
}

// fromRelease takes the last recorded unlock() of the other thread.
func (w *walk) fromRelease(best *Edge, to Side) {
	if r := w.released[w.Events[best.To].Thread.Other()]; r > best.From {
		best.From, best.Cause, best.Sides = r, Cause{}, [2]Side{eventSide(w.Items[r].At), to}
	}
}

// fromLocks takes the last elements of the other thread's BarrierPairs that may synchronize
// with a recorded lock().
func (w *walk) fromLocks(best *Edge, to Side) {
	for _, p := range slices.Backward(w.begun[w.Events[best.To].Thread.Other()]) {
		if w.latest[p] > best.From && w.lock(&w.Pairs[p]) {
			best.From, best.Cause, best.Sides = w.latest[p], Cause{}, [2]Side{pairSide(p), to}
		}
	}
}

// fromTouched takes the last elements of the other thread's BarrierPairs that touch q.
func (w *walk) fromTouched(best *Edge, q int) {
	begun := w.begun[w.Events[best.To].Thread.Other()]
	for k, set := range slices.Backward(w.touched[q]) {
		for set != 0 {
			i := bits.Len64(set) - 1
			set &^= 1 << i
			p := begun[64*k+i]
			if w.latest[p] <= best.From {
				continue
			}
			c, _ := w.touching(p, q)
			best.From, best.Cause, best.Sides = w.latest[p], c, [2]Side{pairSide(p), pairSide(q)}
		}
	}
}

// reachCommon: they reach an object in common.
func reachCommon(t *Trace) func(p, q int) (Cause, bool) {
	return func(p, q int) (Cause, bool) {
		l := t.Pairs[p].Reach.Common(t.Pairs[q].Reach)
		return Cause{byObject, l}, l != semantics.Nil
	}
}

// reachOrLock: the lock counts as an object that is in the reach of each call
// that may take it.
func reachOrLock(t *Trace) func(p, q int) (Cause, bool) {
	common := reachCommon(t)
	return func(p, q int) (Cause, bool) {
		if t.Pairs[p].MayLock && t.Pairs[q].MayLock {
			return Cause{By: byLock}, true
		}
		return common(p, q)
	}
}

// mayLock: those of which missing code may lock.
func mayLock(p *BarrierPair) bool { return p.MayLock }

// anyCall: all.
func anyCall(*BarrierPair) bool { return true }

// anyPair: any two.
func anyPair(*Trace) func(p, q int) (Cause, bool) {
	return func(int, int) (Cause, bool) { return Cause{By: byCalling}, true }
}

// firstOnly restricts reachCommon: each BarrierPair is joined only to the first
// one of the other thread that begins after it and reaches an object in common.
func firstOnly(t *Trace) func(p, q int) (Cause, bool) {
	common := reachCommon(t)
	first := make([]int, len(t.Pairs))
	for p := range t.Pairs {
		first[p] = -1
		for q := p + 1; q < len(t.Pairs) && first[p] < 0; q++ {
			if _, ok := common(p, q); ok && t.Pairs[p].Thread != t.Pairs[q].Thread && !t.InProgress(&t.Pairs[q]) {
				first[p] = q
			}
		}
	}
	return func(p, q int) (Cause, bool) {
		if first[p] != q && first[q] != p {
			return Cause{}, false
		}
		return common(p, q)
	}
}
