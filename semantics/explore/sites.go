package explore

import (
	"context"
	"sync"

	"wobbly/il"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// Sites searches one program C1 || C2 again and again, from one given initial state after the
// other, for the sites of its races alone: it is compiled once, what a search has met is dropped
// when it is over, so that the next one has its memory, and a race that one search has found is not
// looked for by the next ones. It is for one goroutine.
type Sites struct {
	g          *machine.Program
	candidates *machine.Candidates // that no search has found
	found      map[il.Sites]bool
}

// NewSites compiles p, with any number of rounds of its loops.
func NewSites(core *il.Core, p il.Pair) (*Sites, error) {
	g, err := machine.Compile(core, p, machine.Options{Unroll: Unbounded})
	if err != nil {
		return nil, err
	}
	return (&Sites{g: g}).Anew(), nil
}

// Anew is of the same program, as compiled, of which no search has found anything yet. Both are for
// one goroutine together.
func (s *Sites) Anew() *Sites { return &Sites{s.g, s.g.Candidates(), map[il.Sites]bool{}} }

// From finds the races that Search finds from o.Start and that no search before has found, in the
// same order, and why there may be more. States after which none of them can come are left out
// (Options.Prune), and only those that are met count as states. Of the options the start and the
// limits count.
func (s *Sites) From(ctx context.Context, o Options) (races []il.Sites, cut Cut, err error) {
	o = Options{Init: Given, Start: o.Start, Limits: o.Limits, Strategy: Depth, Prune: true}
	o.Unroll = Unbounded
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
		a, b := r.Races[i].Left, r.Races[i].Right
		x := il.Sites{{At: a.At, Kind: a.Kind}, {At: b.At, Kind: b.Kind}}
		if !s.found[x] {
			s.found[x] = true
			races = append(races, x)
		}
	}
	return races, r.Cut, nil
}

// spares are stores of searches that are over.
var spares = sync.Pool{New: func() any { return canonical.NewStore(false) }}
