package flat

import (
	"slices"

	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// Path returns the execution that led to a hit, from the given initial state or from one that
// agrees with the picks along the path.
func (s *Space) Path(h driver.Hit) *driver.Path {
	starts, steps, exchanged := s.steps(h)
	in := s.f.from
	if in == nil {
		r := &replay{space: s, exchanged: exchanged, numbering: newNumbering(s.f)}
		r.picker.f = s.f
		r.state, r.names = make([]uint64, s.f.words), make([]int, s.f.initial+s.f.symbols+1)
		in = r.initial(starts, steps)
	}
	m := machine.In(s.f.g, in)
	m.At = starts
	if exchanged {
		m.At = s.f.exchanged(starts)
	}
	p := driver.NewPath(m, in)
	for _, v := range steps {
		i, to := v.thread, v.to
		if exchanged {
			i = 1 - i
		}
		exchanged = exchanged != v.exchanges
		if exchanged {
			to = s.f.exchanged(to)
		}
		from := m.At[i]
		if m.Execute(i) != machine.Done {
			panic("flat: a state does not lead to its successor")
		}
		m.At[i] = to[i]
		p.Step(i, from, to[i])
	}
	return p
}

// A step is a step of a thread to a pair of control states, by an outcome of its command.
type step struct {
	thread    int
	to        [2]*machine.Control
	outcome   uint32
	exchanges bool // whether it leads to the image of the state after the step
	known     int  // how many known objects were picked before the step and for it
	more      int  // how many of these were picked for the step
}

// steps follows the links from a hit back to an initial state. If the result is exchanged, the
// execution begins with the image of the first state.
func (s *Space) steps(h driver.Hit) (starts [2]*machine.Control, path []step, exchanged bool) {
	in, number := pair(h.At>>32), uint32(h.At)
	at := s.controls(in)
	exchanged = h.Sites != machine.Sites{at[0].Site, at[1].Site}
	for {
		at := s.controls(in)
		r := runOf(s.runs(in), number)
		if r.thread == initial {
			slices.Reverse(path)
			return at, path, exchanged
		}
		parent, outcome := s.workers[r.worker].history.link(r, number)
		known := s.known(in)
		path = append(path, step{
			thread: int(r.thread), to: at, outcome: outcome, exchanges: r.exchanges,
			known: known, more: known - s.known(r.from),
		})
		exchanged = exchanged != r.exchanges
		in, number = r.from, parent
	}
}

// runs returns the runs of a pair's bucket, even if it was reused since.
func (s *Space) runs(p pair) []run {
	e := s.entry(p)
	if e.bucket != 0 {
		return s.buckets[e.bucket].runs
	}
	return s.old.slice(int(e.at), int(e.runs))
}

// A replay executes a path of a search from all initial states again to find the initial values
// that it picked. Initial objects are numbered from 0 as the execution meets them and keep their
// numbers, until two of them turn out to be one.
type replay struct {
	picker
	numbering
	space     *Space
	exchanged bool // whether the state is the image of that of the execution
	state     []uint64
	names     []int          // the object of each value of the state that is initial
	released  map[origin]int // the objects of positions whose symbols were released
	found     []initialValue // the values that were picked
	count     int            // the number of objects so far
}

// An origin is the register (object -1) or the field of an object that an initial value is from.
type origin struct {
	object int
	at     machine.Address
}

type initialValue struct {
	origin
	object int
}

// initial returns an initial state in which the path can be executed. Then either its last two
// accesses meet, or it ends in a deadlock, which reads no values.
func (r *replay) initial(at [2]*machine.Control, path []step) *semantics.Init {
	f := r.space.f
	r.released = map[origin]int{}
	known := 0
	for _, v := range path {
		known = v.known
		r.step(&f.threads[v.thread].actions[at[v.thread].ID], v)
		at = v.to
	}
	if !machine.Deadlock(at[0], at[1]) {
		r.together(f.threads[0].actions[at[0].ID].target,
			f.threads[1].actions[at[1].ID].target, known)
	}
	var found machine.Found
	number := make([]int, r.count) // the number of each object in found, counted from 1
	for _, v := range r.found {
		if number[v.object] == 0 {
			number[v.object] = found.Object(false) + 1
		}
		object := -1
		if v.origin.object >= 0 {
			object = number[v.origin.object] - 1
		}
		found.Set(object, v.at, number[v.object]-1)
	}
	in := found.Init(f.g, f.g.Pair())
	return &in
}

// together chooses values with which two paths lead to one object, as the search did.
func (r *replay) together(p, q rooted, known int) {
	meet := false
	// Few known objects first, so that the initial state has as few aliases as possible.
	for limit := 0; limit <= r.space.room(known) && !meet; limit++ {
		r.begin(limit)
		meet = r.meet(p, q, r.state) && !r.narrow
		r.narrow = false // the limit may be lower than in the search
	}
	if r.space.o.Known == 0 {
		r.begin(machine.AnyKnown)
		meet = r.meet(p, q, r.state)
	}
	if !meet || r.narrow {
		panic("flat: a state that raced does not race")
	}
	r.recordPicks()
}

// step executes the command of v with v's outcome.
func (r *replay) step(a *action, v step) {
	limit := machine.AnyKnown
	if r.space.o.Known > 0 {
		limit, r.full = v.more, r.space.full(v.known)
	}
	r.begin(limit)
	n := uint32(0)
	r.emit = func(to []uint64, at operand, value uint8) bool {
		if r.knownPicks < r.limit {
			return false
		}
		n++
		if n <= v.outcome {
			return false
		}
		copy(r.state, to)
		at.put(r.state, value)
		return true
	}
	from := slices.Clone(r.state)
	if !r.execute(a, from) || r.narrow {
		panic("flat: a state does not lead to its successor")
	}
	r.recordPicks()
	f := r.space.f
	if v.exchanges {
		copy(from, r.state)
		f.symmetry.image(from, r.state)
		r.exchanged = !r.exchanged
	}
	mask := make([]uint64, f.words)
	f.counting(v.to, mask)
	for k, m := range mask {
		r.state[k] &= m
	}
	r.number(r.state, mask)
	names := slices.Clone(r.names)
	for v := range r.names {
		if was := r.was[v]; r.of[was] == uint8(v) {
			r.names[v] = names[was]
		}
	}
}

// recordPicks adds the picks of a step to what was found.
func (r *replay) recordPicks() {
	for _, p := range r.picks {
		switch {
		case p.value == 0:
			r.released[r.origin(p.at)] = r.names[p.was]
		case p.was == 0:
			from := r.origin(p.at)
			if object, released := r.released[from]; released {
				r.names[p.value] = object
				delete(r.released, from)
				continue
			}
			r.names[p.value] = r.count
			r.found = append(r.found, initialValue{from, r.count})
			r.count++
		case p.fresh:
			r.names[p.value] = r.names[p.was]
		default:
			r.merge(r.names[p.was], r.names[p.value])
		}
	}
	r.picks = r.picks[:0]
}

// merge makes two objects one. The first was a symbol's: no cell is known, and it was not released.
func (r *replay) merge(was, is int) {
	for k := range r.found {
		v := &r.found[k]
		if v.object == was {
			v.object = is
		}
		if v.origin.object == was {
			v.origin.object = is
		}
	}
	for v := range r.names {
		if r.names[v] == was {
			r.names[v] = is
		}
	}
}

func (r *replay) origin(at operand) origin {
	f := r.space.f
	if k := slices.Index(f.registers, at); k >= 0 {
		if half := len(f.registers) / 2; r.exchanged {
			k = (k + half) % len(f.registers)
		}
		return origin{-1, machine.Address(k)}
	}
	k := int32(slices.Index(f.cells, at))
	return origin{r.names[k/f.width], k % f.width}
}
