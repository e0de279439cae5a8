package world

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// conflict is the part of Definition 3.6 that does not depend on values: both
// threads stand before loads or stores, one of them a store.
func (s *state) conflict() bool {
	a, b := s.at[semantics.A], s.at[semantics.B]
	return a.access != nil && b.access != nil && (a.kind == il.Write || b.kind == il.Write)
}

// standing is a path that a thread is about to access, and the variable at its
// root.
type standing struct {
	path *path
	root address
}

// standing is the access before which thread i stands in s.
func (s *state) standing(i semantics.Tid) standing {
	e := s.at[i].access
	return standing{e, s.variable(i, e.root)}
}

// meet is the last part of Definition 3.6: the two paths have equal addresses
// in s, for some choice of the initial values that are open.
func (m *machine) meet(s *state, a, b standing) bool {
	if a.path.fields[len(a.path.fields)-1] != b.path.fields[len(b.path.fields)-1] {
		return false
	}
	atA, h := m.address(s, a.path, a.root)
	if h == nil {
		var atB address
		if atB, h = m.address(s, b.path, b.root); h == nil {
			return atA == atB
		}
	}
	if !h.open {
		return false
	}
	return slices.ContainsFunc(m.choices(s, h.at), func(t *state) bool { return m.meet(t, a, b) })
}

// races is Definition 3.6 in s.
func (m *machine) races(s *state) bool {
	return s.conflict() && m.meet(s, s.standing(semantics.A), s.standing(semantics.B))
}

// anywhere is Definition 3.6 as a rule for configurations.
func anywhere(x *search, s *state) {
	if e := x.encounter(s); !e.races {
		e.races = x.m.races(s)
	}
}

// behindAStep is the rule as printed in G13: an initial configuration that races
// does not count.
func behindAStep(x *search, s *state) {
	if s.moved {
		anywhere(x, s)
	} else if e := x.encounter(s); !e.races {
		e.start = e.start || x.m.races(s)
	}
}

// staleStep is the rule as printed in G12, for steps.
func staleStep(x *search, before, s *state) {
	if s.conflict() {
		e := x.encounter(s)
		e.races = e.races || x.m.racesBefore(before, s)
	}
}

// racesBefore is Definition 3.6 as printed in G12: the commands are those that
// come next in s, and their addresses are taken in before, the state in which
// the last command was executed.
func (m *machine) racesBefore(before, s *state) bool {
	var stale [2]standing
	for _, i := range semantics.Tids {
		now := s.at[i]
		slot, ok := before.at[i].frame.code.standsFor(now.frame.code, now.access)
		if !ok {
			return false
		}
		stale[i] = standing{now.access, before.variable(i, slot)}
	}
	return m.meet(before, stale[semantics.A], stale[semantics.B])
}

// standsFor is the slot in a frame of c of the root of a path in another unit:
// arg_i is arg_i, a local the local of the same name.
func (c *code) standsFor(other *code, e *path) (int, bool) {
	formals := len(c.unit.Formals)
	switch {
	case c == other:
		return e.root, true
	case e.root < len(other.unit.Formals):
		return e.root, e.root < formals
	}
	slot := slices.Index(c.vars, e.expr.Root)
	return slot, slot >= formals
}
