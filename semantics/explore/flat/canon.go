package flat

import "math/bits"

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
	groups    []group   // of initial objects and of those of new() on cycles
	fixed     [2]uint8  // the first and the last value that is always the same object
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
	s.fixed = [2]uint8{uint8(f.initial + f.symbols + 1), uint8(f.firstPooled() - 1)}
	for at := range s.shift {
		s.shift[at] = uint8(at / width * width)
	}
	for at := 0; at+width <= 64; at += width {
		s.every |= 1 << at
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

// numbering gives initial values canonical numbers: those in which they are met in the
// registers, in cells of objects made by new(), and then in the cells of the initial objects
// that were met, one object after the other; values of which the object is not known by
// themselves. Initial objects that nothing leads to are dropped, unless something of them is
// known and something is open that may yet be given one: then they come last. So it is in
// package canonical. Objects of new() on cycles are numbered in the same way, and dropped
// where nothing leads to them: no initial value is one.
type numbering struct {
	f       *Layout
	of      [maxObjects]uint8 // the number of a value; 0 if it is initial and was not met
	was     [maxObjects]uint8 // the value that has got a number
	met     int               // initial objects that have numbers
	pooled  int               // objects of new() on cycles that have numbers
	queue   []uint8           // both, under their numbers before
	symbols int               // values of which the object is not known that have numbers
	kept    bool              // something is known of an initial object that nothing leads to
	next    []uint64          // the state under its new numbers
}

func newNumbering(f *Layout) numbering {
	n := numbering{f: f, next: make([]uint64, f.words)}
	for v := f.initial + f.symbols + 1; v < f.firstPooled(); v++ {
		n.of[v] = uint8(v)
	}
	return n
}

// number gives the initial values of a state canonical numbers. The mask is that of the
// values that count; others are 0.
func (n *numbering) number(state, mask []uint64) {
	n.met, n.symbols, n.pooled, n.queue, n.kept = 0, 0, 0, n.queue[:0], false
	clear(n.of[1:n.f.slots.fixed[0]])
	clear(n.of[n.f.firstPooled():n.f.values()])
	clear(n.next)
	open := n.head(state, mask)
	done, more := n.groups(state, mask, 0)
	if open || more || n.symbols > 0 {
		for o := 1; o <= int(n.f.initial); o++ {
			if n.of[o] == 0 && n.f.slots.known(state, o) {
				n.kept = true
				n.add(uint8(o))
				done, _ = n.groups(state, mask, done)
			}
		}
	}
	copy(state, n.next)
}

// head renames what comes before the cells of initial objects, and tells whether a register
// that counts has no value yet.
func (n *numbering) head(state, mask []uint64) (open bool) {
	s := &n.f.slots
	for k, m := range s.head {
		if m == 0 {
			return open
		}
		w := state[k]
		n.next[k] = n.renamed(w & m)
		open = open || s.ones(mask[k]&s.registers[k])&^s.ones(w) != 0
	}
	return open
}

// groups moves and renames the cells of the objects that were met from number done on,
// and tells whether a cell that counts has no value yet.
func (n *numbering) groups(state, mask []uint64, done int) (all int, open bool) {
	s := &n.f.slots
	for ; done < len(n.queue); done++ {
		v := n.queue[done]
		from, to := &s.groups[v], &s.groups[n.of[v]]
		for k, m := range from.bits {
			w := state[from.word+k] >> from.shift & m
			open = open || s.ones(mask[from.word+k]>>from.shift&m)&^s.ones(w) != 0
			n.next[to.word+k] |= n.renamed(w) << to.shift
		}
	}
	return done, open
}

// renamed are values under their new numbers.
func (n *numbering) renamed(w uint64) (out uint64) {
	s := &n.f.slots
	width, value := s.width&63, s.value
	for shift := uint(0); w != 0; shift += width {
		if v := uint8(w & value); v != 0 {
			is := n.of[v]
			if is == 0 {
				is = n.add(v)
			}
			out |= uint64(is) << (shift & 63)
		}
		w >>= width
	}
	return out
}

// add gives an initial value the next number.
func (n *numbering) add(v uint8) (is uint8) {
	switch fixed := n.f.slots.fixed; {
	case int32(v) <= n.f.initial:
		n.met++
		is = uint8(n.met)
		n.queue = append(n.queue, v)
	case v < fixed[0]:
		n.symbols++
		is = uint8(int(n.f.initial) + n.symbols)
	default:
		n.pooled++
		is = fixed[1] + uint8(n.pooled)
		n.queue = append(n.queue, v)
	}
	n.of[v], n.was[is] = is, v
	return is
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
