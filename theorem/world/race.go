package world

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// conflict reports whether the next commands of both threads are loads or stores and one of them
// is a store, which is the part of Definition 3.6 that does not depend on values.
func (s *state) conflict() bool {
	a, b := s.at[semantics.A], s.at[semantics.B]
	return a.access != nil && b.access != nil && (a.kind == il.Write || b.kind == il.Write)
}

// pending is a path that a thread is about to access, and the address of its root.
type pending struct {
	path *path
	root address
}

// pending returns the path that thread i is about to access. Its next command must be an access.
func (s *state) pending(i semantics.Tid) pending {
	e := s.at[i].access
	return pending{e, s.variable(i, e.root)}
}

// sameCell reports whether the two paths have equal addresses in s for some choice of the initial
// values that are open, which is the last part of Definition 3.6.
func (m *machine) sameCell(s *state, a, b pending) bool {
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
	return h.open &&
		slices.ContainsFunc(m.choices(s, h.at), func(t *state) bool { return m.sameCell(t, a, b) })
}

// races reports whether s is a race by Definition 3.6 for some choice of the open values.
func (m *machine) races(s *state) bool {
	return s.conflict() && m.sameCell(s, s.pending(semantics.A), s.pending(semantics.B))
}

// raceAnywhere records whether s is a race. It is a rules.raceAt.
func raceAnywhere(x *search, s *state) {
	if e := x.encounter(s); !e.races {
		e.races = x.m.races(s)
	}
}

// raceAfterStep is raceAnywhere as printed in G13: a race in an initial configuration does not
// count, and is recorded as encounter.start.
func raceAfterStep(x *search, s *state) {
	if s.moved {
		raceAnywhere(x, s)
	} else if e := x.encounter(s); !e.races {
		e.start = e.start || x.m.races(s)
	}
}

// staleRace records whether s is a race as printed in G12: the commands are the next ones in s, but
// their addresses are taken in before, the state in which the last command was executed. It is a
// rules.raceAcross.
func staleRace(x *search, before, s *state) {
	if !s.conflict() {
		return
	}
	e := x.encounter(s)
	if e.races {
		return
	}
	var stale [2]pending
	for _, i := range semantics.Tids {
		now := s.at[i]
		slot, ok := before.at[i].frame.code.rootSlot(now.frame.code, now.access)
		if !ok {
			return
		}
		stale[i] = pending{now.access, before.variable(i, slot)}
	}
	e.races = x.m.sameCell(before, stale[semantics.A], stale[semantics.B])
}

// rootSlot returns the slot of c for the root of a path of another unit: the same parameter by
// number, or the local of the same name. If c has no such variable, ok is false.
func (c *code) rootSlot(other *code, e *path) (slot int, ok bool) {
	formals := len(c.unit.Formals)
	switch {
	case c == other:
		return e.root, true
	case e.root < len(other.unit.Formals):
		return e.root, e.root < formals
	}
	slot = slices.Index(c.vars, e.expr.Root)
	return slot, slot >= formals
}
