package flat

import "math/bits"

// slots is where the values of a state lie, from all initial states: the registers come
// first, then the cells of objects made by new(), and then those of the initial objects,
// a group for each, in the order of their numbers. Each value takes as many bits, a power
// of 2, and no gap is between them.
type slots struct {
	low       int    // of the number of a bit, what is its place in a value
	value     uint64 // the bits of a value
	registers int    // bits of all registers
	cells     int    // the bit that the first group begins at
	group     int    // bits of a group
}

// slots is the arrangement of a layout whose positions are given out.
func (f *Layout) arranged(registers int) slots {
	width := f.bits()
	s := slots{low: width - 1, value: 1<<width - 1, registers: registers * width, cells: 64 * f.words}
	for _, at := range f.cells[f.width : 2*f.width] {
		if at.mask != 0 {
			s.cells = min(s.cells, int(at.word)<<6|int(at.shift))
			s.group += width
		}
	}
	return s
}

// bitsOf are up to 64 bits of a state from bit at on.
func bitsOf(state []uint64, at, n int) uint64 {
	word, shift := at>>6, uint(at&63)
	v := state[word] >> shift
	if int(shift)+n > 64 {
		v |= state[word+1] << (64 - shift)
	}
	return v & (1<<n - 1)
}

// putBits adds bits to a state from bit at on, where there are only zeros.
func putBits(state []uint64, at, n int, v uint64) {
	word, shift := at>>6, uint(at&63)
	state[word] |= v << shift
	if int(shift)+n > 64 {
		state[word+1] |= v >> (64 - shift)
	}
}

// ones has a 1 for each value that is not 0, in its lowest bit.
func (s *slots) ones(w uint64) uint64 {
	w |= w >> 1
	w |= w >> 2
	if s.low == 3 {
		return w & 0x1111111111111111
	}
	return (w | w>>4) & 0x0101010101010101
}

// numbering gives initial values canonical numbers: those in which they are met in the
// registers, in cells of objects made by new(), and then in the cells of the initial objects
// that were met, one object after the other; values of which the object is not known by
// themselves. Initial objects that nothing leads to are dropped, unless something of them is
// known and something is open that may yet be given one: then they come last. So it is in
// package canonical.
type numbering struct {
	f       *Layout
	of      [maxObjects]uint8 // the number of a value; 0 if it is initial and was not met
	met     []uint8           // initial objects by number, from index 0
	symbols []uint8           // the same of values of which the object is not known
	next    []uint64          // the state under its new numbers
}

func newNumbering(f *Layout) numbering {
	n := numbering{f: f, next: make([]uint64, f.words)}
	for v := f.initial + f.symbols + 1; v < maxObjects; v++ {
		n.of[v] = uint8(v)
	}
	return n
}

// number gives the initial values of a state canonical numbers. The mask is that of the
// values that count; others are 0.
func (n *numbering) number(state, mask []uint64) {
	s := &n.f.slots
	n.met, n.symbols = n.met[:0], n.symbols[:0]
	clear(n.of[1 : n.f.initial+n.f.symbols+1])
	clear(n.next)
	open := n.head(state, mask)
	done, more := n.groups(state, mask, 0)
	if open || more || len(n.symbols) > 0 {
		for o, top := 1, s.top(state); o <= top; o++ {
			if n.of[o] == 0 && s.known(state, o) {
				n.add(uint64(o))
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
	for at := 0; at < s.cells; at += 64 {
		w := state[at>>6]
		if rest := s.cells - at; rest < 64 {
			w &= 1<<rest - 1
		}
		n.next[at>>6] = n.renamed(w)
		if rest := s.registers - at; rest > 0 && !open {
			m := mask[at>>6]
			if rest < 64 {
				m &= 1<<rest - 1
			}
			open = s.ones(m)&^s.ones(w) != 0
		}
	}
	return open
}

// groups moves and renames the cells of the objects that were met from number done on,
// and tells whether a cell that counts has no value yet.
func (n *numbering) groups(state, mask []uint64, done int) (all int, open bool) {
	s := &n.f.slots
	for ; done < len(n.met); done++ {
		from, to := s.cells+(int(n.met[done])-1)*s.group, s.cells+done*s.group
		for rest := s.group; rest > 0; rest -= 64 {
			size := min(rest, 64)
			w := bitsOf(state, from, size)
			open = open || s.ones(bitsOf(mask, from, size))&^s.ones(w) != 0
			if w != 0 {
				putBits(n.next, to, size, n.renamed(w))
			}
			from, to = from+size, to+size
		}
	}
	return done, open
}

// renamed are values under their new numbers.
func (n *numbering) renamed(w uint64) (out uint64) {
	s := &n.f.slots
	for w != 0 {
		shift := uint(bits.TrailingZeros64(w)&^s.low) & 63
		v := w >> shift & s.value
		w &^= s.value << shift
		is := n.of[uint8(v)]
		if is == 0 {
			is = n.add(v)
		}
		out |= uint64(is) << shift
	}
	return out
}

// add gives an initial value the next number.
func (n *numbering) add(v uint64) (is uint8) {
	if int32(v) <= n.f.initial {
		n.met = append(n.met, uint8(v))
		is = uint8(len(n.met))
	} else {
		n.symbols = append(n.symbols, uint8(v))
		is = uint8(int(n.f.initial) + len(n.symbols))
	}
	n.of[uint8(v)] = is
	return is
}

// top is at least the greatest number of an initial object of which something is known.
func (s *slots) top(state []uint64) int {
	for k := len(state) - 1; k >= 0; k-- {
		if state[k] != 0 {
			return max(0, k<<6+bits.Len64(state[k])-1-s.cells+s.group) / max(1, s.group)
		}
	}
	return 0
}

// known tells whether something is known of initial object o.
func (s *slots) known(state []uint64, o int) bool {
	at := s.cells + (o-1)*s.group
	for rest := s.group; rest > 0; rest -= 64 {
		if bitsOf(state, at, min(rest, 64)) != 0 {
			return true
		}
		at += 64
	}
	return false
}
