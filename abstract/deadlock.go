package abstract

import (
	"cmp"

	"wobbly/il"
)

// Deadlocks, exactly (Theorem D of docs/theory.md). A thread waits only at a critical element: a
// lock() that takes a lock which the thread does not hold. Two threads deadlock at two critical
// elements if and only if each wants a lock that the other one holds, no lock is held by both, and
// the histories do not cross. The heap does not matter, so this is compositional.

// A Critical is a lock() that takes a lock in a slot, reached at a level with a history.
type Critical struct {
	At      il.Pos
	Slot    int
	Lock    il.Level
	History il.History
}

// Compare orders critical elements by position, level and history.
func (c Critical) Compare(o Critical) int {
	return cmp.Or(cmp.Compare(c.At, o.At), c.Lock.Compare(o.Lock), c.History.Compare(o.History))
}

// A Deadlock is a pair of critical elements at which two threads can wait for each other.
type Deadlock struct{ Left, Right Critical }

// Deadlocks returns the deadlocks of the program of a pair, each pair of places once, in text
// order. If both threads run the same method, Left is not after Right.
func (s *Sets) Deadlocks(pair il.Pair) (all []Deadlock) {
	left := s.sums[pair.Left.Index].C.Sorted(Critical.Compare)
	right := s.sums[pair.Right.Index].C.Sorted(Critical.Compare)
	seen := map[[2]il.Pos]bool{}
	for _, a := range left {
		for _, b := range right {
			at := [2]il.Pos{a.At, b.At}
			if seen[at] || pair.Left == pair.Right && b.At < a.At {
				continue // listed already, or listed as b and a
			}
			wait := a.waitsFor(b) && b.waitsFor(a)
			if wait && !a.Lock.Excludes(b.Lock) && !a.History.Crosses(b.History) {
				seen[at] = true
				all = append(all, Deadlock{Left: a, Right: b})
			}
		}
	}
	return all
}

// waitsFor reports whether a thread at c waits for one at o.
func (c Critical) waitsFor(o Critical) bool { return o.Lock.DepthOf(c.Slot) > 0 }

// wait adds the critical elements of a lock().
func (d D) wait(c il.Stmt) {
	if !d.L.Takes(c) {
		return
	}
	for _, h := range d.Histories {
		d.C.Add(Critical{At: c.Pos(), Slot: il.SlotOf(c), Lock: d.L, History: h})
	}
}
