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
	switches int32 // of it: see Switch; or how many known objects were picked
	progress
	skip *cursor // the successors up to this one were made before; nil if none were

	reached Numbers // scratch
	touched []int32 // scratch
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
	made   uint64         // successors so far
	moved  bool           // there is one
	stuck  bool           // a thread has no rule
	barred bool           // the bound on switches kept a thread from going on
	thread int            // whose steps are made
	picks  []machine.Pick // the initial values that were picked for the step
	next   int            // the successor to be made next, of Control.Next
}

// A cursor is a state being expanded. The expansion of a state with many successors is interrupted
// and resumed, which bounds the memory for successors and lets the search end in between.
type cursor struct {
	at    Ref
	state []byte // nil if there is none
	begun bool   // it was interrupted: progress says where
	progress
}

func newExpander(ctx context.Context, c *config) *expander {
	x := &expander{
		config: c, m: machine.New(c.Program, c.Given == nil), poll: poll.Every(stepsPerPoll, ctx),
		codec: Codec{
			Switches: c.o.Switches >= 0 || c.o.Known > 0, Known: c.o.Known, Packed: c.o.MaxStates == 0 || c.o.MaxStates > manyStates,
		},
	}
	x.tries = driver.Tries{Poll: &x.poll, Max: c.room}
	x.picks = make([]machine.Pick, 0, 8)
	return x
}

const (
	// stepsPerPoll is the number of successors made between two polls of the context.
	stepsPerPoll = 1 << 8
	// manyStates bounds the states of a search that does not pack them: they take some tens of
	// megabytes.
	manyStates = 1 << 18
)

// start passes the initial states to the sink, one for each way to resolve the choices before the
// first commands, from number c.next on, and reports whether that was all.
func (x *expander) start(c *cursor) bool {
	a, b := x.Program.Starts(0), x.Program.Starts(1)
	x.from, x.switches, x.progress = NoRef, 0, progress{made: uint64(c.next), picks: x.picks[:0]}
	x.m.Load(x.Given)
	for c.next < len(a)*len(b) {
		x.m.At = [2]*machine.Control{a[c.next/len(b)], b[c.next%len(b)]}
		x.to.take()
		x.made++
		c.next++
		if x.to.full() {
			break
		}
	}
	return c.next == len(a)*len(b)
}

func (x *expander) decode(at Ref, state []byte) {
	x.from = at
	x.switches = x.codec.Decode(state, x.m)
	x.progress = progress{picks: x.picks[:0]}
}

// look finds the race and the successors of a state and reports whether it is finished. Otherwise
// the cursor says where to resume.
func (x *expander) look(c *cursor, found *races) bool {
	x.decode(c.at, c.state)
	x.skip = nil
	if c.begun {
		x.skip = c
		x.made, x.moved, x.stuck, x.barred = c.made, c.moved, c.stuck, c.barred
	} else if !x.race(found) {
		return false
	}
	if x.Goal.Hopeless(x.m.At[0], x.m.At[1]) {
		return true
	}
	x.picks = x.picks[:0]
	if !x.steps() {
		c.begun, c.progress = true, x.progress
		c.picks = slices.Clone(x.picks)
		return false
	}
	switch {
	case x.moved || x.barred:
	case x.m.Ended(0) && x.m.Ended(1):
		x.Ends++
	case x.stuck:
		x.StuckEnds++
	default:
		x.Deadlocks++
	}
	return true
}

// race records the race or deadlock of the present state, if there is one. It returns false if the
// context was done before that was known.
func (x *expander) race(found *races) bool {
	a, b := x.m.At[0], x.m.At[1]
	p := machine.Sites{a.Site, b.Site}
	if machine.Deadlock(a, b) && found.Add(p) {
		found.fresh = append(found.fresh, driver.Hit{Sites: p, At: x.from, Steps: found.steps})
	}
	if !machine.Conflict(a, b) || found.Has(p) {
		return true
	}
	var meet bool
	x.tries.Begin()
	known := machine.AnyKnown
	if x.o.Known > 0 {
		known = int(x.o.Known - x.switches)
	}
	if x.picks, meet = x.m.Meet(x.picks[:0], known, &x.tries); meet {
		found.Add(p)
		found.fresh = append(found.fresh, driver.Hit{Sites: p, At: x.from, Steps: found.steps})
	} else if known != machine.AnyKnown {
		if x.picks, meet = x.m.Meet(x.picks[:0], machine.AnyKnown, &x.tries); meet {
			x.Cuts |= driver.CutAliases
		}
	}
	if x.tries.Exceeded {
		x.Cuts |= driver.CutStateSize
	}
	return !x.poll.Done()
}

// steps makes the successors of the present state and reports whether it is finished.
func (x *expander) steps() bool {
	if x.o.Reduce {
		for i := range 2 {
			if x.suffices(i) {
				return x.step(i)
			}
		}
	}
	return x.step(0) && x.step(1)
}

// suffices reports whether the steps of thread i suffice: see the reduction in package explore.
func (x *expander) suffices(i int) bool {
	c, d := x.m.At[i], x.m.At[1-i]
	switch driver.Independence(x.m.At, i) {
	case driver.Dependent:
		return false
	case driver.Independent:
		return true
	}
	if !c.Effects.Conflicts(driver.Others(x.m.At, i, d.Future, d.UntilLock)) {
		return true
	}
	var known bool
	if x.touched, known = x.m.Touched(i, x.touched[:0]); !known {
		return false
	}
	x.reached.Reach(x.m, 1-i)
	defer x.reached.End()
	return !slices.ContainsFunc(x.touched, func(o int32) bool { return x.reached.Of(o) != 0 })
}

// step makes the successors by a step of thread i and reports whether it is finished.
func (x *expander) step(i int) (done bool) {
	if !x.m.Enabled(i) || x.skip != nil && x.skip.thread != i {
		return true
	}
	before := x.switches
	x.thread = i
	if x.o.Switches >= 0 {
		after, ok := Switch(before, i, x.o.Switches)
		if !ok {
			x.barred = true
			x.Cuts |= driver.CutSwitches
			return true
		}
		x.switches = after
	}
	done = x.execute(i)
	x.switches = before
	return done
}

// Switch returns, as one value, the last thread and the number of switches after a step of thread
// i. It fails if there would be more than bound. Before the first step the value is 0.
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
func (x *expander) execute(i int) (done bool) {
	if x.made > x.room {
		x.Cuts |= driver.CutStateSize
		return true
	}
	first := int32(1) // value to pick
	switch {
	case x.skip == nil:
		x.next = 0
		if x.to.full() {
			return false
		}
	case len(x.skip.picks) == len(x.picks):
		x.next, x.skip = x.skip.next, nil
	default:
		first = x.skip.picks[len(x.picks)].Object
	}
	m := x.m
	mark := m.Mark()
	need := m.Execute(i)
	switch need {
	case machine.Stuck:
		x.stuck = true
		return true
	case machine.Done:
		done = x.successors(i)
		m.Undo(mark)
		return done
	}
	objects, before := m.Objects(), x.switches
	for o := range m.Values(need, first) {
		if o <= objects && x.o.Known > 0 {
			if x.switches = before + 1; x.switches > x.o.Known {
				x.switches = before
				x.Cuts |= driver.CutAliases
				continue
			}
		}
		x.picks = append(x.picks, machine.Pick{At: need, Object: o})
		if !x.execute(i) {
			return false
		}
		x.picks, x.switches = x.picks[:len(x.picks)-1], before
	}
	return true
}

// successors passes the state after the command of thread i to the sink, once for each way to
// resolve the choices that follow, and reports whether it is finished.
func (x *expander) successors(i int) (done bool) {
	c := x.m.At[i]
	if c.Cut {
		x.Cuts |= driver.CutUnroll
	}
	first := x.next
	for ; x.next < len(c.Next) && (x.next == first || !x.to.full()); x.next++ {
		x.m.At[i] = c.Next[x.next]
		x.to.take()
		x.made++
		x.Transitions++
		x.moved = true
	}
	x.m.At[i] = c
	return x.next == len(c.Next)
}
