package oneobject

import (
	"encoding/binary"
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/bitset"
)

// A value is what a variable or a cell holds: the initial object, a private object by its number
// from 1, or something about which nothing is known.
type value int16

// The values that are no private objects.
const (
	unknown value = -1
	initial value = 0
)

// fieldSet is a set of fields, by their numbers in program.fields.
type fieldSet = bitset.Set

// memory is what a thread knows of variables and cells at a point.
type memory struct {
	// values are those of the variables of the frame, followed by the private objects with which
	// the frame was entered, so that its caller can find them under their present numbers.
	values []value
	cells  [][]value // by private object, then by field; object k has cells[k-1]
	// Of the cells of o, dirty ones may hold anything, own ones hold o because this thread has
	// stored it there, and all others hold it unless the other thread has stored into them.
	dirty, own fieldSet
	// relied are the fields that were read while they were neither.
	relied fieldSet
	locking
}

// locking is what the schedule depends on. It is zero if the program names no lock.
type locking struct {
	history   il.History // since the entry of the frame
	published bool       // the path made a field dirty
}

// within reports whether the path did nothing that o did not do.
func (l locking) within(o locking) bool {
	return (o.published || !l.published) && l.history.Within(o.history)
}

// call returns the locking of a path that continues into a method called at the given level and has
// reached a point of it at level inner. callee is the locking since the entry of the method.
func (l locking) call(level, inner il.Level, callee locking) locking {
	return locking{l.history.Call(level, inner, callee.history), l.published || callee.published}
}

// clone returns a copy that shares no list with m.
func (m *memory) clone() memory {
	c := *m
	c.values, c.cells = slices.Clone(m.values), make([][]value, len(m.cells))
	for i, row := range m.cells {
		c.cells[i] = slices.Clone(row)
	}
	return c
}

// load returns the value of field f of v. Reading a field of o that this thread has not stored
// makes the memory rely on f.
func (m *memory) load(v value, f int) value {
	switch {
	case v > 0:
		return m.cells[v-1][f]
	case v == unknown || m.dirty.Has(f):
		return unknown
	}
	if !m.own.Has(f) {
		m.relied = m.relied.With(f)
	}
	return initial
}

// store writes v to a field. It publishes a private object v that the other thread can find from
// then on, and everything reachable from it: they become unknown.
func (m *memory) store(to value, f int, v value) {
	if to > 0 {
		m.cells[to-1][f] = v
		return
	}
	if v > 0 {
		public := m.reached(v) // they keep their numbers until compact drops them
		forget := func(list []value) {
			for i, x := range list {
				if x > 0 && public[x] {
					list[i] = unknown
				}
			}
		}
		forget(m.values)
		for _, row := range m.cells {
			forget(row)
		}
	}
	switch {
	case v != initial: // an unknown object may be o
		m.dirty, m.own = m.dirty.With(f), m.own.Without(f)
	case to == initial:
		m.dirty, m.own = m.dirty.Without(f), m.own.With(f)
	}
}

// reached returns the private objects among from and all that are reachable from them.
func (m *memory) reached(from ...value) map[value]bool {
	seen := map[value]bool{}
	for _, v := range from {
		m.reach(v, seen)
	}
	return seen
}

// reach adds v and all that is reachable from it to seen, private objects only.
func (m *memory) reach(v value, seen map[value]bool) {
	if v > 0 && !seen[v] {
		seen[v] = true
		for _, to := range m.cells[v-1] {
			m.reach(to, seen)
		}
	}
}

// compact drops unreachable private objects and numbers the others in breadth-first order from
// values.
func (m *memory) compact() {
	number := make([]value, len(m.cells)+1)
	var order []value
	renumber := func(list []value) {
		for i, v := range list {
			if v <= 0 {
				continue
			}
			if number[v] == 0 {
				order = append(order, v)
				number[v] = value(len(order))
			}
			list[i] = number[v]
		}
	}
	renumber(m.values)
	cells := make([][]value, 0, len(m.cells))
	for i := 0; i < len(order); i++ {
		row := m.cells[order[i]-1]
		renumber(row)
		cells = append(cells, row)
	}
	m.cells = cells
}

// key returns the identity of a compacted memory, without locking.
func (m *memory) key() string {
	var b []byte
	put := func(list []value) {
		for _, v := range list {
			b = binary.AppendVarint(b, int64(v))
		}
	}
	put(m.values)
	b = binary.AppendUvarint(b, uint64(len(m.cells)))
	for _, row := range m.cells {
		put(row)
	}
	for _, s := range []fieldSet{m.dirty, m.own, m.relied} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return string(b)
}

// state is a control point of a frame with the memory there, reached on a shortest path.
type state struct {
	paths.Step
	memory
	node  int32
	steps int // since the frame was entered
}
