package flat

import (
	"math/bits"

	"wobbly/semantics/explore/machine"
)

// Pick is an initial value that an execution has picked. Initial objects are
// numbered from 0 here, in the order in which the execution came upon them, and
// keep their numbers.
type Pick struct {
	Object int             // whose cell it is; -1 for a register
	At     machine.Address // the register, or the field
	Value  int
}

// picked is a pick in a state.
type picked struct {
	at    operand
	value uint8
	fresh bool // the object was not known before
}

// picker tries all ways to pick the initial values that a command reads. As in
// package explore, a value is any initial object that there is, or a new one.
type picker struct {
	f       *Layout
	scratch [][]uint64
	picks   []picked
	narrow  bool                                           // a state would need more positions
	emit    func(state []uint64, at operand, v uint8) bool // what is done with each outcome, a state but for one position; true ends it
}

// execute executes a command from a state in all ways, and tells whether that was
// ended.
func (k *picker) execute(a *action, state []uint64) bool {
	if at, v, ok := k.f.writes(a, state); ok {
		return k.emit(state, at, v)
	}
	if at, open := k.f.open(a, state); open {
		return k.each(at, state, func(next []uint64) bool { return k.execute(a, next) })
	}
	to := k.copy(state)
	k.f.executeAll(a, state, to)
	stop := k.emit(to, operand{}, 0)
	k.scratch = append(k.scratch, to)
	return stop
}

// meet tells whether two paths can lead to one object, and leaves in picks the
// values that make them.
func (k *picker) meet(p, q rooted, state []uint64) bool {
	at, open := k.f.openOn(state, p.root, p.path)
	if !open {
		at, open = k.f.openOn(state, q.root, q.path)
	}
	if !open {
		return k.f.follow(state, p.root, p.path) == k.f.follow(state, q.root, q.path)
	}
	return k.each(at, state, func(next []uint64) bool { return k.meet(p, q, next) })
}

// each does something in a state with each value that an open position may have,
// until the answer is true. Then picks has the values.
func (k *picker) each(at operand, state []uint64, do func(state []uint64) bool) (stop bool) {
	known := k.f.there(state)
	if int32(known) == k.f.initial {
		k.narrow = true
		return true
	}
	next := k.copy(state)
	for v := uint8(1); v <= known+1 && !stop; v++ {
		at.put(next, v)
		k.picks = append(k.picks, picked{at, v, v > known})
		if stop = do(next); !stop {
			k.picks = k.picks[:len(k.picks)-1]
		}
	}
	k.scratch = append(k.scratch, next)
	return stop
}

// copy is a copy of a state, in room that was used before where there is some.
func (k *picker) copy(state []uint64) (to []uint64) {
	if n := len(k.scratch) - 1; n >= 0 {
		to, k.scratch = k.scratch[n], k.scratch[:n]
	}
	return append(to[:0], state...)
}

// there is how many initial objects there are in a state with canonical numbers, or
// in one that came from it by picks.
func (f *Layout) there(state []uint64) (known uint8) {
	for _, w := range state {
		for w != 0 {
			shift := bits.TrailingZeros64(w) &^ f.scan.low
			v := uint8(w >> shift & f.scan.mask)
			w &^= f.scan.mask << shift
			if v > known && int32(v) <= f.initial {
				known = v
			}
		}
	}
	for o := int32(known) + 1; o <= f.initial; o++ {
		if holds(state, f.cellsOf[o]) {
			known = uint8(o)
		}
	}
	return known
}

// open is the first position without a value that a command reads.
func (f *Layout) open(a *action, state []uint64) (at operand, open bool) {
	switch a.kind {
	case copies:
		return f.openOn(state, a.from, nil)
	case loads:
		return f.openOn(state, a.from, a.path)
	case stores:
		if at, open := f.openOn(state, a.to, a.path[:len(a.path)-1]); open {
			return at, true
		}
		return f.openOn(state, a.from, nil)
	case several:
		for k := range a.args {
			if at, open := f.open(&a.args[k], state); open {
				return at, true
			}
		}
	}
	return operand{}, false
}

// openOn is the first position without a value on a path, and at its end.
func (f *Layout) openOn(state []uint64, root operand, path []int32) (at operand, open bool) {
	at = root
	for _, field := range path {
		v := at.get(state)
		if v == 0 {
			return at, true
		}
		at = f.cells[int32(v)*f.width+field]
	}
	return at, at.get(state) == 0
}
