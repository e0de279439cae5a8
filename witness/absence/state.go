package absence

import (
	"maps"
	"slices"
	"sort"

	"wobbly/il/bitset"
)

// A set is a set of names of objects.
type set = bitset.Set

// Names are numbers. Number 0, initial, stands for all initial objects. The new() with index s in
// program.news has three names: private, public of thread A, and public of thread B.
const initial = 0

func private(s int) int        { return 1 + 3*s }
func public(thread, s int) int { return 2 + 3*s + thread }

// isPrivate reports whether a name is one of a private object.
func isPrivate(o int) bool { return o%3 == 1 }

// A cell is a field of an object.
type cell struct {
	object int
	field  string
}

func (c cell) less(d cell) bool {
	return c.object < d.object || c.object == d.object && c.field < d.field
}

// cells maps cells to their values. A missing cell has no value.
type cells map[cell]set

// join adds the values of other cells, and reports whether any was new.
func (m cells) join(n cells) (grown bool) {
	for c, v := range n {
		if u := m[c].Union(v); u != m[c] {
			m[c], grown = u, true
		}
	}
	return grown
}

// within reports whether n has all values of m.
func (m cells) within(n cells) bool {
	for c, v := range m {
		if !v.Within(n[c]) {
			return false
		}
	}
	return true
}

func (m cells) sorted() []cell {
	all := slices.Collect(maps.Keys(m))
	// In the page's code, sort is smaller than slices.SortFunc.
	sort.Slice(all, func(i, j int) bool { return all[i].less(all[j]) })
	return all
}

// A state is a thread's knowledge at a point.
type state struct {
	vars map[string]set
	// cells has the values of the cells of private objects and, for other objects, the values that
	// this thread has stored.
	cells cells
	// single and several are the names of private objects that stand for at most one object, and
	// those that may stand for several.
	single, several set
	facts           map[string]fact // by the text of the path

	// published has the private names that were published since the method was entered, and stored
	// the values that were stored since then into cells of objects that are not private.
	published set
	stored    cells
}

func newState() *state {
	return &state{vars: map[string]set{}, cells: cells{}, facts: map[string]fact{}, stored: cells{}}
}

func (s *state) clone() *state {
	c := *s
	c.vars, c.facts = maps.Clone(s.vars), maps.Clone(s.facts)
	c.cells, c.stored = maps.Clone(s.cells), maps.Clone(s.stored)
	return &c
}

// size returns the cost of walking a statement from the state.
func (s *state) size() int {
	return 1 + len(s.vars) + len(s.cells) + len(s.facts) + len(s.stored)
}

// join makes s cover t as well.
func (s *state) join(t *state) {
	for x, v := range t.vars {
		s.vars[x] = s.vars[x].Union(v)
	}
	s.cells.join(t.cells)
	s.stored.join(t.stored)
	s.several = s.several.Union(t.several)
	s.single = s.single.Union(t.single).Minus(s.several)
	s.published = s.published.Union(t.published)
	for p, f := range s.facts {
		if g, ok := t.facts[p]; ok {
			f.holds = f.holds.Union(g.holds)
			s.facts[p] = f
		} else {
			delete(s.facts, p)
		}
	}
}

// within reports whether t covers s.
func (s *state) within(t *state) bool {
	for x, v := range s.vars {
		if !v.Within(t.vars[x]) {
			return false
		}
	}
	for p, f := range t.facts {
		if g, ok := s.facts[p]; !ok || !g.holds.Within(f.holds) {
			return false
		}
	}
	return s.cells.within(t.cells) && s.stored.within(t.stored) &&
		s.published.Within(t.published) &&
		s.several.Within(t.several) && s.single.Within(t.single.Union(t.several))
}

// rename replaces the private names in a set by the public ones of a thread, in variables and
// cells.
func (s *state) rename(names set, thread int) {
	for x, v := range s.vars {
		s.vars[x] = publicly(v, names, thread)
	}
	for c, v := range s.cells {
		s.cells[c] = publicly(v, names, thread)
	}
}

// publicly returns v with those of its names that are in names, which are private, replaced by the
// public ones of a thread.
func publicly(v, names set, thread int) set {
	found := v.Intersect(names)
	v = v.Minus(found)
	for o := range found.All() {
		v = v.With(o + 1 + thread)
	}
	return v
}
