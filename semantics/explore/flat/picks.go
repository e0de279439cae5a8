package flat

import (
	"slices"

	"wobbly/il/flow"
)

// A pick makes an initial value known: it gives a position a symbol, or makes a symbol an object.
// It can also release a symbol; see release.
type pick struct {
	at    operand // the position that gets a symbol, or loses it
	was   uint8   // the symbol that becomes an object or is released; 0 if a position gets one
	value uint8   // the object or the symbol; 0 if a symbol is released
	fresh bool    // whether the object was not known before
}

// A picker tries all ways to pick the initial values that a command reads. A value that is only
// passed on becomes a symbol, which may be any initial object. When one of its cells is needed, the
// symbol becomes a known object or a new one.
type picker struct {
	f          *Layout
	scratch    [][]uint64
	picks      []pick
	narrow     bool // whether a state would need more positions than there are
	limit      int  // how many known objects a command may pick; machine.AnyKnown for no limit
	knownPicks int  // how many known objects were picked for the command
	limited    bool // whether the limit ruled out a pick
	// emit is called with each outcome: a state, with v at a position. It reports whether to stop.
	emit func(state []uint64, at operand, v uint8) bool
}

// begin prepares for commands that may pick at most limit known objects.
func (k *picker) begin(limit int) {
	k.picks, k.limit, k.knownPicks, k.limited = k.picks[:0], limit, 0, false
}

// execute executes a command from a state in every way and reports whether emit stopped it.
func (k *picker) execute(a *action, state []uint64) bool {
	if at, v, ok := k.f.executeClosed(a, state); ok {
		return k.emit(state, at, v)
	}
	if m, open := k.f.missing(a, state); open {
		return k.fill(m, state, func(next []uint64) bool { return k.execute(a, next) })
	}
	to := k.copy(state)
	if a.kind == makesPooled {
		k.allocate(a, to)
	}
	k.f.executeAll(a, state, to)
	stop := k.narrow || k.emit(to, operand{}, 0)
	k.scratch = append(k.scratch, to)
	return stop
}

// allocate executes a new() on a cycle: it picks an object that is not in use.
func (k *picker) allocate(a *action, state []uint64) {
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

// meet reports whether two paths can lead to one object, and leaves the values for that in picks.
func (k *picker) meet(p, q rooted, state []uint64) bool {
	m, open := k.f.missingOn(state, p.root, p.path)
	if !open {
		m, open = k.f.missingOn(state, q.root, q.path)
	}
	if open {
		return k.fill(m, state, func(next []uint64) bool { return k.meet(p, q, next) })
	}
	a, b := k.f.follow(state, p.root, p.path), k.f.follow(state, q.root, q.path)
	if k.f.symbol(b) {
		a, b = b, a
	}
	made := int32(b) > k.f.initial+k.f.symbols
	if a != b && k.f.symbol(a) && !made {
		if k.knownPicks == k.limit {
			k.limited = true
			return false
		}
		k.picks = append(k.picks, pick{was: a, value: b})
		return true
	}
	return a == b
}

// A missing is a value that a command needs: a value for a position, or the object of a symbol.
type missing struct {
	at  operand
	was uint8 // the symbol, or 0
}

// fill calls do with each way to provide the missing value, left in picks, until do returns true.
func (k *picker) fill(m missing, state []uint64, do func(state []uint64) bool) (stop bool) {
	used, before := k.f.used(state), len(k.picks)
	next := k.copy(state)
	if m.was == 0 {
		v := used.free(k.f.initial+1, k.f.initial+k.f.symbols)
		if v == 0 && k.release(next) {
			used = k.f.used(next)
			v = used.free(k.f.initial+1, k.f.initial+k.f.symbols)
		}
		m.at.put(next, v)
		if stop = k.try(pick{at: m.at, value: v}, next, do); !stop {
			k.picks = k.picks[:before]
		}
	} else {
		fresh := used.free(1, k.f.initial)
		for o := uint8(1); int32(o) <= k.f.initial && !stop; o++ {
			if o != fresh {
				if !used.Has(int32(o)) {
					continue
				}
				if k.knownPicks == k.limit {
					k.limited = true
					continue
				}
				k.knownPicks++
			}
			copy(next, state)
			k.f.lanes.replace(next, m.was, o)
			stop = k.try(pick{was: m.was, value: o, fresh: o == fresh}, next, do)
			if o != fresh {
				k.knownPicks--
			}
		}
		k.narrow = k.narrow || fresh == 0
	}
	k.scratch = append(k.scratch, next)
	return stop || k.narrow
}

// try calls do with a pick. If there is no number left for it, the layout is too narrow.
func (k *picker) try(p pick, next []uint64, do func(state []uint64) bool) (stop bool) {
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

// release removes symbols held by a single position, except those that the command has just picked.
// Such a symbol carries no information: the position holds some initial object, just like a
// position without a value, which gets a symbol when it is read. So the same configurations follow
// after as many steps, and a state that has run out of symbols gets some back. Other states keep
// theirs, because looking for such symbols takes time.
//
// Only registers and cells of initial objects can be released. Cells of objects made by new()
// always have a value.
func (k *picker) release(state []uint64) (released bool) {
	for v := k.f.lanes.symbol; v < k.f.lanes.fixed[0]; v++ {
		at, single := k.f.lanes.single(state, v)
		justPicked := func(p pick) bool { return p.was == 0 && p.value == v }
		if !single || slices.ContainsFunc(k.picks, justPicked) {
			continue
		}
		at.put(state, 0)
		k.picks = append(k.picks, pick{at: at, was: v})
		released = true
	}
	return released
}

// copy copies a state into recycled memory, if there is any.
func (k *picker) copy(state []uint64) (to []uint64) {
	if n := len(k.scratch) - 1; n >= 0 {
		to, k.scratch = k.scratch[n], k.scratch[:n]
	}
	return append(to[:0], state...)
}

// inUse is the set of a state's values and of the initial objects about which something is known.
type inUse struct{ flow.ObjectSet }

// free returns the least unused value from first to last, or 0.
func (u *inUse) free(first, last int32) uint8 {
	for v := first; v <= last; v++ {
		if !u.Has(v) {
			return uint8(v)
		}
	}
	return 0
}

func (l *Layout) used(state []uint64) (u inUse) {
	s := &l.lanes
	for _, w := range state {
		for ; w != 0; w >>= s.width & 63 {
			u.Add(int32(w & s.value))
		}
	}
	for o := 1; o <= int(l.initial); o++ {
		if s.known(state, o) {
			u.Add(int32(o))
		}
	}
	return u
}

// missing returns the first value that a command needs and does not have.
func (l *Layout) missing(a *action, state []uint64) (m missing, open bool) {
	switch a.kind {
	case copies:
		return l.missingOn(state, a.from, nil)
	case loads:
		return l.missingOn(state, a.from, a.path)
	case stores:
		path := a.path[:len(a.path)-1]
		if m, open := l.missingOn(state, a.to, path); open {
			return m, true
		}
		if o := l.follow(state, a.to, path); l.symbol(o) {
			return missing{was: o}, true
		}
		return l.missingOn(state, a.from, nil)
	case several:
		for k := range a.args {
			if m, open := l.missing(&a.args[k], state); open {
				return m, true
			}
		}
	}
	return missing{}, false
}

// missingOn returns the first missing value on a path, or at its end, where a symbol suffices.
func (l *Layout) missingOn(state []uint64, root operand, path []int32) (m missing, open bool) {
	at := root
	for _, field := range path {
		switch v := at.get(state); {
		case v == 0:
			return missing{at: at}, true
		case l.symbol(v):
			return missing{was: v}, true
		default:
			at = l.cells[int32(v)*l.width+field]
		}
	}
	return missing{at: at}, at.get(state) == 0
}
