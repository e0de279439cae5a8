package rdit

import (
	"iter"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics"
)

// maximal returns the edges of the most synchronized completion (an execution that has the same
// trace; see the package comment): as if each thread executed lock(); unlock() of each lock at each
// moment at which the trace allows it. Between two elements of the trace, a thread may do so if
//
//   - it is in missing code that may take the lock: the last mark of its thread is the start of a
//     call that may, or the end of a callback from one, and
//   - by the recorded events, neither thread has the lock.
//
// If both may, each is ordered after the other: A, B, and A again.
func maximal(t *Trace) []Edge {
	c := newCompleting(t)
	for y := range t.Events {
		c.pass(y)
		for range c.syncs() {
		}
	}
	return c.found
}

// release is the last moment at which a thread released or could release a lock.
type release struct {
	at   int  // the last element of the thread then; -1 if there was none
	side Side // the side of the unlock()
	to   Side // the side of the lock(), once another thread has made it
	slot int
}

// completing is the most synchronized completion at an element of the trace.
type completing struct {
	*Trace
	locks []il.LockRef // the locks that the program takes
	found []Edge

	// What each thread is doing.
	calls     [2][]int    // the BarrierPairs in progress, and -1 for each callback
	executing [2]int      // the BarrierPair whose missing code is executing, or -1
	levels    [2]il.Level // the recorded lock() without their unlock()
	latest    [2]int      // the last element of the thread

	// What each thread has learned of the other one.
	released [il.MaxLocks + 1][2]release // by slot, the last release that each thread made
	learned  [2]release                  // the latest release that a lock() of missing code admits
	known    [2]int                      // the source of the last edge to the thread
}

func newCompleting(t *Trace) *completing {
	none := release{at: -1}
	c := &completing{
		Trace:     t,
		locks:     t.Execution.Core.LocksTaken(),
		executing: [2]int{-1, -1},
		latest:    [2]int{-1, -1},
		learned:   [2]release{none, none},
		known:     [2]int{-1, -1},
	}
	for slot := range c.released {
		c.released[slot] = [2]release{none, none}
	}
	return c
}

// pass adds the edge to element y, if there is one, and updates the state of y's thread.
func (c *completing) pass(y int) {
	e, it := c.Events[y], c.Items[y]
	t := e.Thread
	c.learn(y, c.learned[t])
	if e.Kind == dynamic.Acquire {
		r := c.released[e.Slot][t.Other()]
		r.to = eventSide(it.At)
		c.learn(y, r)
	}
	c.latest[t], c.levels[t] = y, e.After(c.levels[t])
	if e.Kind == dynamic.Release && c.levels[t].DepthOf(e.Slot) <= 0 {
		c.released[e.Slot][t] = release{at: y, side: eventSide(it.At), slot: e.Slot}
	}
	switch calls := c.calls[t]; it.Mark {
	case recorded:
		return
	case methodBegin:
		c.calls[t] = append(calls, it.Pair)
	case callbackBegin:
		c.calls[t] = append(calls, -1)
	case methodEnd, callbackEnd:
		c.calls[t] = calls[:len(calls)-1]
	}
	c.executing[t] = -1
	if n := len(c.calls[t]); n > 0 {
		c.executing[t] = c.calls[t][n-1]
	}
}

// learn adds the edge from a release to element y, unless it is implied.
func (c *completing) learn(y int, r release) {
	t := c.Events[y].Thread
	if r.at <= c.known[t] {
		return
	}
	c.known[t] = r.at
	c.found = append(c.found, Edge{
		Edge: hb.Edge{From: r.at, To: y}, Cause: Cause{Slot: r.slot}, Sides: [2]Side{r.side, r.to},
	})
}

// syncs executes each lock(); unlock() that is possible after the last element, and yields its
// thread and the index of its lock in c.locks.
func (c *completing) syncs() iter.Seq2[semantics.Tid, int] {
	return func(yield func(semantics.Tid, int) bool) {
		for n, lock := range c.locks {
			for _, i := range [...]semantics.Tid{semantics.A, semantics.B, semantics.A} {
				if c.mayLock(i, lock.Slot) {
					c.sync(i, lock.Slot)
					if !yield(i, n) {
						return
					}
				}
			}
		}
	}
}

// mayLock reports whether the missing code that a thread is in may take a lock that is free.
func (c *completing) mayLock(t semantics.Tid, slot int) bool {
	for _, level := range c.levels {
		if level.DepthOf(slot) > 0 {
			return false
		}
	}
	return c.executing[t] >= 0 && c.Pairs[c.executing[t]].MayLock>>slot&1 != 0
}

// sync executes lock(); unlock() in the missing code of a thread.
func (c *completing) sync(t semantics.Tid, slot int) {
	side := pairSide(c.executing[t])
	if r := c.released[slot][t.Other()]; r.at > c.learned[t].at {
		r.to = side
		c.learned[t] = r
	}
	c.released[slot][t] = release{at: c.latest[t], side: side, slot: slot}
}
