package flat

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
	kept    uint8             // keeps, if that is to be noted of the state
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
	n.met, n.symbols, n.pooled, n.queue, n.kept = 0, 0, 0, n.queue[:0], 0
	clear(n.of[1:n.f.slots.fixed[0]])
	clear(n.of[n.f.firstPooled():n.f.values()])
	clear(n.next)
	open := n.head(state, mask)
	done, more := n.groups(state, mask, 0)
	if open || more || n.symbols > 0 {
		for o := 1; o <= int(n.f.initial); o++ {
			if n.of[o] == 0 && n.f.slots.known(state, o) {
				n.kept = keeps
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
