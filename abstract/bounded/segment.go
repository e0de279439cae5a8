package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/internal/slice"
)

// A segment explores the steps of one thread between two context switches: from one start or stop
// point, for all graphs that the other thread may have handed over, at once.
type segment struct {
	*search
	start *start
	// alias maps the objects of the start to their numbers since a stop point; it is nil for a
	// first segment, where they keep theirs.
	alias []object
	// taken are the locks that the other thread holds.
	taken il.Level
	// width bounds the states that are explored at one node.
	width int
	// single is set if there is one graph and the paths are wanted. Then states with different
	// cases differ.
	single bool

	// visit is called before each access; it may be nil.
	visit func(a *access)
	// wantState selects states whose paths are wanted; it may be nil.
	wantState func(s *state) bool
	// wantAccess selects an access whose path is wanted. The first one ends the search. It may be
	// nil.
	wantAccess func(a *access) bool
	// walked, if not nil, collects the fields of start.open that the thread reads initially.
	walked map[uint16]bool
	whole  *frame
	frames map[string]*frame // by key of the entry
}

// An access is a load or a store that a thread executes next.
type access struct {
	frame *frame
	state *state // of the next step
	node  *node
	// bases are the objects to which the path leads without a field, with one, and so on; the last
	// one has the accessed cell.
	bases []object
}

func (a *access) base() object { return a.bases[len(a.bases)-1] }

func (a *access) field() uint16 { return a.node.path.fields[len(a.bases)-1] }

func (a *access) level() il.Level { return a.frame.lock.Plus(a.node.lock) }

// moved reports whether the thread has made a step in its segment.
func (seg *segment) moved(a *access) bool { return a.frame != seg.whole || a.state.steps > 1 }

// An entry describes how a method is entered, or resumed.
type entry struct {
	unit *unit
	lock il.Level // at the unit's entry
	state
}

// appendKey appends the identity of an entry within its segment.
func (e *entry) appendKey(b []byte) []byte {
	b = e.state.appendKey(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(e.unit.Index))
	b = e.lock.AppendKey(b)
	return binary.LittleEndian.AppendUint32(b, uint32(e.cases.id))
}

// A frame is the behaviour of a method from an entry.
type frame struct {
	unit   *unit
	lock   il.Level // at the unit's entry
	states []state
	exits  []int32  // states in which the method is complete
	calls  []*frame // one for each call that was explored, numbered from 1 in paths.Step
	found  []found
}

// found is a state whose path is wanted, in a frame or in one that it calls.
type found struct {
	paths.Found
	steps int
}

// begin explores a unit from the start of the segment.
func (seg *segment) begin(u *unit, c *cases) *frame {
	values := slice.Repeat(none, len(u.graph.Vars))
	copy(values, seg.start.heads)
	s := state{node: u.graph.Entry, values: values, own: object(seg.start.objects()), cases: c}
	return seg.frame(entry{unit: u, state: s})
}

// frame explores a method from an entry, once.
func (seg *segment) frame(e entry) *frame {
	e.visible = e.visible && seg.wantState != nil
	seg.key = e.appendKey(seg.key[:0])
	if f, ok := seg.frames[string(seg.key)]; ok {
		return f
	}
	f := &frame{unit: e.unit, lock: e.lock}
	seg.frames[string(seg.key)] = f
	if seg.whole == nil {
		seg.whole = f
	}
	b := &builder{arrivals: map[string]*arrival{}}
	if n := len(seg.builders); n > 0 {
		b, seg.builders = seg.builders[n-1], seg.builders[:n-1]
	}
	b.segment, b.frame = seg, f
	b.callerOwn, b.callerKnown, b.entryCases = e.own, e.cases.known, len(e.cases.list)
	b.visits = append(b.visits, make([]int, len(e.unit.nodes))...)
	e.Step, e.steps = paths.Step{From: -1}, 0
	b.put(e.state)
	b.run()
	const maxReused = 64
	if len(b.arrivals) > maxReused { // clearing it would cost as much for each later frame
		b.arrivals = map[string]*arrival{}
	}
	clear(b.arrivals)
	*b = builder{arrivals: b.arrivals, visits: b.visits[:0], ready: b.ready[:0], queue: b.queue}
	b.queue.Clear()
	seg.builders = append(seg.builders, b)
	return f
}

// initialCell returns the value of a cell of an own object while it is unwritten.
func (seg *segment) initialCell(o object, field uint16) object {
	to := seg.start.cell(o, field)
	if seg.alias != nil && int(to) < len(seg.alias) {
		return seg.alias[to]
	}
	return to
}

// read calls then with the value of a cell, once for each part of the cases in which it differs.
func (seg *segment) read(s state, base object, field uint16, then func(s state, holds object)) {
	s.visible = s.visible || seg.escaped(&s, base)
	if holds, ok := s.heap.lookup(base, field); ok {
		then(s, holds)
		return
	}
	if !base.isShared() {
		if seg.walked != nil && base == seg.start.open {
			seg.walked[field] = true
		}
		then(s, seg.initialCell(base, field))
		return
	}
	for _, p := range seg.sets.split(seg.graphs, s.cases, base, field) {
		s.cases = p.set
		then(s, p.holds)
	}
}

// walk calls then with the end of a path, once for each part of the cases.
func (seg *segment) walk(s state, base object, fields []uint16, then func(s state, leads object)) {
	if len(fields) == 0 {
		then(s, base)
		return
	}
	seg.read(s, base, fields[0],
		func(s state, holds object) { seg.walk(s, holds, fields[1:], then) })
}

// escaped reports whether the other thread may know an object once this one is interrupted: it is
// shared, or it can be reached from a written cell of a shared object. If no stop points are wanted
// the answer does not matter, and is true.
func (seg *segment) escaped(s *state, o object) bool {
	switch {
	case seg.wantState == nil || o.isShared():
		return true
	case !s.heap.published():
		return false
	}
	found := make([]bool, s.own)
	var pending []object
	find := func(o object) {
		if !o.isShared() && !found[o] {
			found[o], pending = true, append(pending, o)
		}
	}
	for _, w := range slices.Backward(s.heap) {
		if !w.base().isShared() {
			break
		}
		find(w.to())
	}
	for len(pending) > 0 && !found[o] {
		p := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		written := s.heap.of(p)
		for _, w := range written {
			find(w.to())
		}
		for _, e := range seg.start.edgesOf(p) {
			if _, overwritten := written.lookup(p, e.field); !overwritten {
				find(seg.initialCell(p, e.field))
			}
		}
		find(seg.initialCell(p, noField))
	}
	return found[o]
}
