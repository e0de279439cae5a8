package flat

import "math/bits"

// reorder gives the initial values of a state canonical numbers, where the state before has
// them and keeps nothing that nothing leads to, and the objects keep theirs. It tells
// whether that is so. Both states have the same initial objects.
//
// The cells of initial objects lie in the order of their numbers, behind registers and
// cells of objects made by new(). So where objects are numbered in the order in which
// they are met, that is the order of positions, and so it is for symbols. An object keeps
// its number if it is still met first where it was. That it is if each position that has
// changed, and had it or has it, lies behind another one that had it. Then the same objects
// can be reached, by induction on their numbers, and only the symbols are to be numbered anew.
func (s *slots) reorder(before, state []uint64) bool {
	if s.pooled {
		return s.stays(before, state)
	}
	symbols := false
	for k, w := range before {
		for diff := w ^ state[k]; diff != 0; {
			shift := s.shift[bits.TrailingZeros64(diff)&63] & 63
			diff &^= s.value << shift
			for _, v := range [2]uint8{uint8(w >> shift & s.value), uint8(state[k] >> shift & s.value)} {
				switch {
				case v == 0 || v >= s.fixed[0]:
				case symbols && v >= s.symbol, s.earlier(before, k, uint(shift), v):
				case v >= s.symbol:
					symbols = true
				default:
					return false
				}
			}
		}
	}
	if symbols {
		s.order(state)
	}
	return true
}

// earlier tells whether a position before the one in word k has value v.
func (s *slots) earlier(state []uint64, k int, shift uint, v uint8) bool {
	has := s.equal(state[k], v) & (1<<(shift&63) - 1)
	for _, w := range state[:k] {
		has |= s.equal(w, v)
	}
	return has != 0
}

// order numbers symbols in the order in which they are met. Where another one is met than
// the one whose turn it is, the two change their numbers.
func (s *slots) order(state []uint64) {
	turn := s.symbol
	for k := range state {
		for open := s.symbols(state[k], turn); open != 0; turn++ {
			v := uint8(state[k] >> ((bits.TrailingZeros64(open) + 1 - int(s.width)) & 63) & s.value)
			if v != turn {
				s.exchange(state[k:], v, turn)
			}
			open &^= s.equal(state[k], turn)
		}
	}
}

// exchange puts each of two values for the other.
func (s *slots) exchange(words []uint64, v, u uint8) {
	for k, w := range words {
		either := s.equal(w, v) | s.equal(w, u)
		words[k] = w ^ either>>(s.width-1&63)*uint64(v^u)
	}
}

// equal has the highest bit of each value in w that is v.
func (s *slots) equal(w uint64, v uint8) uint64 {
	w ^= s.every * uint64(v)
	low := s.every * s.value &^ s.high
	return s.high &^ (w | (w&low + low))
}

// symbols has the highest bit of each value in w that is a symbol, and from on.
func (s *slots) symbols(w uint64, from uint8) uint64 {
	if uint64(s.fixed[0]) > s.value { // no value is
		return s.least(w, from)
	}
	return s.least(w, from) &^ s.least(w, s.fixed[0])
}

// least has the highest bit of each value in w that is at least v, which is not 0.
func (s *slots) least(w uint64, v uint8) uint64 {
	bound := s.every * uint64(v)
	rest := (w | s.high) - bound&^s.high
	return s.high & (w&^bound | ^(w^bound)&rest)
}
