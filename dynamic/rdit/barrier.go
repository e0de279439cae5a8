package rdit

import (
	"math/bits"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics"
)

// rules determine the edges of a variant. The edge from a recorded unlock() to the next recorded
// lock() of the same lock in the other thread is always drawn.
type rules struct {
	// touch returns a function that reports whether two BarrierPairs of different threads may
	// synchronize with each other, and by what. It is called once for each trace. If it is nil,
	// none may.
	touch func(t *Trace) func(p, q int) (Cause, bool)
	// lock returns a bit for the slot of each lock whose recorded lock() or unlock() may
	// synchronize with p. It is nil if none does.
	lock func(p *BarrierPair) uint16
	// finishedOnly leaves out calls that are still in progress when the execution ends: Algorithm 1
	// needs both the beginning and the end of a call.
	finishedOnly bool
}

// edges returns the edges of the trace. There is an edge between each two elements of BarrierPairs
// that touch each other, and between recorded locks and BarrierPairs, from the earlier to the later
// element. Edges that program order and another edge imply are left out: an element has at most one
// edge to it, from the latest source, and none if its thread has an edge from there or later on.
func (r rules) edges(t *Trace) []Edge {
	w := walk{
		Trace: t, rules: r,
		latest:  make([]int, len(t.Pairs)),
		touched: make([][]uint64, len(t.Pairs)),
		last:    [2]int{-1, -1},
	}
	for slot := range w.released {
		w.released[slot] = [2]int{-1, -1}
	}
	if r.touch != nil {
		w.touching = r.touch(t)
	}
	known := [2]int{-1, -1} // the source of the last edge to each thread
	var found []Edge
	for y, e := range t.Events {
		w.begin(y)
		if best := w.edgeTo(y, known[e.Thread]); best.From > known[e.Thread] {
			found = append(found, best)
			known[e.Thread] = best.From
		}
		thread := e.Thread
		for _, p := range w.open[thread] {
			w.latest[p], w.last[thread] = y, y
		}
		if w.Items[y].Mark == methodEnd {
			end := len(w.open[thread]) - 1
			w.touched[w.open[thread][end]] = nil
			w.open[thread] = w.open[thread][:end]
			continue
		}
		w.levels[thread] = e.After(w.levels[thread])
		if e.Kind == dynamic.Release && w.levels[thread].DepthOf(e.Slot) <= 0 {
			w.released[e.Slot][thread] = y
			w.last[thread] = y
		}
	}
	return found
}

// walk is the state of edges at an element of the trace. The pairs are BarrierPairs.
type walk struct {
	*Trace
	rules
	touching func(p, q int) (Cause, bool) // nil if no pairs touch each other
	// touched has for each pair in progress a bit set of the pairs that touch it, by index in begun
	// of the other thread.
	touched  [][]uint64
	latest   []int                   // the last element so far of each pair that has begun
	last     [2]int                  // the greatest of latest and released, by thread
	open     [2][]int                // the pairs in progress, by thread
	begun    [2][]int                // the pairs that have begun, by thread
	levels   [2]il.Level             // the recorded lock() without their unlock(), by thread
	released [il.MaxLocks + 1][2]int // the last recorded unlock() to depth 0, by slot and thread
}

// begin opens the pair that begins at y, if any.
func (w *walk) begin(y int) {
	p := w.Items[y].Pair
	if w.Items[y].Mark != methodBegin || w.finishedOnly && w.InProgress(&w.Pairs[p]) {
		return
	}
	t := w.Events[y].Thread
	w.open[t] = append(w.open[t], p)
	w.begun[t] = append(w.begun[t], p)
	if w.touching == nil {
		return
	}
	// recordTouch records whether p, the i-th pair of its thread, touches q.
	recordTouch := func(q, p, i int) {
		if _, ok := w.touching(p, q); !ok {
			return
		}
		for len(w.touched[q]) <= i/64 {
			w.touched[q] = append(w.touched[q], 0)
		}
		w.touched[q][i/64] |= 1 << (i % 64)
	}
	for i, o := range w.begun[t.Other()] {
		recordTouch(p, o, i)
	}
	for _, q := range w.open[t.Other()] {
		recordTouch(q, p, len(w.begun[t])-1)
	}
}

// edgeTo returns the edge to y from the latest element of the other thread after known, or an edge
// from known if there is none.
func (w *walk) edgeTo(y, known int) Edge {
	t := w.Events[y].Thread
	other := t.Other()
	best := Edge{Edge: hb.Edge{From: known, To: y}}
	improve := func(from int, c Cause, source, target Side) {
		if from > best.From {
			best.From, best.Cause, best.Sides = from, c, [2]Side{source, target}
		}
	}
	fromRelease := func(slot int, target Side) {
		if r := w.released[slot][other]; r >= 0 {
			improve(r, Cause{Slot: slot}, eventSide(w.Items[r].At), target)
		}
	}
	// At a higher depth the thread already has the lock, and the other one has not released it.
	if e := w.Events[y]; e.Kind == dynamic.Acquire && w.levels[t].DepthOf(e.Slot) <= 0 {
		target := eventSide(w.Items[y].At)
		fromRelease(e.Slot, target)
		if w.lock != nil {
			for _, p := range slices.Backward(w.begun[other]) {
				if w.latest[p] > best.From && w.lock(&w.Pairs[p])>>e.Slot&1 != 0 {
					improve(w.latest[p], Cause{Slot: e.Slot}, pairSide(p), target)
				}
			}
		}
	}
	for _, q := range w.open[t] {
		if best.From >= w.last[other] {
			break // nothing comes later
		}
		if w.lock != nil {
			for set := w.lock(&w.Pairs[q]); set != 0; set &= set - 1 {
				fromRelease(bits.TrailingZeros16(set), pairSide(q))
			}
		}
		for k, set := range slices.Backward(w.touched[q]) {
			for set != 0 {
				i := bits.Len64(set) - 1
				set &^= 1 << i
				if p := w.begun[other][64*k+i]; w.latest[p] > best.From {
					c, _ := w.touching(p, q)
					improve(w.latest[p], c, pairSide(p), pairSide(q))
				}
			}
		}
	}
	return best
}

// reachCommon lets pairs that reach a common object touch each other.
func reachCommon(t *Trace) func(p, q int) (Cause, bool) {
	return func(p, q int) (Cause, bool) {
		l := t.Pairs[p].Reach.Common(t.Pairs[q].Reach)
		return Cause{By: byObject, Object: l}, l != semantics.Nil
	}
}

// reachOrLock treats each lock as an object in the reach of each call that may take it.
func reachOrLock(t *Trace) func(p, q int) (Cause, bool) {
	common := reachCommon(t)
	return func(p, q int) (Cause, bool) {
		if both := t.Pairs[p].MayLock & t.Pairs[q].MayLock; both != 0 {
			return Cause{By: byLock, Slot: bits.TrailingZeros16(both)}, true
		}
		return common(p, q)
	}
}

// mayLock and anyLock let a pair synchronize on the locks that it may take, or on all locks.
func mayLock(p *BarrierPair) uint16 { return p.MayLock }
func anyLock(*BarrierPair) uint16   { return 1<<(il.MaxLocks+1) - 1 }

// anyPair lets all pairs touch each other.
func anyPair(*Trace) func(p, q int) (Cause, bool) {
	return func(int, int) (Cause, bool) { return Cause{By: byCalling}, true }
}

// firstOnly restricts reachCommon: each BarrierPair is joined only to the first one of the other
// thread that begins after it and reaches a common object.
func firstOnly(t *Trace) func(p, q int) (Cause, bool) {
	common := reachCommon(t)
	first := make([]int, len(t.Pairs))
	for p := range t.Pairs {
		first[p] = -1
		for q := p + 1; q < len(t.Pairs) && first[p] < 0; q++ {
			_, ok := common(p, q)
			if ok && t.Pairs[p].Thread != t.Pairs[q].Thread && !t.InProgress(&t.Pairs[q]) {
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
