package unordered

import (
	"context"
	"math"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
)

// Search decides which pairs of accesses of p some execution leaves unordered by happens-before,
// from all well-behaved initial states or from a given one. A search that is cut returns what it
// has found. The error says what is wrong with the initial state, or is explore.ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	return search(ctx, core, p, o, patience)
}

// search is Search after random executions, which end after maxIdle without a new pair.
func search(ctx context.Context, core *il.Core, p il.Pair, o Options,
	maxIdle int) (*Result, error) {
	c, err := newCode(core, p, &o)
	if err != nil {
		return nil, err
	}
	x := &engine{ctx: ctx, program: c, candidates: newCandidates(c.threads)}
	x.draw(maxIdle)
	x.result.Drawn = len(x.found)
	if x.candidates.count > 0 && x.result.Cut == explore.NotCut {
		if err := x.search(&o); err != nil {
			return nil, err
		}
	}
	return x.finish(), nil
}

// An engine is one run of Search. As the visitor of its mover it adds the states that steps lead
// to, and records pairs.
type engine struct {
	ctx        context.Context
	program    *code
	candidates *candidates
	found      []hit
	result     Result

	part       *programSlice // the part of the program that is searched
	mover                    // executes the part
	store      *store
	maxObjects int32 // how many objects a state may have
	maxStates  int
	here       int32 // the state that is being expanded; none at the beginning
	picked     int   // how many initial values were picked for steps from this state
}

// A hit is an access that completes a pair: the other thread's at its site q, after the access f.
type hit struct {
	f     first
	q     int32
	from  int32   // the number of the state before that access
	drawn *sample // the execution, if it was drawn
}

// search expands the states of the slice for the remaining candidates in the order of the store.
func (e *engine) search(o *Options) error {
	e.part = newSlice(e.program.core, e.program.units, e.candidates.stmts())
	c, err := e.program.narrowed(e.part, o.Unroll)
	if err != nil {
		return err
	}
	e.candidates.number(c.threads)
	e.mover, e.store, e.here = c.mover(), &store{table: make([]int32, 256)}, none
	e.visitor = e
	e.maxObjects, e.maxStates = math.MaxInt32, math.MaxInt32
	if o.MaxObjects > 0 {
		e.maxObjects = int32(min(o.MaxObjects, math.MaxInt32/2)) + e.machine.Objects()
	}
	if o.MaxStates > 0 {
		e.maxStates = min(o.MaxStates, math.MaxInt32)
	}
	e.starts()
	for n := 0; n < e.store.len() && e.candidates.count > 0; n++ {
		if e.store.len() >= e.maxStates {
			e.cut(explore.CutStates)
			return nil
		}
		if n%256 == 0 && e.cancelled() {
			return nil
		}
		if n%256 == 0 && o.Progress != nil {
			states := uint64(e.store.len())
			o.Progress(explore.Progress{States: states, Frontier: states - uint64(n)})
		}
		e.here, e.picked = int32(n), 0
		f := e.decode(e.store.state(e.here))
		if e.hopeless(e.at, f) {
			continue
		}
		if i := e.persistent(f); i >= 0 {
			e.step(i, f)
		} else {
			e.step(0, f)
			e.step(1, f)
		}
	}
	return nil
}

// state adds the present state if it is new.
func (e *engine) state(at [2]*point, f first) {
	e.result.Transitions++
	if e.hopeless(at, f) {
		return
	}
	if e.machine.Objects() > e.maxObjects {
		e.cut(explore.CutStateSize)
		return
	}
	before := len(e.store.bytes)
	bytes, ok := e.encode(e.store.bytes, f)
	if !ok {
		e.store.bytes = bytes[:before]
		return
	}
	e.store.bytes = bytes
	if e.store.add(e.here) && f.made {
		e.result.Watching++
	}
}

// pair records a pair if it is still a candidate.
func (e *engine) pair(q int32, f first) {
	if e.candidates.has(f.thread, f.site, q) {
		e.candidates.found(f.thread, f.site, q)
		e.found = append(e.found, hit{f: f, q: q, from: e.here})
	}
}

// maxPicks bounds the initial values that are picked for the steps from a state.
const maxPicks = 1 << 18

// more ends the picking at a limit, or when all candidates have been found.
func (e *engine) more() bool {
	e.picked++
	switch {
	case e.picked > maxPicks:
		e.cut(explore.CutStateSize)
		return false
	case e.store.len() >= e.maxStates || e.candidates.count == 0:
		return false // search notices: some of these states have not been expanded
	}
	return e.picked%1024 != 0 || !e.cancelled()
}

// hopeless reports whether no candidate pair can be found from the present state on, with the
// threads at the given points.
func (e *engine) hopeless(at [2]*point, f first) bool {
	if !f.made {
		return e.candidates.none(at[0].Future.Sites, at[1].Future.Sites)
	}
	return e.candidates.of[f.thread][f.site]&f.future(at[1-f.thread]).Sites == 0
}

// cancelled reports whether the context has ended the search, and records why.
func (e *engine) cancelled() bool {
	why := explore.Ended(e.ctx)
	e.cut(why)
	return why != explore.NotCut
}

// cut records why the search is incomplete. The first reason counts.
func (e *engine) cut(why explore.Cut) {
	if e.result.Cut == explore.NotCut {
		e.result.Cut = why
	}
}

// finish returns the result. If all pairs that the text allows were found, nothing was left out,
// whatever the bounds.
func (e *engine) finish() *Result {
	r := &e.result
	if e.store != nil {
		r.States = uint64(e.store.len())
		if e.g.Bounded() {
			e.cut(explore.CutUnroll)
		}
	}
	if e.candidates.count == 0 {
		r.Cut = explore.NotCut
	}
	r.Complete = r.Cut == explore.NotCut
	for _, s := range e.found {
		race := e.race(s)
		if race.Execution == nil {
			r.Long++
		}
		r.Races = append(r.Races, race)
	}
	slice.Sort(r.Races, func(a, b Race) int { return a.Sites().Compare(b.Sites()) })
	return r
}
