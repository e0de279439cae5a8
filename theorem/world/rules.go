package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
)

// rules are those of Figures 5 and 6 and of Definition 3.6 in which worlds differ.
// A switch replaces them one by one.
type rules struct {
	// layout is [[skip]], [[if]] and [[while]]: which commands come after which.
	layout flow.Options
	// liveness tells which variables count at each node: the others have no value.
	liveness func(*flow.Graph) []flow.VarSet
	// runs is whether programs have traces at all.
	runs bool

	// absent is the number of the field that no object has, or -1.
	absent func(fields []string) int
	// lock is Fig5-lock: the next level. There is none where the thread is stuck.
	lock func(level int) (next int, ok bool)
	// cells is Fig5-new: what the cells of a new object hold.
	cells func(object loc) loc
	// owner is Fig5-new: whose the object is, of thread i with so many open calls.
	owner func(calls int, i semantics.Tid) origin
	// release is Fig5-pop: what becomes of objects when the call of that number
	// returns.
	release func(s *state, calls int, i semantics.Tid)
	// localPop is whether pop() touches nothing that is shared.
	localPop bool
	// ownFrames is whether addresses are taken in the frame of their command, so
	// that other frames, and when they change, do not matter.
	ownFrames bool

	// side is the part of the initial heap that an open variable or cell points
	// into.
	side func(m *machine, s *state, a address) origin

	// stands is Definition 3.6 for a configuration.
	stands func(x *search, s *state)
	// steps is Definition 3.6 for a step from one configuration to the next.
	steps func(x *search, before, s *state)
	// counts is whether a configuration before the first step is another one than
	// the same behind it.
	counts bool

	// What sentences say of why a thread does not come to its access, and of why
	// both come to theirs, but not on one cell.
	control, cell string
}

// paper are the rules of the paper, as docs/paper.md settles them.
func paper() rules {
	return rules{
		liveness: func(g *flow.Graph) []flow.VarSet { return g.Liveness(il.Def) },
		runs:     true,
		absent:   func([]string) int { return -1 },
		lock:     func(level int) (int, bool) { return level + 1, true },
		cells:    func(object loc) loc { return object },
		owner:    func(int, semantics.Tid) origin { return made },
		release:  func(*state, int, semantics.Tid) {},
		localPop: true, ownFrames: true,
		side:    func(*machine, *state, address) origin { return initialA },
		stands:  anywhere,
		steps:   func(*search, *state, *state) {},
		control: "no execution leads there",
		cell:    "in every state in which both threads stand before them, they address different cells",
	}
}

// rules are those of the world: the paper's, of which each switch replaces what it
// is about.
func (w World) rules() rules {
	r := paper()
	if w.NonReentrant {
		r.lock = func(level int) (int, bool) { return 1, level == 0 }
	}
	if w.CappedLock > 0 {
		uncapped := r.lock
		r.lock = func(level int) (int, bool) {
			next, ok := uncapped(level)
			return min(next, w.CappedLock), ok
		}
	}
	if w.NullCells {
		r.cells = func(loc) loc { return null }
	}
	if w.AbsentField != "" {
		r.absent = w.absentIn
	}
	if w.FreeAtPop {
		r.owner, r.release, r.localPop = freedWith, free, false
	}
	if w.FirstBranch {
		r.layout.FirstBranch = true
		r.control = "the guards do not let it"
	}
	if w.Unshared {
		r.side = ownSide
		r.cell = "the two threads have no object in common"
	}
	if w.NonEmpty {
		r.stands, r.counts = behindAStep, true
	}
	if w.Stale {
		takeAddressesEarly(&r)
	}
	r.runs = !w.EmptySkip
	return r
}

// absentIn is the rule for a field that no object has.
func (w World) absentIn(fields []string) int {
	if w.AbsentField == lastField {
		return len(fields) - 1
	}
	return slices.Index(fields, w.AbsentField)
}

// free is the rule of pop() where memory is freed: what refers to the objects of
// the call dangles.
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

// ownSide is the rule for threads that are apart: an open variable holds an object
// of its thread, and an open cell one of the same thread as its own.
func ownSide(m *machine, s *state, a address) origin {
	if a.in == heap {
		return s.origins[a.at/m.width]
	}
	return origin(a.in)
}

// takeAddressesEarly are the rules of G12. Every block begins with a skip, which
// is a step.
func takeAddressesEarly(r *rules) {
	r.layout.Skips = true
	r.liveness = (*flow.Graph).AllLive
	r.ownFrames = false
	r.stands = func(*search, *state) {}
	r.steps = staleStep
	r.cell = "whenever both threads stand before them, their paths have different addresses in the state one step before, or none"
}
