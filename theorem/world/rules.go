package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
)

// rules are the parts of Figures 5 and 6 and of Definition 3.6 in which worlds differ.
type rules struct {
	// layout determines which command follows which: [[skip]], [[if]] and [[while]].
	layout flow.Options
	// liveness returns the live variables at each node. Dead variables have no value.
	liveness func(*flow.Graph) []flow.VarSet
	// runs reports whether programs have traces at all.
	runs bool

	// absent returns the index of the field that no object has, or -1.
	absent func(fields []string) int
	// lock returns the level after a lock() (Fig5-lock). If the thread is stuck, ok is false.
	lock func(level il.Level, s il.Stmt) (next il.Level, ok bool)
	// cells returns the value in the cells of a new object (Fig5-new).
	cells func(object loc) loc
	// owner returns the origin of an object that thread i makes with calls open (Fig5-new).
	owner func(calls int, i semantics.Tid) origin
	// release changes s as the return of thread i with calls open does (Fig5-pop).
	release func(s *state, calls int, i semantics.Tid)
	// localPop reports whether pop() touches nothing shared.
	localPop bool
	// ownFrames reports whether addresses are taken in the frame of their command, so that other
	// frames, and the time at which they change, do not matter.
	ownFrames bool

	// side returns the origin of the initial objects that the open variable or cell a may hold.
	side func(m *machine, s *state, a address) origin

	// raceAt records whether a configuration with conflicting accesses is a race.
	raceAt func(x *search, s *state)
	// raceAcross records whether a step, from before to s, leads to a race.
	raceAcross func(x *search, before, s *state)
	// initialDiffers reports whether an initial configuration is distinguished from an equal one
	// that is reached later.
	initialDiffers bool

	// control says, in an explanation, why a thread does not reach its access, and cell why both
	// threads reach theirs but never at the same cell.
	control, cell string
}

// rules returns the rules that docs/theory.md settles, with replacements for the world's switches.
func (w World) rules() rules {
	r := rules{
		liveness: func(g *flow.Graph) []flow.VarSet { return g.Liveness(il.Def) },
		runs:     !w.EmptySkip,
		absent:   func([]string) int { return -1 },
		lock: func(level il.Level, s il.Stmt) (il.Level, bool) {
			return level.After(s), true
		},
		cells:      func(object loc) loc { return object },
		owner:      func(int, semantics.Tid) origin { return made },
		release:    func(*state, int, semantics.Tid) {},
		localPop:   true,
		ownFrames:  true,
		side:       func(*machine, *state, address) origin { return initialA },
		raceAt:     raceAnywhere,
		raceAcross: func(*search, *state, *state) {},
		control:    "no execution leads there",
		cell:       "when both threads are about to make the accesses, these use different cells",
	}
	if w.NonReentrant || w.CappedLock > 0 {
		r.lock = func(level il.Level, s il.Stmt) (il.Level, bool) {
			return level.After(s).Capped(w.CappedLock), !w.NonReentrant || level.Takes(s)
		}
	}
	if w.NullCells {
		r.cells = func(loc) loc { return null }
	}
	if w.AbsentField != "" {
		r.absent = func(fields []string) int {
			if w.AbsentField == lastField {
				return len(fields) - 1
			}
			return slices.Index(fields, w.AbsentField)
		}
	}
	if w.FreeAtPop {
		r.owner, r.release, r.localPop = freedWith, free, false
	}
	if w.FirstBranch {
		r.layout.FirstBranch = true
		r.control = "the guards do not let it"
	}
	if w.Unshared {
		// An open variable holds an object of its thread, an open cell one of its own object's.
		r.side = func(m *machine, s *state, a address) origin {
			if a.in == heap {
				return s.origins[a.at/m.width]
			}
			return origin(a.in)
		}
		r.cell = "the two threads have no object in common"
	}
	if w.NonEmpty {
		r.raceAt, r.initialDiffers = raceAfterStep, true
	}
	if w.Stale {
		r.layout.Skips = true
		r.liveness = (*flow.Graph).AllLive
		r.ownFrames = false
		r.raceAt = func(*search, *state) {}
		r.raceAcross = staleRace
		r.cell = "when both threads are about to make the accesses, their paths had different " +
			"addresses one step earlier, or none"
	}
	return r
}

// free makes the references to the objects that thread i made in a call dangle. It is a
// rules.release.
func free(s *state, calls int, i semantics.Tid) {
	from := freedWith(calls, i)
	for _, list := range [][]loc{s.stacks[semantics.A], s.stacks[semantics.B], s.cells} {
		for x, l := range list {
			if l >= object && s.origins[l-object] == from {
				list[x] = freed
			}
		}
	}
}
