package explore

import (
	"context"
	"sync"

	"wobbly/il"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// Sites searches one program C1 || C2 from many given initial states, one after the other, for the
// sites of its races. The program is compiled once, the memory of a search is reused by the next
// one, and a race that was found is not looked for again. It is for one goroutine.
type Sites struct {
	g          *machine.Program
	candidates *machine.Candidates // that no search has found
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

// Anew returns a search of the same compiled program that has not found anything. Both are for one
// goroutine together.
func (s *Sites) Anew() *Sites { return &Sites{s.g, s.g.Candidates(), map[il.Sites]bool{}} }

// From returns the races that Search finds from o.Start and that no earlier search has found, in
// the same order, and why there may be more. States after which none of them can come are left out
// (Options.Prune), so fewer states are met. Only the start and the limits of the options count.
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

// spares are stores of searches that have ended.
var spares = sync.Pool{New: func() any { return canonical.NewStore(false) }}
