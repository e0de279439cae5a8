package rdit

import (
	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics"
)

// maximal draws the edges of the most synchronized completion: as if each thread executed lock();
// unlock() of each lock at each moment at which the trace allows it. Between two elements of the
// trace, a thread may do so if
//
//   - it is in missing code that may take the lock: the last mark of its thread is the begin of a
//     call that may, or the end of a callback from one, and
//   - by the recorded events, neither thread has the lock.
//
// If both may, each is ordered after the other: A, B, and A again.
func maximal(t *Trace) []Edge {
	c := newCompleting(t)
	for y := range t.Events {
		c.step(y)
		for _, lock := range c.locks {
			for _, i := range turns {
				c.sync(i, lock.Slot)
			}
		}
	}
	return c.found
}

// turns is the order in which threads synchronize at one moment.
var turns = [...]semantics.Tid{semantics.A, semantics.B, semantics.A}

// release is the last moment at which a thread released or could release a lock.
type release struct {
	at   int  // the last element of the thread then; -1 if there was none
	side Side // of the unlock()
	to   Side // of the lock(), if the release is pending
	slot int
}

// completing is the state of maximal at an element of the trace.
type completing struct {
	*Trace
	within   [2][]int                    // the BarrierPairs in progress, and -1 for each callback
	gap      [2]int                      // the BarrierPair whose missing code is executing, or -1
	locks    []il.LockRef                // that the program takes
	levels   [2]il.Level                 // recorded lock() without their unlock()
	latest   [2]int                      // the last element of each thread
	released [il.MaxLocks + 1][2]release // by slot and thread
	// by thread: the latest one of which it has learned since its last element
	pending [2]release
	known   [2]int // by thread: the source of the last edge to it
	found   []Edge
}

func newCompleting(t *Trace) *completing {
	none := release{at: -1}
	c := &completing{
		Trace:   t,
		gap:     [2]int{-1, -1},
		locks:   t.Execution.Core.LocksTaken(),
		latest:  [2]int{-1, -1},
		pending: [2]release{none, none},
		known:   [2]int{-1, -1},
	}
	for slot := range c.released {
		c.released[slot] = [2]release{none, none}
	}
	return c
}

// step passes an element.
func (c *completing) step(y int) {
	e, it := c.Events[y], c.Items[y]
	t := e.Thread
	// learn draws the edge from a release to y, unless it is implied.
	learn := func(r release) {
		if r.at > c.known[t] {
			c.known[t] = r.at
			c.found = append(c.found, Edge{
				Edge: hb.Edge{From: r.at, To: y}, Cause: Cause{Slot: r.slot},
				Sides: [2]Side{r.side, r.to},
			})
		}
	}
	learn(c.pending[t])
	if e.Kind == dynamic.Acquire {
		r := c.released[e.Slot][t.Other()]
		r.to = eventSide(it.At)
		learn(r)
	}
	c.latest[t], c.levels[t] = y, e.After(c.levels[t])
	if e.Kind == dynamic.Release && c.levels[t].DepthOf(e.Slot) <= 0 {
		c.released[e.Slot][t] = release{at: y, side: eventSide(it.At), slot: e.Slot}
	}
	w := c.within[t]
	switch it.Mark {
	case recorded:
		return
	case methodBegin:
		w = append(w, it.Pair)
	case callbackBegin:
		w = append(w, -1)
	case methodEnd, callbackEnd:
		w = w[:len(w)-1]
	}
	c.within[t], c.gap[t] = w, -1
	if n := len(w); n > 0 {
		c.gap[t] = w[n-1]
	}
}

// sync executes lock(); unlock() of the lock in a slot in thread t and returns true, if the thread
// may.
func (c *completing) sync(t semantics.Tid, slot int) bool {
	held := c.levels[semantics.A].DepthOf(slot) > 0 || c.levels[semantics.B].DepthOf(slot) > 0
	if held || c.gap[t] < 0 || c.Pairs[c.gap[t]].MayLock>>slot&1 == 0 {
		return false
	}
	if r := c.released[slot][t.Other()]; r.at > c.pending[t].at {
		r.to = pairSide(c.gap[t])
		c.pending[t] = r
	}
	c.released[slot][t] = release{at: c.latest[t], side: pairSide(c.gap[t]), slot: slot}
	return true
}
