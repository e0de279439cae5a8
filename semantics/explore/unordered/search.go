package unordered

import (
	"context"
	"math"

	"wobbly/il"
	lists "wobbly/internal/slice" // slice is a type here
	"wobbly/semantics/explore"
)

// Search decides which pairs of accesses of p some execution leaves unordered by happens-before,
// from all well-behaved initial states or from a given one. A search that is cut returns what it
// has found. The error says what is wrong with the initial state, or is explore.ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	return search(ctx, core, p, o, patience)
}

func search(ctx context.Context, core *il.Core, p il.Pair, o Options, patience int) (*Result, error) {
	c, err := newCode(core, p, &o)
	if err != nil {
		return nil, err
	}
	x := &engine{ctx: ctx, program: c, candidates: newCandidates(c.threads)}
	x.draw(patience)
	x.result.Drawn = len(x.found)
	if x.candidates.left > 0 && x.result.Cut == explore.NotCut {
		if err := x.search(&o); err != nil {
			return nil, err
		}
	}
	return x.finish(), nil
}

type engine struct {
	ctx        context.Context
	program    *code
	candidates *candidates
	found      []hit
	result     Result

	part       *slice // of the program, which is searched
	mover             // of the slice
	store      *store
	maxObjects int32 // of a state
	maxStates  int
	here       int32 // the state that is being expanded; none at the beginning
	picked     int   // initial values for steps from this state
}

// A hit is an access that completes a pair: the other thread's, at its site q, after the first
// access f.
type hit struct {
	f     first
	q     int32
	from  int32  // the state before that access
	drawn *drawn // the execution, if it was drawn
}

// search expands the states of the slice for the remaining candidates, in the order in which they
// were met.
func (x *engine) search(o *Options) error {
	x.part = newSlice(x.program.core, x.program.units, x.candidates.stmts())
	c, err := x.program.narrowed(x.part, o.Unroll)
	if err != nil {
		return err
	}
	x.candidates.number(c.threads)
	x.mover, x.store, x.here = c.mover(), &store{table: make([]int32, 256)}, none
	x.see = x
	x.maxObjects, x.maxStates = math.MaxInt32, math.MaxInt32
	if o.MaxObjects > 0 {
		x.maxObjects = int32(min(o.MaxObjects, math.MaxInt32/2)) + x.m.Objects()
	}
	if o.MaxStates > 0 {
		x.maxStates = min(o.MaxStates, math.MaxInt32)
	}
	x.starts()
	for n := 0; n < x.store.len() && x.candidates.left > 0; n++ {
		if x.store.len() >= x.maxStates {
			x.cut(explore.CutStates)
			return nil
		}
		if n%256 == 0 && x.cancelled() {
			return nil
		}
		if n%256 == 0 && o.Progress != nil {
			o.Progress(explore.Progress{States: uint64(x.store.len()), Frontier: uint64(x.store.len() - n)})
		}
		x.here, x.picked = int32(n), 0
		f := x.decode(x.store.state(x.here))
		if x.hopeless(x.at, f) {
			continue
		}
		if i := x.persistent(f); i >= 0 {
			x.step(i, f)
		} else {
			x.step(0, f)
			x.step(1, f)
		}
	}
	return nil
}

// state adds the present state if it is new.
func (x *engine) state(at [2]*point, f first) {
	x.result.Transitions++
	if x.hopeless(at, f) {
		return
	}
	if x.m.Objects() > x.maxObjects {
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

func (x *engine) pair(q int32, f first) {
	if x.candidates.has(f.thread, f.site, q) {
		x.candidates.found(f.thread, f.site, q)
		x.found = append(x.found, hit{f: f, q: q, from: x.here})
	}
}

// maxPicks bounds the initial values that are picked for the steps from a state.
const maxPicks = 1 << 18

func (x *engine) more() bool {
	x.picked++
	switch {
	case x.picked > maxPicks:
		x.cut(explore.CutStateSize)
		return false
	case x.store.len() >= x.maxStates || x.candidates.left == 0:
		return false // search notices: some of these states have not been expanded
	}
	return x.picked%1024 != 0 || !x.cancelled()
}

// hopeless reports whether no candidate pair can be found from the present state on, with the
// threads at the given points.
func (x *engine) hopeless(at [2]*point, f first) bool {
	if !f.made {
		return x.candidates.none(at[0].Future.Sites, at[1].Future.Sites)
	}
	return x.candidates.of[f.thread][f.site]&f.future(at[1-f.thread]).Sites == 0
}

// cancelled reports whether the context has ended the search, and records why.
func (x *engine) cancelled() bool {
	why := explore.Ended(x.ctx)
	x.cut(why)
	return why != explore.NotCut
}

// cut records why the search is incomplete. The first reason counts.
func (x *engine) cut(why explore.Cut) {
	if x.result.Cut == explore.NotCut {
		x.result.Cut = why
	}
}

// finish returns the result. If all pairs that the text allows were found, nothing was left out,
// whatever the bounds.
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
