package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
)

// segment is what one thread does between two context switches: from one state of its
// own, for all graphs that the other thread may have left it, at once. They are told
// apart where it reads a cell in which they differ.
type segment struct {
	*search
	half    *half
	alias   []object // by own object of the name: what it is called since both may know it; nil where none is
	blocked bool     // the other thread holds the lock
	width   int      // states at one node that are gone on from
	single  bool     // one graph, and the paths are wanted: states are the same only with their cases

	visit  func(at *standing)      // where an access comes next; may be nil
	stop   func(s *state) bool     // whether the path to a state is wanted; may be nil
	stopAt func(at *standing) bool // the same for an access that comes next, of which one path is enough; may be nil
	walked map[uint16]bool         // fields by which it goes on from the last object of the name
	whole  *frame                  // the first one
	frames map[string]*frame
}

// standing is an access that comes next.
type standing struct {
	*segment
	*frame
	*state
	node     *node
	prefixes []object // to which its path leads with no field, with one, and so on, but for the last
}

// base is the object of which it is.
func (st *standing) base() object { return st.prefixes[len(st.prefixes)-1] }

// field is the field that is accessed.
func (st *standing) field() uint16 { return st.node.path.fields[len(st.prefixes)-1] }

// moved tells whether the thread has made a step in its segment: the access comes next
// to a state with one step more.
func (st *standing) moved() bool { return st.frame != st.whole || st.steps > 1 }

// hidden tells whether the other thread can know none of the objects on the way: none
// of them is one that both know, nor has an own one been stored where the other finds
// it.
func (st *standing) hidden() bool {
	return !slices.ContainsFunc(st.prefixes, object.isShared) && (len(st.heap) == 0 || !st.heap[len(st.heap)-1].base().isShared())
}

// level is the thread's lock level.
func (st *standing) level() il.Level { return st.frame.lock.Plus(st.node.lock) }

// entry is how a method is entered, or gone on with.
type entry struct {
	unit *unit
	lock il.Level // the level at the unit's entry
	state
}

// key appends what makes entries the same.
func (e *entry) key(b []byte) []byte {
	b = e.state.key(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(e.unit.Index))
	b = binary.LittleEndian.AppendUint32(b, uint32(e.lock.Code()))
	return binary.LittleEndian.AppendUint32(b, uint32(e.cases.id))
}

// frame is what a method does from an entry.
type frame struct {
	unit   *unit
	lock   il.Level
	states []state
	exits  []int32  // states in which it is complete
	calls  []*frame // what it calls
	found  []found  // of which the paths are wanted
}

// found is a state of which the path is wanted, in a frame or in one that it calls.
type found struct {
	paths.Found
	steps int
}

// own is what a cell of one of the thread's own objects holds in the beginning.
func (x *segment) own(o object, field uint16) object {
	to := x.half.cell(o, field)
	if x.alias != nil && int(to) < len(x.alias) {
		return x.alias[to]
	}
	return to
}

// read hands on what a cell holds, in each of the edges in which the cases differ.
func (x *segment) read(s state, base object, field uint16, then func(s state, holds object)) {
	s.met = s.met || x.meets(&s, base)
	if holds, ok := s.heap.at(base, field); ok {
		then(s, holds)
		return
	}
	if !base.isShared() {
		if x.walked != nil && base == x.half.open {
			x.walked[field] = true
		}
		then(s, x.own(base, field))
		return
	}
	for _, p := range x.sets.read(x.graphs, s.cases, base, field) {
		s.cases = p.set
		then(s, p.holds)
	}
}

// meets tells whether the other thread may know a cell of an object, as soon as this one is
// left: the object is one that both know, or one of its own that it has stored since where
// the other finds it. Where it cannot be left, nobody asks.
func (x *segment) meets(s *state, o object) bool {
	switch {
	case x.stop == nil || o.isShared():
		return true
	case len(s.heap) == 0 || !s.heap[len(s.heap)-1].base().isShared():
		return false // nothing has been stored into what both know
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
		for _, w := range x.half.onward(p) {
			if _, again := written.at(p, w.field); !again {
				find(x.own(p, w.field))
			}
		}
		find(x.own(p, noField))
	}
	return found[o]
}

// walk hands on what a path leads to.
func (x *segment) walk(s state, base object, fields []uint16, then func(s state, leads object)) {
	if len(fields) == 0 {
		then(s, base)
		return
	}
	x.read(s, base, fields[0], func(s state, holds object) { x.walk(s, holds, fields[1:], then) })
}

// frame is what a method does from an entry, explored when it is first asked for.
func (x *segment) frame(e entry) *frame {
	e.met = e.met && x.stop != nil
	x.key = e.key(x.key[:0])
	if f, ok := x.frames[string(x.key)]; ok {
		return f
	}
	b := x.builder(e)
	f := b.frame
	x.frames[string(x.key)] = f
	if x.whole == nil {
		x.whole = f
	}
	e.Step = paths.Step{From: -1}
	e.steps = 0
	b.put(e.state)
	b.run()
	x.release(b)
	return f
}
