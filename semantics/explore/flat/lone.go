package flat

import (
	"math/bits"
	"slices"
)

// A symbol that only one position holds says nothing: the position holds some initial object, as
// one does that has no value yet. Whatever is read there next, the same configurations follow, by
// as many steps: a position without a value is given a symbol when it is read. So where a state has
// no symbol left to give, such positions lose their value, and their symbols can be given again.
// Otherwise they keep it, since it is work to look for them.
//
// The positions are registers and cells of initial objects. Cells of objects made by new() always
// have a value.

// only is the position that holds a value, if no other one does and it may lose it.
func (s *slots) only(state []uint64, v uint8) (at operand, found bool) {
	count := 0
	for k, w := range state {
		if has := s.equal(w, v); has != 0 {
			count += bits.OnesCount64(has)
			shift := bits.TrailingZeros64(has) + 1 - int(s.width)
			at = operand{word: uint8(k), shift: uint8(shift), mask: uint8(s.value)}
		}
	}
	return at, count == 1 && s.plain[at.word]>>(at.shift&63)&1 != 0
}

// forget takes their values away from positions of a state that may lose them: not from those
// that the command has been given one for.
func (k *picker) forget(state []uint64) (forgot bool) {
	for v := k.f.slots.symbol; v < k.f.slots.fixed[0]; v++ {
		at, lone := k.f.slots.only(state, v)
		if !lone || slices.ContainsFunc(k.picks, func(p picked) bool { return p.was == 0 && p.value == v }) {
			continue
		}
		at.put(state, 0)
		k.picks = append(k.picks, picked{at: at, was: v})
		forgot = true
	}
	return forgot
}
