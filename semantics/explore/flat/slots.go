package flat

import (
	"math/bits"
	"slices"
)

// slots is where the values of a state lie, from all initial states: the registers come
// first, then the cells of objects made by new(), and then a group of cells for each
// initial object, in the order of their numbers, and for each object of new() on cycles. A
// group lies in one word, or in words of its own.
type slots struct {
	shift     [64]uint8 // by the number of a bit, where the value begins that it is in
	width     uint      // how many bits a value takes, from 4 to 8
	value     uint64    // the bits of a value
	every     uint64    // the lowest bit of each value
	registers []uint64  // the bits of registers, by word
	head      []uint64  // the bits of what comes before the groups, by word
	plain     []uint64  // the bits of registers and of cells of initial objects, by word: see lone.go
	groups    []group   // of initial objects and of those of new() on cycles
	fixed     [2]uint8  // the first and the last value that is always the same object
	high      uint64    // the highest bit of each value
	low       uint64    // its other bits
	above     uint64    // in each place the first value behind symbols; 0 where there is none
	made      uint64    // high; 0 where there is none
	symbol    uint8     // the first value of which the object is not known
	pooled    bool      // there are objects of new() on cycles
}

// group is where the cells of an initial object lie: in some bits of a word, and in all of
// some that follow.
type group struct {
	word  int
	shift uint
	bits  []uint64 // of each word, from the shift on
}

// arranged are the slots of a layout whose positions are given out, so many of them to
// registers.
func (f *Layout) arranged(registers int) slots {
	width := f.bits()
	s := slots{width: uint(width), value: 1<<width - 1, groups: make([]group, f.values())}
	s.symbol, s.pooled = uint8(f.initial+1), f.pool > 0
	s.fixed = [2]uint8{uint8(f.initial + f.symbols + 1), uint8(f.firstPooled() - 1)}
	for at := range s.shift {
		s.shift[at] = uint8(at / width * width)
	}
	for at := 0; at+width <= 64; at += width {
		s.every |= 1 << at
	}
	s.high = s.every << (width - 1)
	s.low = s.every * s.value &^ s.high
	if uint64(s.fixed[0]) <= s.value {
		s.above, s.made = s.every*uint64(s.fixed[0]), s.high
	}
	free := positions{width: width}
	s.registers, s.head = make([]uint64, f.words), make([]uint64, f.words)
	for range registers {
		free.take().put(s.registers, 0xff)
	}
	for _, at := range f.cells[(f.initial+f.symbols+1)*f.width : f.firstPooled()*f.width] {
		at.put(s.head, 0xff)
	}
	for k, r := range s.registers {
		s.head[k] |= r
	}
	s.plain = slices.Clone(s.registers)
	for o := range f.values() {
		if o == 0 || o > f.initial && o < f.firstPooled() {
			continue
		}
		all := make([]uint64, f.words)
		g := &s.groups[o]
		g.word = -1
		for _, at := range f.cells[o*f.width : (o+1)*f.width] {
			if at.mask != 0 && g.word < 0 {
				g.word, g.shift = int(at.word), uint(at.shift)
			}
			at.put(all, 0xff)
			if o <= f.initial {
				at.put(s.plain, 0xff)
			}
		}
		for k := max(0, g.word); k < f.words && all[k] != 0; k++ {
			g.bits = append(g.bits, all[k])
		}
		if len(g.bits) > 0 {
			g.bits[0] >>= g.shift
		}
	}
	return s
}

// ones has a 1 for each value that is not 0, in its lowest bit.
func (s *slots) ones(w uint64) uint64 {
	w |= w >> 1
	w |= w >> 2 // of four bits; the others of a value are the last four of it, which is of up to eight
	return (w | w>>(s.width-4&63)) & s.every
}

// stays tells whether the initial values of a state have canonical numbers since those of
// the state before have, of which nothing is kept that nothing leads to: each value that
// was taken away from somewhere, or put there, is in a register before that, too. So the
// values are met in the same order.
func (s *slots) stays(before, state []uint64) bool {
	same := before[0] & s.registers[0] &^ (s.ones(before[0]^state[0]) * s.value)
	for k, w := range before {
		for diff := w ^ state[k]; diff != 0; {
			shift := s.shift[bits.TrailingZeros64(diff)&63] & 63
			diff &^= s.value << shift
			earlier := same
			if k == 0 {
				earlier &= 1<<shift - 1
			}
			if !s.has(earlier, uint8(w>>shift&s.value)) || !s.has(earlier, uint8(state[k]>>shift&s.value)) {
				return false
			}
		}
	}
	return true
}

// has tells whether a value is among some, or none that has a number to be kept.
func (s *slots) has(values uint64, v uint8) bool {
	return v == 0 || s.fixed[0] <= v && v <= s.fixed[1] || s.ones(values^s.every*uint64(v)) != s.every
}

// known tells whether something is known of initial object o.
func (s *slots) known(state []uint64, o int) bool {
	g := &s.groups[o]
	for k, m := range g.bits {
		if state[g.word+k]>>g.shift&m != 0 {
			return true
		}
	}
	return false
}
