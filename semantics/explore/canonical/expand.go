package canonical

import (
	"context"
	"slices"

	"wobbly/internal/poll"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// An expander finds the races and the successors of states, one state at a time, in a machine of
// its own, and passes the successors to a sink.
type expander struct {
	*config
	m     *machine.Machine
	codec Codec
	to    sink
	poll  poll.Context
	tries driver.Tries
	driver.Counts

	from     Ref   // the state that is expanded
	switches int32 // how many switches led to it (see Switch), or known objects were picked
	progress
	skip *cursor // the successors up to this one were made before; nil if none were

	reached Numbers // memory that suffices reuses
	touched []int32 // memory that suffices reuses
}

// A sink receives the states that an expander reaches.
type sink interface {
	// full is called before another successor is made and reports whether to interrupt the
	// expansion, so that the successors can be inserted.
	full() bool
	// take receives the present state of the expander's machine.
	take()
}

// A progress is a position in the expansion of a state.
type progress struct {
	made   uint64         // the number of successors so far
	moved  bool           // whether a step was made
	stuck  bool           // whether a thread has no rule
	barred bool           // whether the bound on switches forbade a step
	thread int            // the thread whose steps are made
	picks  []machine.Pick // the initial values that were picked for the step
	next   int            // the index in Control.Next of the successor to make next
}

// A cursor is a state being expanded. The expansion of a state with many successors is interrupted
// and resumed, which bounds the memory for successors and lets the search end in between.
type cursor struct {
	at    Ref
	state []byte // nil if there is none
	begun bool   // whether it was interrupted, and progress says where
	progress
}

func newExpander(ctx context.Context, c *config) *expander {
	x := &expander{
		config: c, m: machine.New(c.Program, c.Given == nil), poll: poll.Every(stepsPerPoll, ctx),
		codec: Codec{
			Switches: c.o.Switches >= 0 || c.o.Known > 0, Known: c.o.Known,
			Packed: c.o.MaxStates == 0 || c.o.MaxStates > manyStates,
		},
	}
	x.tries = driver.Tries{Poll: &x.poll, Max: c.room}
	x.picks = make([]machine.Pick, 0, 8)
	return x
}

const (
	// stepsPerPoll is the number of successors made between two polls of the context.
	stepsPerPoll = 1 << 8
	// manyStates bounds the states of a search that does not pack them: some tens of megabytes.
	manyStates = 1 << 18
)

// start passes the initial states to the sink, one for each way to resolve the choices before the
// first commands, from number c.next on, and reports whether that was all.
func (e *expander) start(c *cursor) bool {
	a, b := e.Program.Starts(0), e.Program.Starts(1)
	e.from, e.switches, e.progress = NoRef, 0, progress{made: uint64(c.next), picks: e.picks[:0]}
	e.m.Load(e.Given)
	for c.next < len(a)*len(b) {
		e.m.At = [2]*machine.Control{a[c.next/len(b)], b[c.next%len(b)]}
		e.to.take()
		e.made++
		c.next++
		if e.to.full() {
			break
		}
	}
	return c.next == len(a)*len(b)
}

func (e *expander) decode(at Ref, state []byte) {
	e.from = at
	e.switches = e.codec.Decode(state, e.m)
	e.progress = progress{picks: e.picks[:0]}
}

// look finds the race and the successors of a state and reports whether it is finished. Otherwise
// the cursor says where to resume.
func (e *expander) look(c *cursor, found *races) bool {
	e.decode(c.at, c.state)
	e.skip = nil
	if c.begun {
		e.skip = c
		e.made, e.moved, e.stuck, e.barred = c.made, c.moved, c.stuck, c.barred
	} else if !e.race(found) {
		return false
	}
	if e.Goal.Hopeless(e.m.At[0], e.m.At[1]) {
		return true
	}
	e.picks = e.picks[:0]
	if !e.steps() {
		c.begun, c.progress = true, e.progress
		c.picks = slices.Clone(e.picks)
		return false
	}
	switch {
	case e.moved || e.barred:
	case e.m.Ended(0) && e.m.Ended(1):
		e.Ends++
	case e.stuck:
		e.StuckEnds++
	default:
		e.Deadlocks++
	}
	return true
}

// race records the race or deadlock of the present state, if there is one. It returns false if the
// context was done before that was known.
func (e *expander) race(found *races) bool {
	a, b := e.m.At[0], e.m.At[1]
	p := machine.Sites{a.Site, b.Site}
	if machine.Deadlock(a, b) {
		found.add(p, e.from)
	}
	if !machine.Conflict(a, b) || found.Has(p) {
		return true
	}
	var meet bool
	e.tries.Begin()
	known := machine.AnyKnown
	if e.o.Known > 0 {
		known = int(e.o.Known - e.switches)
	}
	if e.picks, meet = e.m.Meet(e.picks[:0], known, &e.tries); meet {
		found.add(p, e.from)
	} else if known != machine.AnyKnown {
		if e.picks, meet = e.m.Meet(e.picks[:0], machine.AnyKnown, &e.tries); meet {
			e.Cuts |= driver.CutAliases
		}
	}
	if e.tries.Exceeded {
		e.Cuts |= driver.CutStateSize
	}
	return !e.poll.Done()
}

// steps makes the successors of the present state and reports whether it is finished.
func (e *expander) steps() bool {
	if e.o.Reduce {
		for i := range 2 {
			if e.suffices(i) {
				return e.step(i)
			}
		}
	}
	return e.step(0) && e.step(1)
}

// suffices reports whether the steps of thread i suffice: see the reduction in package explore.
func (e *expander) suffices(i int) bool {
	c, d := e.m.At[i], e.m.At[1-i]
	switch driver.Independence(e.m.At, i) {
	case driver.Dependent:
		return false
	case driver.Independent:
		return true
	}
	if !c.Effects.Conflicts(driver.Others(e.m.At, i, d.Future, d.UntilLock)) {
		return true
	}
	var known bool
	if e.touched, known = e.m.Touched(i, e.touched[:0]); !known {
		return false
	}
	e.reached.Reach(e.m, 1-i)
	defer e.reached.End()
	return !slices.ContainsFunc(e.touched, func(o int32) bool { return e.reached.Of(o) != 0 })
}

// step makes the successors by a step of thread i and reports whether it is finished.
func (e *expander) step(i int) (done bool) {
	if !e.m.Enabled(i) || e.skip != nil && e.skip.thread != i {
		return true
	}
	before := e.switches
	e.thread = i
	if e.o.Switches >= 0 {
		after, ok := Switch(before, i, e.o.Switches)
		if !ok {
			e.barred = true
			e.Cuts |= driver.CutSwitches
			return true
		}
		e.switches = after
	}
	done = e.execute(i)
	e.switches = before
	return done
}

// Switch returns, as one value, the last thread and the number of switches after a step of thread
// i. ok is false if there would be more than bound. Before the first step the value is 0.
func Switch(before int32, i, bound int) (after int32, ok bool) {
	if before == 0 {
		return 1 + int32(i), true
	}
	last, n := (before-1)&1, (before-1)>>1
	if last != int32(i) {
		n++
	}
	return 1 + (n<<1 | int32(i)), n <= int32(bound)
}

// execute executes the command of thread i, with a recursive call for each way to pick an initial
// value that it needs, and reports whether it is finished.
func (e *expander) execute(i int) (done bool) {
	if e.made > e.room {
		e.Cuts |= driver.CutStateSize
		return true
	}
	first := int32(1) // the first value to pick
	switch {
	case e.skip == nil:
		e.next = 0
		if e.to.full() {
			return false
		}
	case len(e.skip.picks) == len(e.picks):
		e.next, e.skip = e.skip.next, nil
	default:
		first = e.skip.picks[len(e.picks)].Object
	}
	m := e.m
	mark := m.Mark()
	need := m.Execute(i)
	switch need {
	case machine.Stuck:
		e.stuck = true
		return true
	case machine.Done:
		done = e.successors(i)
		m.Undo(mark)
		return done
	}
	objects, before := m.Objects(), e.switches
	for o := range m.Values(need, first) {
		if o <= objects && e.o.Known > 0 {
			if e.switches = before + 1; e.switches > e.o.Known {
				e.switches = before
				e.Cuts |= driver.CutAliases
				continue
			}
		}
		e.picks = append(e.picks, machine.Pick{At: need, Object: o})
		if !e.execute(i) {
			return false
		}
		e.picks, e.switches = e.picks[:len(e.picks)-1], before
	}
	return true
}

// successors passes the state after the command of thread i to the sink, once for each way to
// resolve the choices that follow, and reports whether it is finished.
func (e *expander) successors(i int) (done bool) {
	c := e.m.At[i]
	if c.Cut {
		e.Cuts |= driver.CutUnroll
	}
	first := e.next
	for ; e.next < len(c.Next) && (e.next == first || !e.to.full()); e.next++ {
		e.m.At[i] = c.Next[e.next]
		e.to.take()
		e.made++
		e.Transitions++
		e.moved = true
	}
	e.m.At[i] = c
	return e.next == len(c.Next)
}
