package world

import (
	"encoding/binary"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// loc is the content of a variable or cell: an object, a kind of nil, or a value not yet chosen.
type loc uint8

const (
	unread     loc = iota // open: its initial value is chosen when it is first read
	unassigned            // nil: the value of a local that was never assigned
	null                  // nil: the value of a cell of a new object if World.NullCells
	freed                 // nil: a reference to an object that was freed
	object                // object + o is a reference to the object with index o
)

// maxObjects limits the objects of a state. A loc can name these and one more, so that an object
// can be added before the limit is checked.
const maxObjects = 250

type origin uint8

const (
	initialA origin = iota // an initial object; if World.Unshared, only thread A reaches it
	initialB               // an initial object that only thread B reaches, if World.Unshared
	made                   // an object that new() made, which is never freed
	madeIn                 // madeIn + 2d + i: by thread i in its dth call, whose return frees it
)

// maxDepth limits the open calls of a thread: madeIn + 2*maxDepth + 1 fits an origin.
const maxDepth = 120

// freedWith returns the origin of objects freed when thread i returns from its dth open call.
func freedWith(d int, i semantics.Tid) origin { return madeIn + origin(2*d) + origin(i) }

// state is a configuration of Figure 6. It is immutable once the search has queued it.
type state struct {
	// at, levels and stacks are the control position, the lock level and the variables of each
	// thread. In a stack the frames are adjacent, the current one last.
	at     [2]*control
	levels [2]il.Level
	stacks [2][]loc

	// cells has the fields of object after object, machine.width for each.
	cells []loc
	// origins has an element for each object.
	origins []origin

	// moved reports whether a step was taken. It is always false unless rules.initialDiffers.
	moved bool
}

func (s *state) clone() *state {
	t := *s
	for i := range t.stacks {
		t.stacks[i] = slices.Clone(s.stacks[i])
	}
	t.cells = slices.Clone(s.cells)
	t.origins = slices.Clone(s.origins)
	return &t
}

// address is the place of a variable or cell in a state.
type address struct {
	// in is a thread, whose stack is meant, or heap.
	in int
	// at is an index of state.stacks[in] or state.cells.
	at int
}

// heap is the address.in of cells.
const heap = 2

// list returns the values in the stack of thread in, or in the heap.
func (s *state) list(in int) []loc {
	if in == heap {
		return s.cells
	}
	return s.stacks[in]
}

func (s *state) set(a address, v loc) { s.list(a.in)[a.at] = v }

// variable returns the address of a variable in the current frame of thread i.
func (s *state) variable(i semantics.Tid, slot int) address {
	return address{int(i), len(s.stacks[i]) - len(s.at[i].frame.code.vars) + slot}
}

// cellsOf returns the cells of the object with index o. They share the memory of s.
func (m *machine) cellsOf(s *state, o int) []loc {
	return s.cells[o*m.width : (o+1)*m.width]
}

// addObject adds an object to s, with v in all its cells.
func (m *machine) addObject(s *state, from origin, v loc) {
	s.origins = append(s.origins, from)
	s.cells = append(s.cells, slice.Repeat(v, m.width)...)
}

// choices returns a copy of s for each possible initial value of the open variable or cell at a:
// the known initial objects that it may refer to (see rules.side), and a new one. If there are too
// many objects for a new one, it sets m.crowded.
func (m *machine) choices(s *state, a address) []*state {
	side := m.rules.side(m, s, a)
	var list []*state
	choose := func(t *state, o int) {
		t.set(a, object+loc(o))
		list = append(list, t)
	}
	for o, from := range s.origins {
		if from == side {
			choose(s.clone(), o)
		}
	}
	if len(s.origins) >= maxObjects {
		m.crowded = true
		return list
	}
	t := s.clone()
	m.addObject(t, side, unread)
	choose(t, len(s.origins))
	return list
}

// renaming brings states into a normal form. It keeps its slices from one state to the next.
type renaming struct {
	m *machine
	// numbers has the new name of each object, or unread if the object is left out.
	numbers []loc
	// order lists the old names of the objects that stay, in the order of their new ones.
	order []loc
	key   []byte
}

// number computes the renaming of s and its key. It numbers the objects in the order in which the
// stacks and cells refer to them, followed by the initial objects with a known cell, and leaves
// out the others. States with equal keys differ only in the names of objects and in objects that
// are left out.
func (r *renaming) number(s *state) {
	r.numbers = append(r.numbers[:0], make([]loc, len(s.origins))...)
	r.order, r.key = r.order[:0], r.key[:0]
	for _, stack := range s.stacks {
		r.visit(stack)
	}
	done := r.closure(s, 0)
	known := func(l loc) bool { return l != unread }
	for o, from := range s.origins {
		if r.numbers[o] == unread && from < made && slices.ContainsFunc(r.m.cellsOf(s, o), known) {
			r.visit([]loc{object + loc(o)})
			done = r.closure(s, done)
		}
	}

	for i, c := range s.at {
		r.key = binary.AppendUvarint(r.key, uint64(c.id))
		r.key = s.levels[i].AppendKey(r.key)
		for _, l := range s.stacks[i] {
			r.key = append(r.key, byte(r.rename(l)))
		}
	}
	moved := byte(0)
	if s.moved {
		moved = 1
	}
	r.key = append(r.key, moved)
	for _, o := range r.order {
		r.key = append(r.key, byte(s.origins[o-object]))
		for _, l := range r.m.cellsOf(s, int(o-object)) {
			r.key = append(r.key, byte(r.rename(l)))
		}
	}
}

// closure numbers all objects that are reachable from those in order[n:], and returns the length
// of order.
func (r *renaming) closure(s *state, n int) int {
	for ; n < len(r.order); n++ {
		r.visit(r.m.cellsOf(s, int(r.order[n]-object)))
	}
	return n
}

// visit numbers the objects in a list of values, except those that have a number.
func (r *renaming) visit(list []loc) {
	for _, l := range list {
		if l >= object && r.numbers[l-object] == unread {
			r.numbers[l-object] = object + loc(len(r.order))
			r.order = append(r.order, l)
		}
	}
}

// rename returns the new number of an object that visit has numbered. Other values stay.
func (r *renaming) rename(l loc) loc {
	if l < object {
		return l
	}
	return r.numbers[l-object]
}

// renamed returns the normal form of s, for which number must have been called last.
func (r *renaming) renamed(s *state) *state {
	t := *s
	for i := range s.stacks {
		t.stacks[i] = make([]loc, len(s.stacks[i]))
		for x, l := range s.stacks[i] {
			t.stacks[i][x] = r.rename(l)
		}
	}
	t.cells, t.origins = make([]loc, 0, len(r.order)*r.m.width), make([]origin, 0, len(r.order))
	for _, o := range r.order {
		t.origins = append(t.origins, s.origins[o-object])
		for _, l := range r.m.cellsOf(s, int(o-object)) {
			t.cells = append(t.cells, r.rename(l))
		}
	}
	return &t
}
