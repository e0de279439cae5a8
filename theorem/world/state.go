package world

import (
	"encoding/binary"
	"slices"

	"wobbly/semantics"
)

// loc is what a variable or cell holds: an object, one of the kinds of nil, or
// nothing that is known yet.
type loc uint8

const (
	unread     loc = iota // open: the initial state gives the value when it is read
	unassigned            // nil: a local that was not given a value
	null                  // nil: a cell as new() makes it, where there is null
	freed                 // nil: an object that is no more
	object                // the first object; the others follow
)

// maxObjects bounds the objects of a state, so that they fit, with one more that
// a step makes.
const maxObjects = 250

// origin says where an object is from.
type origin uint8

const (
	initialA origin = iota // there at the start, in reach of thread A where threads are apart
	initialB               // and of thread B; where they are not, all are in reach of A
	made                   // by new()
	madeIn                 // and to be freed: madeIn + 2d + i by thread i with d calls open
)

// maxDepth bounds the open calls of a thread, so that origins fit.
const maxDepth = 120

func (o origin) initial() bool { return o < made }

// state is a configuration of Figure 6. It is not changed once it was passed
// on. The frames of a stack lie one after the other, the current one last.
type state struct {
	at      [2]*control
	levels  [2]int
	stacks  [2][]loc
	cells   []loc // object after object
	origins []origin
	moved   bool // a step was taken: only where that matters
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

// address is where a value is: a variable or a cell.
type address struct {
	in int // the stack of a thread, or heap
	at int
}

const heap = 2

func (s *state) list(in int) []loc {
	if in == heap {
		return s.cells
	}
	return s.stacks[in]
}

func (s *state) get(a address) loc    { return s.list(a.in)[a.at] }
func (s *state) set(a address, v loc) { s.list(a.in)[a.at] = v }

// variable is the address of a slot of thread i's current frame.
func (s *state) variable(i semantics.Tid, slot int) address {
	return address{int(i), len(s.stacks[i]) - len(s.at[i].frame.code.vars) + slot}
}

// cell is the address of a field of an object.
func (m *machine) cell(o loc, field int) address {
	return address{heap, int(o-object)*m.width + field}
}

// add adds an object whose fields hold v.
func (m *machine) add(s *state, from origin, v loc) {
	s.origins = append(s.origins, from)
	for range m.width {
		s.cells = append(s.cells, v)
	}
}

// initial is a state from which the search starts, nothing of it known.
func (m *machine) initial(a, b *control) *state {
	s := &state{at: [2]*control{a, b}}
	for i, c := range s.at {
		s.stacks[i] = make([]loc, len(c.frame.code.vars))
		for x := len(c.frame.code.unit.Formals); x < len(s.stacks[i]); x++ {
			s.stacks[i][x] = unassigned
		}
	}
	return s
}

// choices are what an open variable or cell may hold, each with the state in which
// it does: the initial objects that are known on its side, and a new one.
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
	m.add(t, side, unread)
	choose(t, len(s.origins))
	return list
}

// renaming numbers the objects of a state afresh.
type renaming struct {
	m      *machine
	number []loc // of each object, unread for one that is left out
	order  []loc // the objects that stay
	key    []byte
}

// of numbers the objects in the order in which stacks and cells name them, and
// then the initial ones of which anything is known. States with equal keys are
// equal but for the names of objects and for objects that do not matter.
func (r *renaming) of(s *state) {
	r.number = append(r.number[:0], make([]loc, len(s.origins))...)
	r.order, r.key = r.order[:0], r.key[:0]
	for _, stack := range s.stacks {
		r.all(stack)
	}
	r.closure(s, 0)
	for o := range s.origins {
		if r.number[o] == unread && s.origins[o].initial() && r.known(s, o) {
			n := len(r.order)
			r.visit(object + loc(o))
			r.closure(s, n)
		}
	}
	r.encode(s)
}

// closure visits what the cells of the objects from number n on hold.
func (r *renaming) closure(s *state, n int) {
	for ; n < len(r.order); n++ {
		r.all(r.m.cellsOf(s, int(r.order[n]-object)))
	}
}

func (r *renaming) all(list []loc) {
	for _, l := range list {
		r.visit(l)
	}
}

func (r *renaming) visit(l loc) {
	if l >= object && r.number[l-object] == unread {
		r.number[l-object] = object + loc(len(r.order))
		r.order = append(r.order, l)
	}
}

// known tells whether something is known of an initial object.
func (r *renaming) known(s *state, o int) bool {
	return slices.ContainsFunc(r.m.cellsOf(s, o), func(l loc) bool { return l != unread })
}

func (m *machine) cellsOf(s *state, o int) []loc {
	return s.cells[o*m.width : (o+1)*m.width]
}

func (r *renaming) rename(l loc) loc {
	if l < object {
		return l
	}
	return r.number[l-object]
}

// encode writes the key.
func (r *renaming) encode(s *state) {
	for i, c := range s.at {
		r.key = binary.AppendUvarint(r.key, uint64(c.id))
		r.key = binary.AppendUvarint(r.key, uint64(s.levels[i]))
		for _, l := range s.stacks[i] {
			r.key = append(r.key, byte(r.rename(l)))
		}
	}
	if s.moved {
		r.key = append(r.key, 1)
	} else {
		r.key = append(r.key, 0)
	}
	for _, o := range r.order {
		r.key = append(r.key, byte(s.origins[o-object]))
		for _, l := range r.m.cellsOf(s, int(o-object)) {
			r.key = append(r.key, byte(r.rename(l)))
		}
	}
}

// renamed is the state with its objects numbered afresh, and without those that
// do not matter.
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
