package explore

import (
	"context"

	"wobbly/internal/parallel"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// engine is a search in the canonical layout under way, in whatever order.
type engine struct {
	problem
	store      *canonical.Store
	found      [canonical.Shards]raceTable
	workers    []*expander
	done       [canonical.Shards]canonical.Cursor // up to where records have been looked at
	states     uint64
	looked     uint64 // states looked at
	round      uint64
	depth      int
	cuts       cuts
	candidates *machine.Candidates   // nil without Prune
	noted      [canonical.Shards]int // how many pairs of found candidates knows of
}

// engine begins a search at the initial states: each way to resolve the choices
// before the first commands.
func (p problem) engine(ctx context.Context) *engine {
	e := &engine{problem: p, store: p.spare}
	if e.store == nil {
		e.store = canonical.NewStore(p.o.Fingerprint)
	}
	if p.o.Prune && !p.g.Bounded() {
		if e.candidates = p.left; e.candidates == nil {
			e.candidates = p.g.Candidates()
		}
	}
	for range max(1, min(p.o.Workers, canonical.Shards)) {
		x := newExpander(&e.problem)
		x.codec.Small, x.ctx = p.given != nil, ctx
		e.workers = append(e.workers, x)
	}
	p.g.ExpandSome()
	x := e.workers[0]
	x.out, x.from = e.store.Outbox(0), canonical.NoRef
	x.m.Load(p.given)
	for i := range x.m.At {
		if p.g.Controls(i)[0].Cut {
			e.cuts |= cutUnroll
		}
	}
	x.work = e.mayMake()
	x.starts(func() bool {
		e.insert()
		x.work = e.mayMake()
		return x.ended || e.full()
	})
	e.insert()
	for _, x := range e.workers {
		x.candidates = e.candidates
	}
	return e
}

// insert adds to the store the states that were come to.
func (e *engine) insert() {
	e.parallel(func(_ *expander, i int) { e.store.Insert(i) })
	e.states += e.store.Flush()
}

// parallel does something for every shard. Worker w takes shards w, w+n, w+2n,
// ... of n workers.
func (e *engine) parallel(do func(x *expander, i int)) {
	n := len(e.workers)
	if n == 1 {
		for i := range canonical.Shards {
			do(e.workers[0], i)
		}
		return
	}
	parallel.Do(n, func(w int) {
		for i := w; i < canonical.Shards; i += n {
			do(e.workers[w], i)
		}
	})
}

// full tells whether the limit on states is met.
func (e *engine) full() bool {
	if e.o.MaxStates == 0 || e.states < uint64(e.o.MaxStates) {
		return false
	}
	e.cuts |= cutStates
	return true
}

// mayMake is how many successors a shard may make in a round before it leaves a state.
func (e *engine) mayMake() int {
	work := roundWork
	if e.work > 0 {
		work = e.work
	}
	if e.o.MaxStates == 0 {
		return work
	}
	return min(work, max(leastWork, (e.o.MaxStates-int(e.states))/canonical.Shards))
}

// expand makes the control states that a state leads to. Goroutines share them,
// so it is done before any looks at the state.
func (e *engine) expand(state []byte) {
	at, _ := canonical.Controls(state)
	for i, id := range at {
		e.g.Expand(i, e.g.Controls(i)[id])
	}
}

// note tells the candidates of the races that were seen since the last time.
func (e *engine) note() {
	if e.candidates == nil {
		return
	}
	for i := range e.found {
		t := &e.found[i]
		for ; e.noted[i] < len(t.pairs); e.noted[i]++ {
			e.candidates.Found(t.pairs[e.noted[i]])
		}
	}
}

// report tells the caller how far the search has come.
func (e *engine) report() {
	if e.o.Progress == nil {
		return
	}
	pairs, _ := firstHits(e.found[:])
	e.o.Progress(Progress{
		States: e.states, Frontier: e.states - e.looked, Depth: e.depth, Races: len(pairs), Memory: e.store.Memory(),
	})
}

// Done implements strategy.
func (e *engine) Done(why cuts) *Result {
	t := tally{cuts: e.cuts | why}
	for _, x := range e.workers {
		t.add(x.tally)
	}
	r := &Result{
		Layout: Canonical,
		States: e.states, Transitions: t.transitions, Depth: e.depth,
		Ends: t.ends, StuckEnds: t.stuckEnds, Deadlocks: t.deadlocks,
		Complete: t.cuts == 0, Cut: t.cuts.reason(), Memory: e.store.Memory(),
	}
	if e.o.Fingerprint {
		r.Missed = canonical.Missed(r.States)
	}
	pairs, first := firstHits(e.found[:])
	r.Races = e.list(pairs, func(p machine.Sites) int { return first[p].steps }, func(p machine.Sites) *trail { return e.trail(first[p].at) })
	return r
}
