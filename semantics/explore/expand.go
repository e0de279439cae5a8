package explore

import "wobbly/il"

// expander looks at states: does it race, and where can it go?
type expander struct {
	g      *Program
	o      *Options
	m      *Machine
	codec  codec
	most   int32  // objects of a state
	room   uint64 // successors of a state
	buffer []byte
	out    *outbox
	found  *raceTable
	hopes  *hopes // nil without Prune; not changed while states are looked at
	round  uint64
	tally

	from     ref
	ordinal  uint64
	switches int32
	moving   int  // the thread of which steps are made
	blocked  bool // the bound on switches kept a thread from going on
	stuck    bool // a thread has no rule
	picks    []pick
	watch    func() // instead of passing on a state: see follow
}

// outbox holds the successors of states of one shard.
type outbox struct {
	buffer []byte
	to     [shards]candidates
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
	at     Place
	object int32
}

func newExpander(g *Program, o *Options) *expander {
	return &expander{
		g: g, o: o, m: NewMachine(g, o.Init == All),
		codec: codec{bounded: o.Switches >= 0},
		room:  roomFor(o.MaxStates),
	}
}

// roomFor is how many successors of one state are made where a search is to meet
// so many states. A command that reads many open places can have a successor for
// each way to pick their values, which grows with every place; the limit on states
// would see them only when all are made.
func roomFor(states int) uint64 {
	const least = 1 << 14
	if states == 0 {
		return maxOrdinal
	}
	return min(maxOrdinal, max(least, 2*uint64(states)))
}

// state looks at a state: r is its name, and state its bytes.
func (x *expander) state(r ref, state []byte) {
	x.switches = x.codec.decode(state, x.m)
	x.from, x.ordinal, x.blocked, x.stuck = r, 0, false, false
	x.race(r)
	if x.hopes != nil && x.hopes.none(x.m.at[0], x.m.at[1]) {
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
	if i := x.alone(); i >= 0 {
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
	case Stuck:
		x.stuck = true
		return
	case Done:
		x.successors(i)
	default:
		x.each(need, func() bool { x.execute(i); return false })
	}
	m.Undo(mark)
}

// each does something for each initial value that a place may have: every
// initial object there is, and a new one. It stops when the answer is true.
func (x *expander) each(at Place, do func() bool) bool {
	m := x.m
	stop := false
	for o := int32(1); o <= m.n+1 && !stop; o++ {
		mark := m.Mark()
		if o > m.n {
			m.Discover()
		} else if m.made[o-1] != 0 {
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
	c := x.m.at[i]
	if c.cut {
		x.cuts |= cutUnroll
	}
	for _, next := range c.next {
		x.m.at[i] = next
		x.emit()
	}
	x.transitions += uint64(len(c.next))
	x.m.at[i] = c
}

// emit passes on the present state of the machine.
func (x *expander) emit() {
	if x.watch != nil {
		x.buffer = x.codec.encode(x.buffer[:0], x.m, x.switches)
		x.watch()
		x.ordinal++
		return
	}
	if x.hopes != nil && x.hopes.none(x.m.at[0], x.m.at[1]) {
		x.ordinal++
		return
	}
	out := x.out
	begin := len(out.buffer)
	out.buffer = x.codec.encode(out.buffer, x.m, x.switches)
	state := out.buffer[begin:]
	if len(state) > maxBytes || x.m.n > x.most || x.ordinal > x.room {
		x.cuts |= cutStateSize
		out.buffer = out.buffer[:begin]
		return
	}
	h := hash(state)
	to := shardOf(h)
	out.to[to] = append(out.to[to], candidate{
		hash: h, from: x.ordinal<<refBits | uint64(x.from), begin: uint32(begin), end: uint32(len(out.buffer)),
	})
	x.ordinal++
}

// race notes the race of the present state, if there is one.
func (x *expander) race(r ref) {
	a, b := x.m.at[0], x.m.at[1]
	if !conflict(a, b) || x.found.known(a.site, b.site) || !x.meet(a, b) {
		return
	}
	x.picks = x.picks[:0]
	x.found.add(a.site, b.site, sighting{r, x.round})
}

// conflict is what Definition 3.6 asks for and what does not depend on the
// values: both threads stand at loads or stores of the same field, one of them a
// store.
func conflict(a, b *Control) bool {
	return a.access() && b.access() && (a.op == opStore || b.op == opStore) && a.field() == b.field()
}

// meet tells whether the accesses of the two threads may be of the same cell,
// and leaves in picks the initial values that make them so.
func (x *expander) meet(a, b *Control) bool {
	pa, need := x.m.target(a)
	if need == Done {
		var pb Place
		if pb, need = x.m.target(b); need == Done {
			return pa == pb
		}
	}
	if x.m.missing(need) == Stuck {
		return false
	}
	return x.each(need, func() bool { return x.meet(a, b) })
}

// target is the cell of the access of c, or the first place before it that
// holds nothing. The cell itself is not read.
func (m *Machine) target(c *Control) (at, need Place) {
	root := c.src
	if c.op == opStore {
		root = c.dst
	}
	return m.address(root, c.path)
}

// raceTable has, for each pair of accesses, a state in which they race: the
// first one that was looked at.
type raceTable struct {
	pairs []pair
	first []sighting // of each of pairs
	seen  [][]bool   // by the sites of A and of B
}

// pair are the sites of A and B.
type pair [2]int32

// sighting is where a race was seen, and in which round of the search.
type sighting struct {
	at    ref
	round uint64
}

func (t *raceTable) known(a, b int32) bool {
	return int(a) < len(t.seen) && int(b) < len(t.seen[a]) && t.seen[a][b]
}

func (t *raceTable) add(a, b int32, s sighting) {
	for len(t.seen) <= int(a) {
		t.seen = append(t.seen, nil)
	}
	for len(t.seen[a]) <= int(b) {
		t.seen[a] = append(t.seen[a], false)
	}
	t.seen[a][b] = true
	t.pairs = append(t.pairs, pair{a, b})
	t.first = append(t.first, s)
}

// accessOf describes a load or store.
func accessOf(s il.Stmt) Access {
	kind := il.Read
	if _, ok := s.(*il.Store); ok {
		kind = il.Write
	}
	return Access{Stmt: s, At: s.Pos(), Kind: kind}
}
