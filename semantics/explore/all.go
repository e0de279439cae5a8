package explore

import (
	"context"

	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
)

// late is how many states a search from all initial states meets in the canonical
// layout before the flat layout is tried: laying out and compiling costs as much as
// a small search.
const late = 1 << 10

// leastInitial is for how many initial objects a state has positions at least.
const leastInitial = 4

// fromAll searches from all initial states. A search that is not small is begun
// anew in the flat layout, where there is one.
func (p problem) fromAll(ctx context.Context) *Result {
	if p.o.Layout == Flat {
		if r := p.flatFromAll(ctx); r != nil {
			return r
		}
	}
	general := p.breadthFirst(ctx).(*breadth)
	for general.states < late {
		if cut := interrupted(ctx); cut != 0 {
			return general.Done(cut)
		}
		if !general.Next(ctx) {
			return general.Done(0)
		}
	}
	if r := p.flatFromAll(ctx, general.sofar()...); r != nil {
		return r
	}
	return run(ctx, general)
}

// flatFromAll searches from all initial states in the flat layout; nil if there is
// none. before are races that were found already: in
// rounds they are not looked for again.
func (p problem) flatFromAll(ctx context.Context, before ...found) *Result {
	p.o.Reduce = p.o.Reduce || p.o.ReduceFlat
	r := rounds{problem: p, known: flat.Known{}}
	if p.rounds() {
		r.anew = late
		r.add(before...)
	}
	return r.search(ctx)
}

// from is the problem from an initial state that some picks tell.
func (p problem) from(picks []flat.Pick) problem {
	var found machine.Found
	known := 0
	for _, k := range picks {
		for ; known <= k.Value; known++ {
			found.Object(false)
		}
		found.Set(k.Object, k.At, k.Value)
	}
	in := found.Init(p.g, p.g.Pair())
	p.given, p.o.Init = &in, Given
	return p
}
