package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
)

// rules are the parts of Figures 5 and 6 and of Definition 3.6 in which worlds differ.
type rules struct {
	// layout is [[skip]], [[if]] and [[while]]: which commands come after which.
	layout flow.Options
	// liveness gives the live variables at each node; dead ones have no value.
	liveness func(*flow.Graph) []flow.VarSet
	// runs reports whether programs have traces at all.
	runs bool

	// absent returns the number of the field that no object has, or -1.
	absent func(fields []string) int
	// lock is Fig5-lock: the level after a lock(); ok is false if the thread is stuck.
	lock func(level il.Level, s il.Stmt) (next il.Level, ok bool)
	// cells is Fig5-new: the value in the cells of a new object.
	cells func(object loc) loc
	// owner is Fig5-new: the origin of an object that thread i makes at a given call depth.
	owner func(calls int, i semantics.Tid) origin
	// release is Fig5-pop: its effect on objects when the call of that number returns.
	release func(s *state, calls int, i semantics.Tid)
	// localPop reports that pop() touches nothing shared.
	localPop bool
	// ownFrames reports that addresses are taken in the frame of their command, so other frames,
	// and the time at which they change, do not matter.
	ownFrames bool

	// side is the part of the initial heap that an open variable or cell points into.
	side func(m *machine, s *state, a address) origin

	// raceAt is Definition 3.6 for a configuration with conflicting accesses.
	raceAt func(x *search, s *state)
	// raceAcross is Definition 3.6 for a step from one configuration to the next.
	raceAcross func(x *search, before, s *state)
	// initialDiffers distinguishes an initial configuration from an equal one later.
	initialDiffers bool

	// control and cell complete the sentence of a verdict: why a thread does not reach its access,
	// and why both reach theirs but never at the same cell.
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

// free is Fig5-pop with memory freed: references to the objects of the call dangle.
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
