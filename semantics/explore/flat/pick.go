package flat

import (
	"wobbly/il/flow"
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

// picked is a pick in a state: a position gets a value of which the object is not
// known, or a value of which it was not known is an object; or a position loses its value.
type picked struct {
	at    operand
	was   uint8 // the value that is an object, or is lost; 0 where a position gets a value
	value uint8 // 0 where a position loses its value
	fresh bool  // the object was not known before
}

// picker tries all ways to pick the initial values that a command reads. A value
// that is only passed on may be any initial object; only where one of its cells
// is needed it is one that there is, or a new one.
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
	if n, open := k.f.open(a, state); open {
		return k.fill(n, state, func(next []uint64) bool { return k.execute(a, next) })
	}
	to := k.copy(state)
	if a.kind == makesPooled {
		k.make(a, to)
	}
	k.f.executeAll(a, state, to)
	stop := k.narrow || k.emit(to, operand{}, 0)
	k.scratch = append(k.scratch, to)
	return stop
}

// make makes an object of a new() on a cycle: one that is not in use.
func (k *picker) make(a *action, state []uint64) {
	used := k.f.used(state)
	v := used.free(k.f.firstPooled(), k.f.values()-1)
	if v == 0 {
		k.narrow = true
		return
	}
	a.to.put(state, v)
	for _, at := range k.f.cells[int32(v)*k.f.width : (int32(v)+1)*k.f.width] {
		at.put(state, v)
	}
}

// meet tells whether two paths can lead to one object, and leaves in picks the
// values that make them.
func (k *picker) meet(p, q rooted, state []uint64) bool {
	n, open := k.f.openOn(state, p.root, p.path)
	if !open {
		n, open = k.f.openOn(state, q.root, q.path)
	}
	if open {
		return k.fill(n, state, func(next []uint64) bool { return k.meet(p, q, next) })
	}
	a, b := k.f.follow(state, p.root, p.path), k.f.follow(state, q.root, q.path)
	if k.f.symbol(b) {
		a, b = b, a
	}
	made := int32(b) > k.f.initial+k.f.symbols
	if a != b && k.f.symbol(a) && !made {
		k.picks = append(k.picks, picked{was: a, value: b})
		return true
	}
	return a == b
}

// lack is what a command needs: a value for a position, or the object that a value
// is.
type lack struct {
	at  operand
	was uint8
}

// fill does something in a state with each way to give a command what it lacks,
// until the answer is true. Then picks has the values.
func (k *picker) fill(n lack, state []uint64, do func(state []uint64) bool) (stop bool) {
	used, before := k.f.used(state), len(k.picks)
	next := k.copy(state)
	if n.was == 0 {
		v := used.free(k.f.initial+1, k.f.initial+k.f.symbols)
		if v == 0 && k.forget(next) {
			used = k.f.used(next)
			v = used.free(k.f.initial+1, k.f.initial+k.f.symbols)
		}
		n.at.put(next, v)
		if stop = k.try(picked{at: n.at, value: v}, next, do); !stop {
			k.picks = k.picks[:before]
		}
	} else {
		fresh := used.free(1, k.f.initial)
		for o := uint8(1); int32(o) <= k.f.initial && !stop; o++ {
			if o != fresh && !used.Has(int32(o)) {
				continue
			}
			copy(next, state)
			k.f.substitute(next, n.was, o)
			stop = k.try(picked{was: n.was, value: o, fresh: o == fresh}, next, do)
		}
		k.narrow = k.narrow || fresh == 0
	}
	k.scratch = append(k.scratch, next)
	return stop || k.narrow
}

// try does something with a pick. Where there is no value to pick, the layout is too
// narrow.
func (k *picker) try(p picked, next []uint64, do func(state []uint64) bool) (stop bool) {
	if p.value == 0 {
		k.narrow = true
		return true
	}
	k.picks = append(k.picks, p)
	if stop = do(next); !stop {
		k.picks = k.picks[:len(k.picks)-1]
	}
	return stop
}

// fresh tells whether an object was picked that was not known before.
func (k *picker) fresh() bool {
	for i := range k.picks {
		if k.picks[i].fresh {
			return true
		}
	}
	return false
}

// copy is a copy of a state, in room that was used before where there is some.
func (k *picker) copy(state []uint64) (to []uint64) {
	if n := len(k.scratch) - 1; n >= 0 {
		to, k.scratch = k.scratch[n], k.scratch[:n]
	}
	return append(to[:0], state...)
}

// inUse are the values that a state has, and the initial objects of which it knows
// something.
type inUse struct{ flow.ObjectSet }

// free is the least value from first to last that is not in use, or 0.
func (u *inUse) free(first, last int32) uint8 {
	for v := first; v <= last; v++ {
		if !u.Has(v) {
			return uint8(v)
		}
	}
	return 0
}

func (f *Layout) used(state []uint64) (u inUse) {
	s := &f.slots
	for _, w := range state {
		for ; w != 0; w >>= s.width & 63 {
			u.Add(int32(w & s.value))
		}
	}
	for o := 1; o <= int(f.initial); o++ {
		if s.known(state, o) {
			u.Add(int32(o))
		}
	}
	return u
}

// substitute puts an object for a value.
func (f *Layout) substitute(state []uint64, was, object uint8) {
	s := &f.slots
	for k, w := range state {
		same := s.every &^ s.ones(w^s.every*uint64(was))
		state[k] = w ^ same*uint64(was^object)
	}
}

// open is the first that a command lacks.
func (f *Layout) open(a *action, state []uint64) (n lack, open bool) {
	switch a.kind {
	case copies:
		return f.openOn(state, a.from, nil)
	case loads:
		return f.openOn(state, a.from, a.path)
	case stores:
		path := a.path[:len(a.path)-1]
		if n, open := f.openOn(state, a.to, path); open {
			return n, true
		}
		if o := f.follow(state, a.to, path); f.symbol(o) {
			return lack{was: o}, true
		}
		return f.openOn(state, a.from, nil)
	case several:
		for k := range a.args {
			if n, open := f.open(&a.args[k], state); open {
				return n, true
			}
		}
	}
	return lack{}, false
}

// openOn is the first that is lacking on a path, or at its end: there a value does.
func (f *Layout) openOn(state []uint64, root operand, path []int32) (n lack, open bool) {
	at := root
	for _, field := range path {
		switch v := at.get(state); {
		case v == 0:
			return lack{at: at}, true
		case f.symbol(v):
			return lack{was: v}, true
		default:
			at = f.cells[int32(v)*f.width+field]
		}
	}
	return lack{at: at}, at.get(state) == 0
}
