package il

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
)

// A History records the uses of locks on a path through a method: for each lock that is held, the
// locks that were newly taken since its outermost acquisition, and those newly taken since the entry
// of the method. A lock is newly taken if it was not held before.
//
// For nested locks, these are the acquisition histories of Kahlon, Ivančić and Gupta (CAV 2005).
// The zero History is that of the entry; programs that name no lock have no other.
type History struct {
	since [MaxLocks + 1]LockSet // by slot; empty for a lock that is not held
	entry LockSet
}

// A LockSet is a set of locks, a bit for each slot.
type LockSet uint16

// AnyLock contains all locks.
const AnyLock = ^LockSet(0)

// Has reports whether the lock in a slot is in s.
func (s LockSet) Has(slot int) bool { return s&(1<<slot) != 0 }

// MayTake returns the locks that a path to a point with history h may take at level l if it already
// holds those of final and keeps them up to the point. A lock that is held at l is not newly taken,
// so it is always allowed.
func (h History) MayTake(l, final Level) LockSet {
	allowed := AnyLock
	for slot, later := range h.since {
		if final.DepthOf(slot) > 0 {
			allowed &= later
		}
	}
	return allowed | l.bits()
}

// After returns the history after n, before which the level is l.
func (h History) After(l Level, n Node) History {
	slot := SlotOf(n)
	switch {
	case l.Takes(n):
		return h.taking(l, 1<<slot)
	case l.Frees(n):
		h.since[slot] = 0
	}
	return h
}

// taking returns the history after some locks were taken, and perhaps released again. Those held at
// l do not count.
func (h History) taking(l Level, taken LockSet) History {
	held := l.bits()
	taken &^= held
	h.entry |= taken
	for slot := range h.since {
		if held&(1<<slot) != 0 {
			h.since[slot] |= taken
		}
	}
	return h
}

// Call returns the history, in terms of a caller at level l with history h, of a point in the
// callee at level m with history callee.
func (h History) Call(l, m Level, callee History) History {
	h = h.taking(l, callee.entry)
	held := l.bits()
	for slot := range h.since {
		takenInCallee := m.bits() &^ held
		if takenInCallee&(1<<slot) != 0 {
			h.since[slot] = callee.since[slot] &^ held
		}
	}
	return h
}

// AppendKey appends bytes that identify h. All histories have the same number of them.
func (h History) AppendKey(key []byte) []byte {
	for _, set := range h.since {
		key = binary.LittleEndian.AppendUint16(key, uint16(set))
	}
	return binary.LittleEndian.AppendUint16(key, uint16(h.entry))
}

// Avoids reports whether a path with history h never took one of the locks that are held at l.
func (h History) Avoids(l Level) bool { return h.entry&l.bits() == 0 }

// Uses reports whether a path with history h newly took a lock while it kept another one. If not, h
// crosses with no history.
func (h History) Uses() bool { return h.since != [MaxLocks + 1]LockSet{} }

// FullHistory returns a history that contains all others.
func FullHistory() (h History) {
	for slot := range h.since {
		h.since[slot] = AnyLock
	}
	h.entry = AnyLock
	return h
}

// bits returns the locks that are held.
func (l Level) bits() (set LockSet) {
	for slot := 0; slot <= MaxLocks; slot++ {
		if l.DepthOf(slot) > 0 {
			set |= 1 << slot
		}
	}
	return set
}

// Within reports whether each set of h is a subset of the corresponding set of o.
func (h History) Within(o History) bool {
	for slot, set := range h.since {
		if set&^o.since[slot] != 0 {
			return false
		}
	}
	return h.entry&^o.entry == 0
}

// Compare defines some total order of histories, for sorting.
func (h History) Compare(o History) int {
	return cmp.Or(slices.Compare(h.since[:], o.since[:]), cmp.Compare(h.entry, o.entry))
}

// Crosses reports whether two threads that hold the locks of l and m cannot both be where they are,
// because each took a lock that the other had taken before and kept: the histories have two
// crossing uses. With l.Excludes(m), it decides whether two nested traces can be interleaved up to
// their ends (Lemma S).
func (h History) Crosses(o History) bool {
	_, _, cross := h.Crossing(o)
	return cross
}

// Crossing returns the slots of two locks that cross: h keeps the first and took the second later,
// and o did the reverse.
func (h History) Crossing(o History) (first, second int, cross bool) {
	for x, later := range h.since {
		for y := range o.since {
			if later&(1<<y) != 0 && o.since[y]&(1<<x) != 0 {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// Minimal returns the minimal histories of a list, sorted. A larger history permits nothing that a
// smaller one does not.
func Minimal(all []History) []History {
	all = slices.Clone(all)
	sort.Slice(all, func(i, j int) bool { return all[i].Compare(all[j]) < 0 })
	all = slices.Compact(all)
	return slices.DeleteFunc(slices.Clone(all), func(h History) bool {
		return slices.ContainsFunc(all, func(o History) bool { return o != h && o.Within(h) })
	})
}
