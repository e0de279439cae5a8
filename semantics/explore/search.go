package explore

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

// Search decides which pairs of accesses of p race (Definition 3.6), from all
// well-behaved initial states or from a given one, in the executions that o
// allows. What it found before it was cut is in the result too. The error says
// what is wrong with the options or the initial state, or is ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g, err := Compile(core, p, o.Unroll)
	if err != nil {
		return nil, err
	}
	return search(ctx, g, o)
}

// search is Search on a compiled program.
func search(ctx context.Context, g *Program, o Options) (*Result, error) {
	given, err := g.given(&o)
	if err != nil {
		return nil, err
	}
	if o.Strategy == Random {
		return g.sample(ctx, &o, given), nil
	}
	if f := newFlat(g, &o, given); f != nil {
		if r := f.search(ctx, o, given); r.Cut != CutStates {
			return r, nil
		}
	}
	e := newEngine(g, o, given)
	e.start()
	if o.Strategy == Depth {
		e.depthFirst(ctx)
	} else {
		e.breadthFirst(ctx)
	}
	return e.result(), nil
}

// check refuses options that make no sense together.
func (o *Options) check() error {
	switch {
	case o.Init > Given || o.Strategy > Random:
		return errors.New("no such initial states or strategy")
	case o.Reduce && o.Switches >= 0:
		return errors.New("the reduction cannot be combined with a bound on switches: it leaves out interleavings that switch less")
	case o.Prune && o.Strategy == Random:
		return errors.New("random runs cannot be pruned")
	case o.Reduce && o.Strategy == Random:
		return errors.New("random runs cannot be reduced")
	case o.Switches >= maxSwitches:
		return fmt.Errorf("the bound on switches must be below %d", maxSwitches)
	case o.Fingerprint && o.Strategy == Depth:
		return errors.New("a depth-first search keeps its states: it has no fingerprints")
	}
	return nil
}

// maxSwitches keeps the number of switches in a value of a state.
const maxSwitches = 1 << 22

// given is the initial state of a search from a given one, nil for all.
func (g *Program) given(o *Options) (*semantics.Init, error) {
	if o.Init == All {
		return nil, nil
	}
	in := o.Start
	if in == nil {
		if g.core.Init == nil {
			return nil, errors.New("the file gives no initial state: it has no init block")
		}
		of := semantics.GivenInit(g.core.Init, g.fields)
		in = &of
	}
	k, err := semantics.NewConfig(g.core, g.pair, *in)
	if err != nil {
		return nil, err
	}
	for i := range g.threads {
		for _, x := range g.threads[i].unit.Formals {
			if _, ok := in.Stacks[i][x]; !ok {
				return nil, fmt.Errorf("the initial state gives no value to %s.%s, a formal of %s",
					semantics.Tid(i), x, g.threads[i].unit.Name)
			}
		}
	}
	return in, semantics.WellBehaved(k)
}

// load makes m the initial state in, or that of a lazy search where in is nil.
func (m *Machine) load(in *semantics.Init) {
	m.n = 0
	m.trail = m.trail[:0]
	clear(m.mem)
	if in == nil {
		return
	}
	number := map[string]int32{}
	for _, o := range in.Objects {
		number[o] = m.object(0)
	}
	for _, c := range in.Cells {
		m.mem[m.cell(number[c[0]], m.g.fieldIndex(c[1]))] = number[c[2]]
	}
	for i := range m.g.threads {
		t := &m.g.threads[i]
		for k, x := range t.unit.Formals {
			m.mem[t.base+int32(k)] = number[in.Stacks[i][x]]
		}
	}
}

// engine is a search under way.
type engine struct {
	g       *Program
	o       Options
	given   *semantics.Init
	shards  [shards]*shard
	out     [shards]outbox
	found   [shards]raceTable
	workers []*expander
	done    [shards]cursor // up to where records have been looked at
	states  uint64
	looked  uint64 // states looked at
	round   uint64
	depth   int
	cuts    cuts
	hopes   *hopes      // nil without Prune
	noted   [shards]int // how many pairs of found hopes knows of
}

func newEngine(g *Program, o Options, given *semantics.Init) *engine {
	e := &engine{g: g, o: o, given: given}
	for i := range e.shards {
		e.shards[i] = newShard(i, o.Fingerprint)
	}
	if o.Prune && !g.bounded() {
		e.hopes = g.hopes()
	}
	for range max(1, min(o.Workers, shards)) {
		x := newExpander(g, &e.o)
		x.codec.small = given != nil && o.Switches < 0
		x.most = o.mostObjects(given)
		e.workers = append(e.workers, x)
	}
	return e
}

// mostObjects is how many objects a state may have.
func (o *Options) mostObjects(given *semantics.Init) int32 {
	if o.MaxObjects <= 0 {
		return maxObjects - 1
	}
	most := o.MaxObjects
	if given != nil {
		most += len(given.Objects)
	}
	return int32(min(most, maxObjects-1))
}

// start adds the initial states: each way to resolve the choices before the
// first commands.
func (e *engine) start() {
	e.g.expandSome()
	x := e.workers[0]
	x.out, x.from = &e.out[0], noRef
	x.m.load(e.given)
	for i := range x.m.at {
		if e.g.threads[i].controls[0].cut {
			e.cuts |= cutUnroll
		}
	}
	x.starts()
	e.insertAll()
	e.count()
	for _, x := range e.workers {
		x.hopes = e.hopes
	}
}

// starts passes on the initial states.
func (x *expander) starts() {
	x.ordinal = 0
	for _, a := range x.g.Starts(0) {
		for _, b := range x.g.Starts(1) {
			x.m.at = [2]*Control{a, b}
			x.emit()
		}
	}
}

// insert adds what the shards have for shard i, in their order.
func (e *engine) insert(i int) {
	for from := range e.out {
		out := &e.out[from]
		e.shards[i].insert(out.to[i], out.buffer)
		out.to[i] = out.to[i][:0]
	}
}

// insertAll adds what the shards have for each other.
func (e *engine) insertAll() {
	e.parallel(func(_ *expander, i int) { e.insert(i) })
	for i := range e.out {
		e.out[i].buffer = e.out[i].buffer[:0]
	}
}

// count takes notice of the new states.
func (e *engine) count() (fresh uint64) {
	for _, s := range e.shards {
		fresh += uint64(s.fresh)
		s.fresh = 0
	}
	e.states += fresh
	return fresh
}

// stopped tells whether the search has to end here.
func (e *engine) stopped(ctx context.Context) bool {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		e.cuts |= cutTimeout
	case err != nil:
		e.cuts |= cutInterrupt
	case e.o.MaxStates > 0 && e.states >= uint64(e.o.MaxStates):
		e.cuts |= cutStates
	default:
		return false
	}
	return true
}

// result sums up.
func (e *engine) result() *Result {
	var t tally
	for _, x := range e.workers {
		t.add(x.tally)
	}
	t.cuts |= e.cuts
	r := &Result{
		States: e.states, Transitions: t.transitions, Depth: e.depth,
		Ends: t.ends, StuckEnds: t.stuckEnds, Deadlocks: t.deadlocks,
		Complete: t.cuts == 0, Cut: t.cuts.reason(), Memory: e.memory(),
	}
	if e.o.Fingerprint {
		r.Missed = missed(r.States)
	}
	r.Races = e.races()
	return r
}

func (e *engine) memory() (total uint64) {
	for _, s := range e.shards {
		total += s.memory()
	}
	return total
}

// report tells the caller how far the search has come.
func (e *engine) report() {
	if e.o.Progress == nil {
		return
	}
	pairs := map[pair]bool{}
	for _, t := range e.found {
		for _, p := range t.pairs {
			pairs[p] = true
		}
	}
	e.o.Progress(Progress{
		States: e.states, Frontier: e.states - e.looked, Depth: e.depth, Races: len(pairs), Memory: e.memory(),
	})
}
