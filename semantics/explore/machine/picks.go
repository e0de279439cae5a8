package machine

import "iter"

// A Pick is an initial value that was picked: an object for an address.
type Pick struct {
	At     Address
	Object int32
}

// Values yields each initial value that an address may have, from object number first on: every
// initial object, and a new one. The address holds it while it is yielded.
func (m *Machine) Values(at Address, first int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		known := m.Objects()
		for o := first; o <= known+1; o++ {
			mark := m.Mark()
			if o > known {
				m.Discover()
			} else if m.Made(o) != 0 {
				continue
			}
			m.Define(at, o)
			more := yield(o)
			m.Undo(mark)
			if !more {
				return
			}
		}
	}
}

// A Budget bounds the tries of Meet.
type Budget interface {
	// More reports whether another try may be made.
	More() bool
}

// AnyKnown means no limit on the known objects that are picked.
const AnyKnown = -1

// Meet reports whether the two threads, which are at loads or stores, may be about to access the
// same cell, and appends the initial values for which they are to picks. At most known of these are
// objects met before. Meet gives up when the budget is used up.
func (m *Machine) Meet(picks []Pick, known int, budget Budget) ([]Pick, bool) {
	if !budget.More() {
		return picks, false
	}
	same, need := m.Meeting()
	if need == Done || need == Stuck {
		return picks, same
	}
	objects := m.Objects()
	for o := range m.Values(need, 1) {
		left := known
		if o <= objects {
			if known == 0 {
				continue
			}
			left--
		}
		if found, ok := m.Meet(append(picks, Pick{need, o}), max(left, AnyKnown), budget); ok {
			return found, true
		}
	}
	return picks, false
}
