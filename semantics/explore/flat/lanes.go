package flat

import (
	"math/bits"
	"slices"
)

// lanes describes the positions of values in a search from all initial states: registers first,
// then cells of objects made by new(), then one group of cells for each initial object, in the
// order of their numbers, and for each object made in a loop. A group is inside one word or has
// words of its own.
//
// Operations work on all values of a word at once, like vector instructions. A set of lanes is
// represented by the lowest or by the highest bit of each.
type lanes struct {
	width     uint      // the bits of a value, from 4 to 8
	value     uint64    // the bits of a value
	every     uint64    // the lowest bit of each lane
	high      uint64    // the highest bit of each lane
	low       uint64    // the other bits of each lane
	shift     [64]uint8 // where the lane of each bit begins
	registers []uint64  // the bits of registers, by word
	head      []uint64  // the bits before the groups, by word
	plain     []uint64  // the bits of registers and of cells of initial objects, by word
	groups    []group   // by value: of initial objects and of those made in loops

	symbol uint8    // the first symbol
	fixed  [2]uint8 // the first and the last value that is always the same object
	above  uint64   // in each lane the first value after symbols; 0 if there is none
	made   uint64   // high; 0 if there is no value after symbols
	pooled bool     // whether there are objects made in loops
}

// A group is the position of an object's cells: some bits of a word and the words that follow.
type group struct {
	word  int
	shift uint
	bits  []uint64 // the bits in each word, from the shift on
}

// newLanes returns the lanes of a layout that begins with the given number of registers.
func (l *Layout) newLanes(registers int) lanes {
	width := l.bits()
	s := lanes{width: uint(width), value: 1<<width - 1, groups: make([]group, l.values())}
	s.symbol, s.pooled = uint8(l.initial+1), l.pool > 0
	s.fixed = [2]uint8{uint8(l.initial + l.symbols + 1), uint8(l.firstPooled() - 1)}
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
	free := allocator{width: width}
	s.registers, s.head = make([]uint64, l.words), make([]uint64, l.words)
	for range registers {
		free.take().put(s.registers, 0xff)
	}
	for _, at := range l.cells[(l.initial+l.symbols+1)*l.width : l.firstPooled()*l.width] {
		at.put(s.head, 0xff)
	}
	for k, r := range s.registers {
		s.head[k] |= r
	}
	s.plain = slices.Clone(s.registers)
	for o := int32(1); o < l.values(); o++ {
		if o > l.initial && o < l.firstPooled() {
			continue
		}
		all := make([]uint64, l.words)
		g := &s.groups[o]
		g.word = -1
		for _, at := range l.cells[o*l.width : (o+1)*l.width] {
			if at.mask != 0 && g.word < 0 {
				g.word, g.shift = int(at.word), uint(at.shift)
			}
			at.put(all, 0xff)
			if o <= l.initial {
				at.put(s.plain, 0xff)
			}
		}
		for k := max(0, g.word); k < l.words && all[k] != 0; k++ {
			g.bits = append(g.bits, all[k])
		}
		if len(g.bits) > 0 {
			g.bits[0] >>= g.shift
		}
	}
	return s
}

// ones returns the lowest bit of each nonzero lane of w.
func (l *lanes) ones(w uint64) uint64 {
	w |= w >> 1
	w |= w >> 2 // of four bits; a value has up to eight, and the others are its last four
	return (w | w>>(l.width-4&63)) & l.every
}

// some returns the highest bit of each nonzero lane of w.
func (l *lanes) some(w uint64) uint64 { return l.high & (w | (w&l.low + l.low)) }

// same returns the highest bit of each lane in which w and u agree.
func (l *lanes) same(w, u uint64) uint64 {
	w ^= u
	return l.high &^ (w | (w&l.low + l.low))
}

// equal returns the highest bit of each lane of w that holds v.
func (l *lanes) equal(w uint64, v uint8) uint64 { return l.same(w, l.every*uint64(v)) }

// least returns the highest bit of each lane in which w is at least bound.
func (l *lanes) least(w, bound uint64) uint64 {
	return l.high & (w&^bound | ^(w^bound)&((w|l.high)-bound&^l.high))
}

// symbols returns the highest bit of each lane of w with a symbol not below from.
func (l *lanes) symbols(w uint64, from uint8) uint64 {
	return l.least(w, l.every*uint64(from)) &^ (l.least(w, l.above) & l.made)
}

func (l *lanes) swap(words []uint64, v, u uint8) {
	every, high, low, down, both := l.every, l.high, l.low, (l.width-1)&63, uint64(v^u)
	first, second := every*uint64(v), every*uint64(u)
	for k, w := range words {
		a, b := w^first, w^second
		other := (a | (a&low + low)) & (b | (b&low + low))
		words[k] = w ^ (high&^other)>>down*both
	}
}

func (l *lanes) replace(state []uint64, v, by uint8) {
	for k, w := range state {
		same := l.every &^ l.ones(w^l.every*uint64(v))
		state[k] = w ^ same*uint64(v^by)
	}
}

func (l *lanes) known(state []uint64, o int) bool {
	g := &l.groups[o]
	for k, m := range g.bits {
		if state[g.word+k]>>g.shift&m != 0 {
			return true
		}
	}
	return false
}

// single returns the only position of v, if it is a register or a cell of an initial object.
func (l *lanes) single(state []uint64, v uint8) (at operand, found bool) {
	count := 0
	for k, w := range state {
		if has := l.equal(w, v); has != 0 {
			count += bits.OnesCount64(has)
			shift := bits.TrailingZeros64(has) + 1 - int(l.width)
			at = operand{word: uint8(k), shift: uint8(shift), mask: uint8(l.value)}
		}
	}
	return at, count == 1 && l.plain[at.word]>>(at.shift&63)&1 != 0
}
