package flat

import "math/bits"

// A numbering gives initial values canonical numbers in the order in which it meets them: in
// registers, in cells of objects made by new(), then in cells of the initial objects that were met,
// object by object. Symbols are numbered separately. An initial object that nothing leads to is
// dropped, unless something about it is known and something open may still become it. Such objects
// come last, as in package canonical. Objects made in loops are numbered the same way but always
// dropped if nothing leads to them, because no initial value can be one.
type numbering struct {
	f       *Layout
	of      [maxObjects]uint8 // the number of a value; 0 if it is initial and was not met
	was     [maxObjects]uint8 // the value that has a number
	met     int               // how many initial objects have numbers
	pooled  int               // how many objects made in loops have numbers
	queue   []uint8           // both kinds of objects, by their old numbers
	symbols int               // how many symbols have numbers
	flags   uint8             // retains if an object was kept to which nothing leads, or 0
	full    bool              // whether known objects can no longer be picked, so that none is kept
	next    []uint64          // the state with new numbers
}

func newNumbering(f *Layout) numbering {
	n := numbering{f: f, next: make([]uint64, f.words)}
	for v := f.initial + f.symbols + 1; v < f.firstPooled(); v++ {
		n.of[v] = uint8(v)
	}
	return n
}

// number renumbers a state. mask covers the values that count; all others are 0.
func (n *numbering) number(state, mask []uint64) {
	s := &n.f.lanes
	n.met, n.symbols, n.pooled, n.queue, n.flags = 0, 0, 0, n.queue[:0], 0
	clear(n.of[1:s.fixed[0]])
	clear(n.of[n.f.firstPooled():n.f.values()])
	clear(n.next)
	open := false // whether a register that counts has no value yet
	for k, m := range s.head {
		if m == 0 {
			break
		}
		w := state[k]
		n.next[k] = n.renamed(w & m)
		open = open || s.ones(mask[k]&s.registers[k])&^s.ones(w) != 0
	}
	done, more := n.groups(state, mask, 0)
	if !n.full && (open || more || n.symbols > 0) {
		for o := 1; o <= int(n.f.initial); o++ {
			if n.of[o] == 0 && s.known(state, o) {
				n.flags = retains
				n.add(uint8(o))
				done, _ = n.groups(state, mask, done)
			}
		}
	}
	copy(state, n.next)
}

// groups moves and renumbers the cells of the objects met from number done on, and reports whether
// a cell that counts is still open.
func (n *numbering) groups(state, mask []uint64, done int) (all int, open bool) {
	s := &n.f.lanes
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

// renamed returns a word with the numbers of its values, which it gives to those that had none.
func (n *numbering) renamed(w uint64) (out uint64) {
	s := &n.f.lanes
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

// add gives an initial value or an object made in a loop the next number.
func (n *numbering) add(v uint8) (is uint8) {
	switch fixed := n.f.lanes.fixed; {
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

// reorder renumbers a state, many values at a time, in the usual case that objects keep the numbers
// that they have in the state before, and reports whether they do. Both states have the same
// initial objects, and retained has accepted those that nothing leads to.
//
// The cells of initial objects are in the order of their numbers, after registers and cells of
// objects made by new(), so objects and symbols are met in the order of positions. An object keeps
// its number if it is still met first at the same place, that is, if each changed position that had
// it or has it comes after another one that had it. Then, by induction on their numbers, the same
// objects can be reached, and only symbols need new numbers, starting at the first position where a
// symbol may now be met first.
func (l *lanes) reorder(before, state []uint64) bool {
	if l.pooled {
		return l.stays(before, state)
	}
	from, next := none, l.symbol // the word from which symbols are renumbered, and the first one
	for k, w := range before {
		u := state[k]
		for diff := l.some(w ^ u); diff != 0; diff &= diff - 1 {
			shift := uint(bits.TrailingZeros64(diff)+1-int(l.width)) & 63
			is, was := uint8(u>>shift&l.value), uint8(w>>shift&l.value)
			if l.matters(was, from) && !l.earlier(before, k, shift, was) {
				if was < l.symbol {
					return false
				}
				from, next = k, was
			}
			if l.matters(is, from) && !l.earlier(before, k, shift, is) {
				if is < l.symbol {
					return false
				}
				from, next = 0, l.symbol
			}
		}
	}
	if from != none {
		l.order(state[from:], next)
	}
	return true
}

const none = -1

// matters reports whether the place where v is met first matters: v is an initial object, or a
// symbol and no word has been marked yet.
func (l *lanes) matters(v uint8, from int) bool {
	return v != 0 && v < l.fixed[0] && (v < l.symbol || from == none)
}

// earlier reports whether a position before shift in word k has value v.
func (l *lanes) earlier(state []uint64, k int, shift uint, v uint8) bool {
	every := l.every * uint64(v)
	has := l.same(state[k], every) & (1<<(shift&63) - 1)
	for _, w := range state[:k] {
		has |= l.same(w, every)
	}
	return has != 0
}

// order numbers symbols from next on in the order in which it meets them. A symbol met before next
// swaps numbers with it.
func (l *lanes) order(state []uint64, next uint8) {
	every, high, low, value, width := l.every, l.high, l.low, l.value, int(l.width)
	for k, w := range state {
		for open := l.symbols(w, next); open != 0; next++ {
			v := uint8(w >> (uint(bits.TrailingZeros64(open)+1-width) & 63) & value)
			is := w ^ every*uint64(next)
			is = high &^ (is | (is&low + low))
			if v != next {
				was := w ^ every*uint64(v)
				was = high &^ (was | (was&low + low))
				w ^= (is | was) >> (uint(width-1) & 63) * uint64(v^next)
				state[k] = w
				is = was
				l.swap(state[k+1:], v, next)
			}
			open &^= is
		}
	}
}

// retained reports whether a state that keeps its numbers also retains the objects that nothing led
// to before: something about each is still known, and an earlier symbol may become any of them.
func (l *lanes) retained(before, state []uint64) bool {
	symbols := uint64(0)
	for k, m := range l.head {
		symbols |= l.symbols(state[k]&m, l.symbol)
	}
	for o := 1; o < int(l.symbol); o++ {
		if l.known(before, o) && !l.known(state, o) {
			return false
		}
	}
	return symbols != 0
}

// stays reports whether the initial values of a state keep their canonical numbers because each
// value that was removed or written also occurs earlier in a register of the first word. The state
// before must not retain an unreachable object.
func (l *lanes) stays(before, state []uint64) bool {
	same := before[0] & l.registers[0] &^ (l.ones(before[0]^state[0]) * l.value)
	for k, w := range before {
		for diff := w ^ state[k]; diff != 0; {
			shift := l.shift[bits.TrailingZeros64(diff)&63] & 63
			diff &^= l.value << shift
			earlier := same
			if k == 0 {
				earlier &= 1<<shift - 1
			}
			was, is := uint8(w>>shift&l.value), uint8(state[k]>>shift&l.value)
			if !l.among(earlier, was) || !l.among(earlier, is) {
				return false
			}
		}
	}
	return true
}

// among reports whether v is one of the values of a word or has no number that could change.
func (l *lanes) among(values uint64, v uint8) bool {
	return v == 0 || l.fixed[0] <= v && v <= l.fixed[1] ||
		l.ones(values^l.every*uint64(v)) != l.every
}
