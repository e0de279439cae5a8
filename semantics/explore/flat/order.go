package flat

import "math/bits"

// reorder gives the initial values of a state canonical numbers, where the state before has
// them, the objects keep theirs, and what is kept that nothing leads to is kept: see keeps. It tells
// whether the objects do. Both states have the same initial objects.
//
// The cells of initial objects lie in the order of their numbers, behind registers and
// cells of objects made by new(). So where objects are numbered in the order in which
// they are met, that is the order of positions, and so it is for symbols. An object keeps
// its number if it is still met first where it was. That it is if each position that has
// changed, and had it or has it, lies behind another one that had it. Then the same objects
// can be reached, by induction on their numbers, and only the symbols are to be numbered anew,
// from the first position on where another one may be met first.
func (s *slots) reorder(before, state []uint64) bool {
	if s.pooled {
		return s.stays(before, state)
	}
	from, turn := none, s.symbol
	for k, w := range before {
		u := state[k]
		for diff := s.some(w ^ u); diff != 0; diff &= diff - 1 {
			shift := uint(bits.TrailingZeros64(diff)+1-int(s.width)) & 63
			is, was := uint8(u>>shift&s.value), uint8(w>>shift&s.value)
			if s.counts(was, from) && !s.earlier(before, k, shift, was) {
				if was < s.symbol {
					return false
				}
				from, turn = k, was
			}
			if s.counts(is, from) && !s.earlier(before, k, shift, is) {
				if is < s.symbol {
					return false
				}
				from, turn = 0, s.symbol
			}
		}
	}
	if from != none {
		s.order(state[from:], turn)
	}
	return true
}

// none is no word.
const none = -1

// counts tells whether it is to be known if a value is met first somewhere: of an initial object, or
// of a symbol if there is no word yet from which these are to be put in order.
func (s *slots) counts(v uint8, from int) bool {
	return v != 0 && v < s.fixed[0] && (v < s.symbol || from == none)
}

// earlier tells whether a position before the one in word k has value v.
func (s *slots) earlier(state []uint64, k int, shift uint, v uint8) bool {
	every := s.every * uint64(v)
	has := s.same(state[k], every) & (1<<(shift&63) - 1)
	for _, w := range state[:k] {
		has |= s.same(w, every)
	}
	return has != 0
}

// keeps tells whether all that a state before keeps is kept, if it keeps its number: something
// is known of each object of which something is known before, and a symbol comes before what is
// kept, which may yet be any of these.
func (s *slots) keeps(before, state []uint64) bool {
	symbols := uint64(0)
	for k, m := range s.head {
		symbols |= s.symbols(state[k]&m, s.symbol)
	}
	for o := 1; o < int(s.symbol); o++ {
		if s.known(before, o) && !s.known(state, o) {
			return false
		}
	}
	return symbols != 0
}

// some has the highest bit of each value in w that is not 0.
func (s *slots) some(w uint64) uint64 {
	return s.high & (w | (w&s.low + s.low))
}

// order numbers symbols from turn on in the order in which they are met. Where another one is met than
// the one whose turn it is, the two change their numbers.
func (s *slots) order(state []uint64, turn uint8) {
	every, high, low, value, width := s.every, s.high, s.low, s.value, int(s.width)
	for k, w := range state {
		for open := s.symbols(w, turn); open != 0; turn++ {
			v := uint8(w >> (uint(bits.TrailingZeros64(open)+1-width) & 63) & value)
			is := w ^ every*uint64(turn)
			is = high &^ (is | (is&low + low))
			if v != turn {
				was := w ^ every*uint64(v)
				was = high &^ (was | (was&low + low))
				w ^= (is | was) >> (uint(width-1) & 63) * uint64(v^turn)
				state[k] = w
				is = was
				s.exchange(state[k+1:], v, turn)
			}
			open &^= is
		}
	}
}

// exchange puts each of two values for the other.
func (s *slots) exchange(words []uint64, v, u uint8) {
	every, high, low, down, both := s.every, s.high, s.low, (s.width-1)&63, uint64(v^u)
	first, second := every*uint64(v), every*uint64(u)
	for k, w := range words {
		a, b := w^first, w^second
		other := (a | (a&low + low)) & (b | (b&low + low))
		words[k] = w ^ (high&^other)>>down*both
	}
}

// equal has the highest bit of each value in w that is v.
func (s *slots) equal(w uint64, v uint8) uint64 { return s.same(w, s.every*uint64(v)) }

// same has the highest bit of each value that is the same in w and u.
func (s *slots) same(w, u uint64) uint64 {
	w ^= u
	return s.high &^ (w | (w&s.low + s.low))
}

// symbols has the highest bit of each value in w that is a symbol, and from on.
func (s *slots) symbols(w uint64, from uint8) uint64 {
	return s.least(w, s.every*uint64(from)) &^ (s.least(w, s.above) & s.made)
}

// least has the highest bit of each value in w that is at least the one in bound.
func (s *slots) least(w, bound uint64) uint64 {
	return s.high & (w&^bound | ^(w^bound)&((w|s.high)-bound&^s.high))
}
