package unordered

import (
	"context"
	"math"

	"wobbly/il"
	lists "wobbly/internal/slice" // slice is a type here
	"wobbly/semantics/explore"
)

// Search decides which pairs of accesses of p some execution leaves unordered by
// happens-before, from all well-behaved initial states or from a given one. What
// it found before it was cut is in the result too. The error says what is wrong
// with the initial state, or is explore.ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	return search(ctx, core, p, o, patience)
}

// search is Search with a patience that is given.
func search(ctx context.Context, core *il.Core, p il.Pair, o Options, patience int) (*Result, error) {
	c, err := newCode(core, p, &o)
	if err != nil {
		return nil, err
	}
	x := &engine{program: c, candidates: newCandidates(c.threads)}
	x.draw(ctx, patience)
	x.result.Drawn = len(x.found)
	if x.candidates.left > 0 && x.result.Cut == explore.NotCut {
		if err := x.begin(&o); err != nil {
			return nil, err
		}
		x.search(ctx)
	}
	return x.finish(), nil
}

// engine is a search under way.
type engine struct {
	program    *code
	candidates *candidates
	found      []hit
	result     Result

	part   *slice // of the program, which is what is searched
	mover         // of the slice
	store  *store
	most   int32 // objects of a state
	limit  int   // of the number of states
	here   int32 // the state that is being looked at; none at the beginning
	picked int   // initial values for steps from this state
	ctx    context.Context

	progress func(explore.Progress)
}

// hit is where a pair was found: by a step of thread i, at its site q, behind
// the first access f.
type hit struct {
	f    first
	i    int
	q    int32
	from int32  // the state before the step
	draw *drawn // the execution, if it was drawn
}

// begin makes the mover one of the slice for what is a candidate still.
func (x *engine) begin(o *Options) error {
	x.part = newSlice(x.program.core, x.program.units, x.candidates.stmts())
	c, err := x.program.narrowed(x.part, o.Unroll)
	if err != nil {
		return err
	}
	x.candidates.number(c.threads)
	x.mover, x.store, x.here = c.mover(), newStore(), none
	x.see = x
	x.progress = o.Progress
	x.most, x.limit = math.MaxInt32, math.MaxInt32
	if o.MaxObjects > 0 {
		x.most = int32(min(o.MaxObjects, math.MaxInt32/2)) + x.m.Objects()
	}
	if o.MaxStates > 0 {
		x.limit = min(o.MaxStates, math.MaxInt32)
	}
	return nil
}

// search looks at the states in the order in which they were met.
func (x *engine) search(ctx context.Context) {
	x.ctx = ctx
	x.starts()
	for n := 0; n < x.store.len() && x.candidates.left > 0; n++ {
		if x.store.len() >= x.limit {
			x.cut(explore.CutStates)
			return
		}
		if n%256 == 0 && x.cancelled(ctx) {
			return
		}
		if n%256 == 0 && x.progress != nil {
			x.progress(explore.Progress{States: uint64(x.store.len()), Frontier: uint64(x.store.len() - n)})
		}
		x.here, x.picked = int32(n), 0
		x.expand(x.decode(x.store.state(x.here)))
	}
}

// expand looks at the present state: where can it go?
func (x *engine) expand(f first) {
	if x.hopeless(x.at, f) {
		return
	}
	if i := x.persistent(f); i >= 0 {
		x.step(i, f)
		return
	}
	x.step(0, f)
	x.step(1, f)
}

// state implements visitor: the present state is added if it is new.
func (x *engine) state(at [2]*point, f first) {
	x.result.Transitions++
	if x.hopeless(at, f) {
		return
	}
	if x.m.Objects() > x.most {
		x.cut(explore.CutStateSize)
		return
	}
	before := len(x.store.bytes)
	bytes, ok := x.encode(x.store.bytes, f)
	if !ok {
		x.store.bytes = bytes[:before]
		return
	}
	x.store.bytes = bytes
	if x.store.add(x.here) && f.made {
		x.result.Watching++
	}
}

// pair implements visitor.
func (x *engine) pair(i int, q int32, f first) {
	if x.candidates.has(f.thread, f.site, q) {
		x.candidates.found(f.thread, f.site, q)
		x.found = append(x.found, hit{f: f, i: i, q: q, from: x.here})
	}
}

// mostPicks bounds the initial values that are picked for the steps from a state.
const mostPicks = 1 << 18

// more implements visitor.
func (x *engine) more() bool {
	x.picked++
	switch {
	case x.picked > mostPicks:
		x.cut(explore.CutStateSize)
		return false
	case x.store.len() >= x.limit || x.candidates.left == 0:
		return false // as search will find: some of these states have not been looked at
	}
	return x.picked%1024 != 0 || !x.cancelled(x.ctx)
}

// hopeless tells whether no candidate pair can be found on from the present state.
// at is where its threads stand.
func (x *engine) hopeless(at [2]*point, f first) bool {
	if !f.made {
		return x.candidates.none(at[0].future.Sites, at[1].future.Sites)
	}
	return x.candidates.of[f.thread][f.site]&f.future(at[1-f.thread]).Sites == 0
}

// cancelled reports whether the context has ended the search, and keeps the reason.
func (x *engine) cancelled(ctx context.Context) bool {
	why := explore.Ended(ctx)
	x.cut(why)
	return why != explore.NotCut
}

// cut keeps the first reason why the search is incomplete.
func (x *engine) cut(why explore.Cut) {
	if x.result.Cut == explore.NotCut {
		x.result.Cut = why
	}
}

// finish sums up. Where all pairs were found that the text allows, nothing
// was left out, whatever the bounds are.
func (x *engine) finish() *Result {
	r := &x.result
	if x.store != nil {
		r.States = uint64(x.store.len())
		if x.g.Bounded() {
			x.cut(explore.CutUnroll)
		}
	}
	if x.candidates.left == 0 {
		r.Cut = explore.NotCut
	}
	r.Complete = r.Cut == explore.NotCut
	for _, s := range x.found {
		race := x.race(s)
		if race.Execution == nil {
			r.Long++
		}
		r.Races = append(r.Races, race)
	}
	lists.Sort(r.Races, func(a, b Race) int { return a.Sites().Compare(b.Sites()) })
	return r
}
