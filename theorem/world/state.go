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
	unread     loc = iota // open: the initial state gives the value when it is read
	unassigned            // nil: a local without a value
	null                  // nil: a cell as new() makes it, in a world with null
	freed                 // nil: an object that was freed
	object                // the first object; the others follow
)

// maxObjects limits the objects of a state so that a loc can name them and a new one.
const maxObjects = 250

type origin uint8

const (
	// initialA is the origin of initial objects, or of thread A's if the threads share none.
	initialA origin = iota
	initialB        // is there at the start and reached by thread B only
	made            // by new()
	madeIn          // and to be freed: madeIn + 2d + i by thread i with d calls open
)

// maxDepth limits the open calls of a thread so that origins fit.
const maxDepth = 120

// freedWith returns the origin of objects freed when thread i returns from its dth open call.
func freedWith(d int, i semantics.Tid) origin { return madeIn + origin(2*d) + origin(i) }

// state is a configuration of Figure 6. It is immutable once it is queued. The frames of a stack
// are adjacent, the current one last.
type state struct {
	at      [2]*control
	levels  [2]il.Level
	stacks  [2][]loc
	cells   []loc // object after object
	origins []origin
	moved   bool // a step was taken; set only if rules.initialDiffers
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

func (s *state) set(a address, v loc) { s.list(a.in)[a.at] = v }

func (s *state) variable(i semantics.Tid, slot int) address {
	return address{int(i), len(s.stacks[i]) - len(s.at[i].frame.code.vars) + slot}
}

func (m *machine) cellsOf(s *state, o int) []loc {
	return s.cells[o*m.width : (o+1)*m.width]
}

func (m *machine) addObject(s *state, from origin, v loc) {
	s.origins = append(s.origins, from)
	s.cells = append(s.cells, slice.Repeat(v, m.width)...)
}

// choices returns a copy of s for each possible value of an open variable or cell: the initial
// objects known on its side, and a new one.
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

type renaming struct {
	m       *machine
	numbers []loc // of each object; unread for one that is left out
	order   []loc // the objects that stay
	key     []byte
}

// number numbers the objects in the order in which the stacks and cells name them, followed by the
// initial objects with a known cell, and writes the key. States with equal keys differ at most in
// the names of objects and in irrelevant objects.
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

// closure visits the cells of the objects in order[n:] and of those that it adds to order, and
// returns the length of order.
func (r *renaming) closure(s *state, n int) int {
	for ; n < len(r.order); n++ {
		r.visit(r.m.cellsOf(s, int(r.order[n]-object)))
	}
	return n
}

// visit numbers the objects in a list of values that have no number yet.
func (r *renaming) visit(list []loc) {
	for _, l := range list {
		if l >= object && r.numbers[l-object] == unread {
			r.numbers[l-object] = object + loc(len(r.order))
			r.order = append(r.order, l)
		}
	}
}

func (r *renaming) rename(l loc) loc {
	if l < object {
		return l
	}
	return r.numbers[l-object]
}

// renamed returns a copy of s with its objects renumbered, without irrelevant ones.
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
