package explore

import (
	"context"
	"sync"

	"wobbly/il"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// Sites searches one program from many given initial states, one after the other, for the sites of
// its races. It compiles the program once, reuses the memory of a search for the next, and does not
// look again for races that it has found. It must not be used concurrently.
type Sites struct {
	g          *machine.Program
	candidates *machine.Candidates // the races that no search has found
	found      map[il.Sites]bool
}

// NewSites compiles p without a bound on its loops.
func NewSites(core *il.Core, p il.Pair) (*Sites, error) {
	g, err := machine.Compile(core, p, machine.Options{Unroll: Unbounded})
	if err != nil {
		return nil, err
	}
	return (&Sites{g: g}).Anew(), nil
}

// Anew returns a search of the same compiled program that has found nothing. The two must not be
// used concurrently.
func (s *Sites) Anew() *Sites {
	return &Sites{g: s.g, candidates: s.g.Candidates(), found: map[il.Sites]bool{}}
}

// From returns the races that Search finds from o.Start and that no earlier search has found, in
// the same order, and why there may be more. It prunes states that lead to none of them
// (Options.Prune), so it meets fewer states. Of the options only the start and the limits count.
func (s *Sites) From(ctx context.Context, o Options) (races []il.Sites, cut Cut, err error) {
	o = Options{Init: Given, Start: o.Start, Limits: o.Limits, Strategy: Depth, Prune: true}
	o.Unroll, o.Aliases = Unbounded, Unbounded
	if err := o.check(); err != nil {
		return nil, NotCut, err
	}
	if err := s.g.Known(o.Start); err != nil {
		return nil, NotCut, err
	}
	store := spares.Get().(*canonical.Store)
	defer func() {
		store.Reset()
		spares.Put(store)
	}()
	p := problem{g: s.g, o: o, given: o.Start, reuse: reuse{store: store, candidates: s.candidates}}
	r := p.canonical(ctx).run()
	for i := range r.Races {
		if x := r.Races[i].Sites(); !s.found[x] {
			s.found[x] = true
			races = append(races, x)
		}
	}
	return races, r.Cut, nil
}

// spares are stores of finished searches.
var spares = sync.Pool{New: func() any { return canonical.NewStore(false) }}
