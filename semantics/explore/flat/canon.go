package flat

import "math/bits"

// roots is what a canonical numbering of the initial objects begins with, in the
// states of a bucket: the positions that hold objects whatever initial objects
// there are, and the fields of initial objects that count.
type roots struct {
	registers []operand
	made      []operand // cells of objects made by new()
	fields    []int32
}

// rootsIn lists those of a bucket with the mask.
func (f *Layout) rootsIn(mask []uint64) (r roots) {
	counts := func(at operand) bool { return at.mask != 0 && at.get(mask) != 0 }
	for _, at := range f.registers {
		if counts(at) {
			r.registers = append(r.registers, at)
		}
	}
	for _, at := range f.cells[(f.initial+f.symbols+1)*f.width:] {
		if counts(at) {
			r.made = append(r.made, at)
		}
	}
	for field, at := range f.cells[f.width : 2*f.width] {
		if counts(at) {
			r.fields = append(r.fields, int32(field))
		}
	}
	return r
}

// scan is how the values of a state are visited that are not 0, in the order of
// their positions. Registers come first, then cells of objects made by new(), and
// then those of the initial objects, in the order of their numbers.
type scan struct {
	low  int     // of the number of a bit, what is its place in a value
	mask uint64  // of a value
	end  []int32 // by the initial objects that were met: a word and a shift in it behind the last position that they account for
}

// numbered tells whether the initial values of a state have canonical numbers:
// they are met in the order of their numbers in the
// registers, the cells of objects made by new(), and the cells of initial objects
// that were met; and of others nothing is known. Values of which the object is not
// known are numbered in the same way.
func (f *Layout) numbered(state []uint64) bool {
	met, initial := uint64(0), uint64(f.initial)
	symbol, symbols := initial, initial+uint64(f.symbols)
	s := &f.scan
	end := s.end[0]
	for k, w := range state {
		for w != 0 {
			shift := bits.TrailingZeros64(w) &^ s.low
			v := w >> (shift & 63) & s.mask
			w &^= s.mask << (shift & 63)
			if int32(k<<6|shift) >= end {
				return false
			}
			switch {
			case v <= met || v > symbols:
			case v <= initial:
				if met++; v != met {
					return false
				}
				end = s.end[met]
			case v > symbol:
				if symbol++; v != symbol {
					return false
				}
			}
		}
	}
	return true
}

// numbering gives initial objects canonical numbers.
type numbering struct {
	of      [maxObjects]uint8 // the number of an initial value, 0 if it was not met
	met     []uint8           // initial objects by number, from index 0
	symbols []uint8           // the same of values of which the object is not known
	open    bool              // something was met that may yet be any initial object
	state   []uint64          // before
}

// number gives the initial objects of a state canonical numbers: see numbered.
// Initial objects that nothing leads to are dropped, unless something of them is
// known and something is open that may yet be given one: then they come last. So
// it is in package canonical.
func (n *numbering) number(f *Layout, r *roots, state []uint64) {
	n.traverse(f, r, state)
	n.state = append(n.state[:0], state...)
	for _, mask := range f.cellsOf {
		for k, m := range mask {
			state[k] &^= m
		}
	}
	for _, list := range [2][]operand{r.registers, r.made} {
		for _, at := range list {
			at.put(state, n.renamed(f, at.get(n.state)))
		}
	}
	for k, o := range n.met {
		for _, field := range r.fields {
			v := n.renamed(f, f.cells[int32(o)*f.width+field].get(n.state))
			f.cells[int32(k+1)*f.width+field].put(state, v)
		}
	}
	for _, o := range n.met {
		n.of[o] = 0
	}
	for _, v := range n.symbols {
		n.of[v] = 0
	}
}

// renamed is a value under its new number.
func (n *numbering) renamed(f *Layout, v uint8) uint8 {
	if v == 0 || int32(v) > f.initial+f.symbols {
		return v
	}
	return n.of[v]
}

// traverse numbers the initial objects in the order in which they are met.
func (n *numbering) traverse(f *Layout, r *roots, state []uint64) {
	n.met, n.symbols, n.open = n.met[:0], n.symbols[:0], false
	for _, at := range r.registers {
		n.add(f, at.get(state))
	}
	for _, at := range r.made {
		if v := at.get(state); v != 0 { // the object has been made
			n.add(f, v)
		}
	}
	done := n.follow(f, r, state, 0)
	if !n.open {
		return
	}
	for o := uint8(1); int32(o) <= f.initial; o++ {
		if n.of[o] == 0 && holds(state, f.cellsOf[o]) {
			n.add(f, o)
			done = n.follow(f, r, state, done)
		}
	}
}

func (n *numbering) add(f *Layout, v uint8) {
	switch {
	case v == 0:
		n.open = true
	case int32(v) <= f.initial && n.of[v] == 0:
		n.met = append(n.met, v)
		n.of[v] = uint8(len(n.met))
	case f.symbol(v):
		n.open = true
		if n.of[v] == 0 {
			n.symbols = append(n.symbols, v)
			n.of[v] = uint8(f.initial) + uint8(len(n.symbols))
		}
	}
}

// follow meets what the cells of the objects hold that were met from number done
// on.
func (n *numbering) follow(f *Layout, r *roots, state []uint64, done int) int {
	for ; done < len(n.met); done++ {
		for _, field := range r.fields {
			n.add(f, f.cells[int32(n.met[done])*f.width+field].get(state))
		}
	}
	return done
}
