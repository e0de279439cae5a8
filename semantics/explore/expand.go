package explore

import (
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

	from     canonical.Ref
	ordinal  uint64
	switches int32
	moving   int  // the thread of which steps are made
	blocked  bool // the bound on switches kept a thread from going on
	stuck    bool // a thread has no rule
	picks    []pick
	watch    func() // instead of passing on a state: see follow
	reached  canonical.Numbers
	touched  []int32
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

func newExpander(p *problem) *expander {
	return &expander{
		o: &p.o, m: machine.New(p.g, p.o.Init == All), most: p.o.mostObjects(p.given),
		codec: canonical.Codec{Switches: p.o.Switches >= 0},
		room:  roomFor(p.o.MaxStates),
	}
}

// roomFor is how many successors of one state are made where a search is to meet
// so many states. A command that reads many open addresses can have a successor
// for each way to pick their values, which grows with every address; the limit on
// states would see them only when all are made.
func roomFor(states int) uint64 {
	const least = 1 << 14
	if states == 0 {
		return maxOrdinal
	}
	return min(maxOrdinal, max(least, 2*uint64(states)))
}

// maxOrdinal bounds the successors of a state.
const maxOrdinal = canonical.MaxOrdinal

// starts passes on the initial states.
func (x *expander) starts() {
	x.ordinal = 0
	g := x.m.Program()
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			x.m.At = [2]*machine.Control{a, b}
			x.emit()
		}
	}
}

// state looks at a state: r is its name, and state its bytes.
func (x *expander) state(r canonical.Ref, state []byte) {
	x.switches = x.codec.Decode(state, x.m)
	x.from, x.ordinal, x.blocked, x.stuck = r, 0, false, false
	x.race(r)
	if x.candidates != nil && x.candidates.None(x.m.At[0], x.m.At[1]) {
		return
	}
	before := x.transitions
	x.steps()
	if x.transitions == before && !x.blocked {
		x.end()
	}
}

// steps makes the successors of the present state.
func (x *expander) steps() {
	if i := x.persistent(); i >= 0 {
		x.thread(i)
		return
	}
	x.thread(0)
	x.thread(1)
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

// thread makes the successors of the present state by a step of thread i.
func (x *expander) thread(i int) {
	if !x.m.Enabled(i) {
		return
	}
	before := x.switches
	x.moving = i
	if x.o.Switches >= 0 {
		after, ok := x.turn(int32(i))
		if !ok {
			x.blocked = true
			x.cuts |= cutSwitches
			return
		}
		x.switches = after
	}
	x.execute(i)
	x.switches = before
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
// values that it needs.
func (x *expander) execute(i int) {
	if x.ordinal > x.room {
		x.cuts |= cutStateSize
		return
	}
	m := x.m
	mark := m.Mark()
	switch need := m.Execute(i); need {
	case machine.Stuck:
		x.stuck = true
		return
	case machine.Done:
		x.successors(i)
	default:
		x.each(need, func() bool { x.execute(i); return false })
	}
	m.Undo(mark)
}

// each does something for each initial value that an address may have: every
// initial object there is, and a new one. It stops when the answer is true.
func (x *expander) each(at machine.Address, do func() bool) bool {
	m := x.m
	stop := false
	for o, known := int32(1), m.Objects(); o <= known+1 && !stop; o++ {
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
// way to resolve what follows.
func (x *expander) successors(i int) {
	c := x.m.At[i]
	if c.Cut {
		x.cuts |= cutUnroll
	}
	for _, next := range c.Next {
		x.m.At[i] = next
		x.emit()
	}
	x.transitions += uint64(len(c.Next))
	x.m.At[i] = c
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
		return
	}
	out.Post(begin, x.from, x.ordinal)
	x.ordinal++
}

// race notes the race of the present state, if there is one.
func (x *expander) race(r canonical.Ref) {
	a, b := x.m.At[0], x.m.At[1]
	if !machine.Conflict(a, b) || x.found.known(a.Site, b.Site) || !x.meeting() {
		return
	}
	x.picks = x.picks[:0]
	x.found.add(machine.Sites{a.Site, b.Site}, hit{r, x.depth, x.round})
}

// meeting tells whether the accesses of the two threads may be of the same cell,
// and leaves in picks the initial values that make them so.
func (x *expander) meeting() bool {
	switch same, need := x.m.Meeting(); need {
	case machine.Done:
		return same
	case machine.Stuck:
		return false
	default:
		return x.each(need, x.meeting)
	}
}
