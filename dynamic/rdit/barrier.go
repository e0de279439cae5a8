package rdit

import (
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
	latest   []int                        // of each BarrierPair that has begun, its last element so far
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
}

// leave passes y: it is the last element now, and what it does to the lock is
// done.
func (w *walk) leave(y int) {
	t := w.Events[y].Thread
	for _, p := range w.open[t] {
		w.latest[p] = y
	}
	switch {
	case w.Items[y].Mark == methodEnd:
		w.open[t] = w.open[t][:len(w.open[t])-1]
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
	locks := func(p int) (Cause, bool) { return Cause{}, w.lock(&w.Pairs[p]) }
	if w.acquires(y) {
		w.fromRelease(&best, eventSide(w.Items[y].At))
		if w.lock != nil {
			w.fromPairs(&best, eventSide(w.Items[y].At), locks)
		}
	}
	for _, q := range w.open[t] {
		if w.lock != nil && w.lock(&w.Pairs[q]) {
			w.fromRelease(&best, pairSide(q))
		}
		if w.touching != nil {
			w.fromPairs(&best, pairSide(q), func(p int) (Cause, bool) { return w.touching(p, q) })
		}
	}
	return best, best.From > w.known[t]
}

// acquires tells whether y is a recorded lock() at level 0. At a higher level the
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

// fromPairs takes the last elements of the other thread's BarrierPairs of which
// touching holds.
func (w *walk) fromPairs(best *Edge, to Side, touching func(p int) (Cause, bool)) {
	for _, p := range slices.Backward(w.begun[w.Events[best.To].Thread.Other()]) {
		if w.latest[p] <= best.From {
			continue
		}
		if c, ok := touching(p); ok {
			best.From, best.Cause, best.Sides = w.latest[p], c, [2]Side{pairSide(p), to}
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
