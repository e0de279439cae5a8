package explore

import (
	"context"
	"sync"

	"wobbly/il"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// Sites searches one program C1 || C2 again and again, from one given initial state
// after the other, for the sites of its races alone: it is compiled once, and what a
// search has met is dropped when it is over, so that the next one has its memory. It is
// for one goroutine.
type Sites struct{ g *machine.Program }

// NewSites compiles p, with all rounds of its loops.
func NewSites(core *il.Core, p il.Pair) (*Sites, error) {
	g, err := machine.Compile(core, p, machine.Options{Unroll: Unbounded})
	if err != nil {
		return nil, err
	}
	return &Sites{g}, nil
}

// From finds the races that Search finds from o.Start within the same limits, in the
// same order, and why there may be more. Of the options the start and the limits count.
func (s *Sites) From(ctx context.Context, o Options) (races []il.Sites, cut Cut, err error) {
	o = Options{Init: Given, Start: o.Start, Limits: o.Limits, Strategy: Depth}
	o.Unroll = Unbounded
	if err := o.check(); err != nil {
		return nil, NotCut, err
	}
	if err := s.g.Known(o.Start); err != nil {
		return nil, NotCut, err
	}
	store := spares.Get().(*canonical.Store)
	defer spares.Put(store)
	p := problem{g: s.g, o: o, given: o.Start, spare: store}
	r := p.sites(ctx)
	if o.MaxStates > 0 && r.States >= uint64(o.MaxStates) {
		// Which states a search meets before it is cut depends on its order. One that
		// meets fewer meets all.
		p.o.Strategy = Breadth
		r = p.sites(ctx)
	}
	for i := range r.Races {
		a, b := r.Races[i].Left, r.Races[i].Right
		races = append(races, il.Sites{{At: a.At, Kind: a.Kind}, {At: b.At, Kind: b.Kind}})
	}
	return races, r.Cut, nil
}

// sites is what a search finds whose witnesses nobody asks for.
func (p problem) sites(ctx context.Context) *Result {
	defer p.spare.Reset()
	return run(ctx, p.strategy(ctx))
}

// spares are stores of searches that are over.
var spares = sync.Pool{New: func() any { return canonical.NewStore(false) }}
