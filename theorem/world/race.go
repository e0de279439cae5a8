package world

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// conflict is the part of Definition 3.6 that does not depend on values: both
// threads stand before loads or stores, one of them a store.
func (s *state) conflict() bool {
	_, _, a, okA := s.at[semantics.A].access()
	_, _, b, okB := s.at[semantics.B].access()
	return okA && okB && (a == il.Write || b == il.Write)
}

// standing is a path that a thread is about to access, and the frame in which
// its address is taken.
type standing struct {
	expr il.Expr
	root place
	path []int
}

// standing is the access before which thread i stands in s.
func (s *state) standing(i semantics.Tid) standing {
	c := s.at[i]
	e, root, _, _ := c.access()
	return standing{e, s.variable(i, root), c.path}
}

// meet is the last part of Definition 3.6: the two paths have equal addresses
// in s, for some choice of the initial values that are open.
func (m *machine) meet(s *state, a, b standing) bool {
	if a.path[len(a.path)-1] != b.path[len(b.path)-1] {
		return false
	}
	atA, h := m.address(s, a.expr, a.root, a.path)
	if h == nil {
		var atB place
		if atB, h = m.address(s, b.expr, b.root, b.path); h == nil {
			return atA == atB
		}
	}
	if !h.open {
		return false
	}
	return slices.ContainsFunc(m.choices(s, h.place), func(t *state) bool { return m.meet(t, a, b) })
}

// races is Definition 3.6 in s.
func (m *machine) races(s *state) bool {
	return s.conflict() && m.meet(s, s.standing(semantics.A), s.standing(semantics.B))
}

// racesBefore is Definition 3.6 as printed in G12: the commands are those that
// come next in s, and their addresses are taken in before, the state in which
// the last command was executed.
func (m *machine) racesBefore(before, s *state) bool {
	if !s.conflict() {
		return false
	}
	var stale [2]standing
	for _, i := range semantics.Tids {
		now := s.at[i]
		e, root, _, _ := now.access()
		slot, ok := before.at[i].frame.code.standsFor(now.frame.code, root, e.Root)
		if !ok {
			return false
		}
		stale[i] = standing{e, before.variable(i, slot), now.path}
	}
	return m.meet(before, stale[semantics.A], stale[semantics.B])
}

// standsFor is the slot in a frame of c of a variable of another unit: arg_i is
// arg_i, a local the local of the same name.
func (c *code) standsFor(other *code, slot int, name string) (int, bool) {
	if c == other {
		return slot, true
	}
	if slot < len(other.unit.Formals) {
		return slot, slot < len(c.unit.Formals)
	}
	slot, ok := c.slots[name]
	return slot, ok && slot >= len(c.unit.Formals)
}
