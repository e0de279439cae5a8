package explore

import (
	"context"
	"slices"

	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// expander looks at states: does it race, and where can it go?
type expander struct {
	o          *Options
	m          *machine.Machine
	codec      canonical.Codec
	most       int32  // objects of a state
	room       uint64 // successors of a state
	buffer     []byte
	out        *canonical.Outbox
	found      *raceTable
	candidates *machine.Candidates // nil without Prune; not changed while states are looked at
	depth      int                 // steps to the states that are looked at
	round      uint64
	tally
	budget

	from     canonical.Ref
	switches int32
	moving   int // the thread of which steps are made
	made
	resumed *pause // where to go on; nil if nothing is to be skipped
	next    int    // from which of Control.Next on states are to be passed on
	picks   []pick
	watch   func() // instead of passing on a state: see follow
	reached canonical.Numbers
	touched []int32
}

// visit is a state being looked at. One with many successors is left and gone on
// with, so that what they take has a bound and that a search can end in between.
type visit struct {
	at    canonical.Ref
	state []byte // nil where none was begun
	pause        // where it was left
}

// made is what is known of the successors of a state that were made.
type made struct {
	ordinal uint64 // how many
	moved   bool   // there is one
	blocked bool   // the bound on switches kept a thread from going on
	stuck   bool   // a thread has no rule
}

// pause is where a state was left: before a successor by a step of a thread, after
// some picks. The zero pause is before all.
type pause struct {
	begun  bool
	thread int
	picks  []pick
	next   int // in Control.Next
	made
}

// tally counts what an expander meets.
type tally struct {
	transitions, ends, stuckEnds, deadlocks uint64
	cuts                                    cuts
}

// add adds another tally.
func (t *tally) add(u tally) {
	t.transitions += u.transitions
	t.ends += u.ends
	t.stuckEnds += u.stuckEnds
	t.deadlocks += u.deadlocks
	t.cuts |= u.cuts
}

// pick is an initial value that was chosen.
type pick struct {
	at     machine.Address
	object int32
}

// manyStates is how many states a search may meet at most that need not be small: they
// take some tens of megabytes.
const manyStates = 1 << 18

func newExpander(p *problem) *expander {
	return &expander{
		o: &p.o, m: machine.New(p.g, p.o.Init == All), most: p.o.mostObjects(p.given),
		codec: canonical.Codec{Switches: p.o.Switches >= 0, Packed: p.o.MaxStates == 0 || p.o.MaxStates > manyStates},
		room:  roomFor(p.o.MaxStates),
	}
}

// budget is what may be done before a search looks at its limits. A state may have
// a successor for each way to pick the values that a command reads, and so may
// two accesses ways to meet: their number grows with every address.
type budget struct {
	ctx     context.Context // nil to ask none
	ended   bool            // it is done
	unasked int             // successors and tries until it is asked again
	work    int             // successors that may be made in this round of the shard
	before  int             // the length of out.Buffer when a state was begun or gone on with
	tries   uint64          // to make two accesses meet
}

const (
	// roundWork is how many successors a shard makes in a round, and leastWork how many
	// where the limit on states is near.
	roundWork = 1 << 15
	leastWork = 1 << 8
	// untilAsked is how many successors are made before the context is asked again: it
	// may look at a clock.
	untilAsked = 1 << 8
)

// pauses tells, before a successor is made, whether the state is to be left: the
// limits are looked at when it is gone on with.
func (x *expander) pauses() bool {
	if x.out == nil { // looking for one successor
		return x.ended
	}
	x.work--
	return x.asks() || x.work < 0 || len(x.out.Buffer)-x.before > roundBytes
}

// asks tells whether the context is done.
func (x *expander) asks() bool {
	if x.unasked--; x.unasked < 0 {
		x.unasked = untilAsked
		x.ended = x.ended || x.ctx != nil && x.ctx.Err() != nil
	}
	return x.ended
}

// roomFor is how many successors of one state are made where a search is to meet
// so many states: nearly all of them may lead to states that were met, which the limit
// on states does not see.
func roomFor(states int) uint64 {
	const least = 1 << 14
	if states == 0 {
		return maxOrdinal
	}
	return min(maxOrdinal, max(least, 2*uint64(states)))
}

// maxOrdinal bounds the successors of a state.
const maxOrdinal = canonical.MaxOrdinal

// starts passes on the initial states, until it is enough. That is asked when what
// is in out is to be taken.
func (x *expander) starts(enough func() bool) {
	x.ordinal = 0
	g := x.m.Program()
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			x.m.At = [2]*machine.Control{a, b}
			x.emit()
			if x.pauses() && enough() {
				return
			}
		}
	}
}

// state looks at a state, and tells whether it is done with it. Otherwise v says where
// to go on, when what is in out has been taken.
func (x *expander) state(v *visit) bool {
	x.switches = x.codec.Decode(v.state, x.m)
	x.from, x.made, x.resumed = v.at, v.made, nil
	switch {
	case v.begun:
		x.resumed = &v.pause
	case !x.race(v.at):
		return false
	}
	if x.candidates != nil && x.candidates.None(x.m.At[0], x.m.At[1]) {
		return true
	}
	x.before = len(x.out.Buffer)
	x.picks = x.picks[:0]
	if !x.steps() {
		v.begun, v.thread, v.picks, v.next, v.made = true, x.moving, slices.Clone(x.picks), x.next, x.made
		return false
	}
	if !x.moved && !x.blocked {
		x.end()
	}
	return true
}

// steps makes the successors of the present state, from where it was left on, and
// tells whether that was all.
func (x *expander) steps() bool {
	if i := x.persistent(); i >= 0 {
		return x.thread(i)
	}
	return x.thread(0) && x.thread(1)
}

// end classifies a state without successors.
func (x *expander) end() {
	switch {
	case x.m.Ended(0) && x.m.Ended(1):
		x.ends++
	case x.stuck:
		x.stuckEnds++
	default:
		x.deadlocks++
	}
}

// thread makes the successors of the present state by a step of thread i, and tells
// whether that was all.
func (x *expander) thread(i int) bool {
	if !x.m.Enabled(i) || x.resumed != nil && x.resumed.thread != i {
		return true
	}
	before := x.switches
	x.moving = i
	if x.o.Switches >= 0 {
		after, ok := x.turn(int32(i))
		if !ok {
			x.blocked = true
			x.cuts |= cutSwitches
			return true
		}
		x.switches = after
	}
	done := x.execute(i)
	x.switches = before
	return done
}

// turn is the number of switches after a step of thread i, together with i; 0
// before the first step.
func (x *expander) turn(i int32) (int32, bool) {
	if x.switches == 0 {
		return 1 + i, true
	}
	last, n := (x.switches-1)&1, (x.switches-1)>>1
	if last != i {
		n++
	}
	return 1 + (n<<1 | i), n <= int32(x.o.Switches)
}

// execute executes the command of thread i for each way to pick the initial
// values that it needs, and tells whether that was all.
func (x *expander) execute(i int) (done bool) {
	if x.ordinal > x.room {
		x.cuts |= cutStateSize
		return true
	}
	switch r := x.resumed; {
	case r == nil:
		x.next = 0
		if x.pauses() {
			return false
		}
	case len(r.picks) == len(x.picks):
		x.next, x.resumed = r.next, nil
	}
	m := x.m
	mark := m.Mark()
	switch need := m.Execute(i); need {
	case machine.Stuck:
		x.stuck = true
		return true
	case machine.Done:
		done = x.successors(i)
	default:
		done = !x.each(need, func() bool { return !x.execute(i) })
	}
	m.Undo(mark)
	return done
}

// each does something for each initial value that an address may have: every
// initial object there is, and a new one. It stops when the answer is true, and
// leaves in picks what was picked then.
func (x *expander) each(at machine.Address, do func() bool) bool {
	m := x.m
	stop := false
	o, known := int32(1), m.Objects()
	if x.resumed != nil {
		o = x.resumed.picks[len(x.picks)].object
	}
	for ; o <= known+1 && !stop; o++ {
		mark := m.Mark()
		if o > known {
			m.Discover()
		} else if m.Made(o) != 0 {
			continue
		}
		m.Define(at, o)
		x.picks = append(x.picks, pick{at, o})
		if stop = do(); !stop {
			x.picks = x.picks[:len(x.picks)-1]
		}
		m.Undo(mark)
	}
	return stop
}

// successors passes on the state after the command of thread i, once for each
// way to resolve what follows, and tells whether that was all.
func (x *expander) successors(i int) bool {
	c := x.m.At[i]
	if c.Cut {
		x.cuts |= cutUnroll
	}
	for first := x.next; x.next < len(c.Next); x.next++ {
		if x.next > first && x.pauses() {
			x.m.At[i] = c
			return false
		}
		x.m.At[i] = c.Next[x.next]
		x.emit()
		x.transitions++
		x.moved = true
	}
	x.m.At[i] = c
	return true
}

// emit passes on the present state of the machine.
func (x *expander) emit() {
	if x.watch != nil {
		x.buffer = x.codec.Encode(x.buffer[:0], x.m, x.switches)
		x.watch()
		x.ordinal++
		return
	}
	if x.candidates != nil && x.candidates.None(x.m.At[0], x.m.At[1]) {
		x.ordinal++
		return
	}
	out := x.out
	begin := len(out.Buffer)
	out.Buffer = x.codec.Encode(out.Buffer, x.m, x.switches)
	if len(out.Buffer)-begin > canonical.MaxBytes || x.m.Objects() > x.most || x.ordinal > x.room {
		x.cuts |= cutStateSize
		out.Buffer = out.Buffer[:begin]
	} else {
		out.Post(begin, x.from, x.ordinal)
	}
	x.ordinal++
}

// race notes the race of the present state, if there is one. It is false where the
// context kept it from that.
func (x *expander) race(r canonical.Ref) bool {
	a, b := x.m.At[0], x.m.At[1]
	if !machine.Conflict(a, b) || x.found.known(a.Site, b.Site) {
		return true
	}
	if x.meets() {
		x.found.add(machine.Sites{a.Site, b.Site}, hit{r, x.depth, x.round})
	}
	return !x.ended
}

// meets tells whether the accesses of the two threads may be of the same cell, and
// leaves in picks the initial values that make them so.
func (x *expander) meets() bool {
	x.picks, x.tries = x.picks[:0], 0
	return x.meeting() && x.tries <= x.room && !x.ended
}

// meeting is meets, or true where it has been given up.
func (x *expander) meeting() bool {
	if x.tries++; x.tries > x.room {
		x.cuts |= cutStateSize
		return true
	}
	if x.asks() {
		return true
	}
	switch same, need := x.m.Meeting(); need {
	case machine.Done:
		return same
	case machine.Stuck:
		return false
	default:
		return x.each(need, x.meeting)
	}
}
