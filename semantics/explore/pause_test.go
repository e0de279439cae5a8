package explore

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// searchPausing searches in the canonical layout with shards that leave a state after work
// successors; 0 means the usual number.
func searchPausing(t *testing.T, core *il.Core, p il.Pair, o Options, work int) *Result {
	t.Helper()
	g, err := machine.Compile(core, p, machine.Options{Unroll: o.Unroll})
	if err != nil {
		t.Fatal(err)
	}
	return problem{g: g, o: o, reuse: reuse{work: work}}.canonical(t.Context()).run()
}

// TestPauses: a search whose states are left and resumed, at worst after every successor, finds the
// same.
func TestPauses(t *testing.T) {
	searches := 0
	for seed := range uint64(quick.Cases(200)) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		for name, change := range map[string]func(*Options){
			"exact":        func(*Options) {},
			"reduced":      func(o *Options) { o.Reduce, o.Prune = true, true },
			"switches":     func(o *Options) { o.Switches = 2 },
			"fingerprints": func(o *Options) { o.Fingerprint = true },
			"two workers":  func(o *Options) { o.Workers = 2 },
			"depth":        func(o *Options) { o.Strategy = Depth },
			"few objects":  func(o *Options) { o.Fingerprint, o.MaxObjects = true, 2 },
		} {
			o := Defaults()
			o.Unroll, o.MaxStates = 1, 20_000
			change(&o)
			want := searchPausing(t, core, p, o, 0)
			checkWitnesses(t, core, want)
			if want.Cut == CutStates {
				continue
			}
			for work := 1; work <= 3; work++ {
				got := searchPausing(t, core, p, o, work)
				checkWitnesses(t, core, got)
				same := got.States == want.States && got.Transitions == want.Transitions &&
					got.Ends == want.Ends && got.StuckEnds == want.StuckEnds &&
					got.DeadlockStates == want.DeadlockStates &&
					(got.Depth == want.Depth || o.Strategy == Depth)
				// With pruning the numbers may differ: it depends on what each round has found.
				if !same && !o.Prune || got.Cut != want.Cut {
					t.Fatalf("seed %d, %s, %d: %+v, want %+v\n%s", seed, name, work, got, want,
						core.Source.Text)
				}
				if !slices.Equal(sites(got), sites(want)) {
					t.Fatalf("seed %d, %s, %d: %q, want %q\n%s", seed, name, work, sites(got),
						sites(want), core.Source.Text)
				}
				for i := range got.Races {
					if o.Strategy == Breadth && got.Races[i].Steps != want.Races[i].Steps {
						t.Fatalf("seed %d, %s, %d: a race after %d steps, want %d", seed, name,
							work, got.Races[i].Steps, want.Races[i].Steps)
					}
				}
				searches++
			}
		}
	}
	if searches < quick.Cases(2000) {
		t.Errorf("%d searches, want at least %d", searches, quick.Cases(2000))
	}
}

// wide has races near the start, and later states with more successors than any search can meet:
// one for each way in which the cells on three paths may hold the same objects.
const wide = `private p(x, y, z) { x.f := y; y.f := z; }
m(a, b) {
	a.f := b; a.f := b; a.f := b;
	p(a.f.g.h.f.g.h.f.g.h.f.g.h, b.g.h.f.g.h.f.g.h.f.g.h.f, a.h.f.g.h.f.g.h.f.g.h.f.g);
}`

// apart has accesses that can never meet; to find that out, as many picks of values must be tried.
const apart = "m(a) { x := new(); x.f := x; } n(b) { " +
	"b.g.h.i.g.h.i.g.h.i.g.h.i.g.h.i.g.h.i.g.h.i.g.h.i.f := b; }"

// Constants of package canonical, which does not export them.
const (
	stepsPerPoll = 1 << 8
	leastWork    = 1 << 8
)

// patient is a context that ends with a cause after a number of polls.
type patient struct {
	context.Context
	cancel    context.CancelCauseFunc
	cause     error
	remaining int
}

func newPatient(t *testing.T, remaining int, cause error) *patient {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	t.Cleanup(func() { cancel(nil) })
	return &patient{Context: ctx, cancel: cancel, cause: cause, remaining: remaining}
}

func (p *patient) Err() error {
	p.remaining--
	if p.remaining == 0 {
		p.cancel(p.cause)
	}
	return p.Context.Err()
}

// TestEndsInState: each limit ends a search in the middle of one state's successors, and keeps what
// was found.
func TestEndsInState(t *testing.T) {
	const polls = 60
	for _, strategy := range []Strategy{Breadth, Depth} {
		for _, c := range []struct {
			name   string
			change func(*Options)
			cause  error
			want   Cut
		}{
			{"states", func(o *Options) { o.MaxStates = 3000 }, nil, CutStates},
			{"memory", func(*Options) {}, ErrMemory, CutMemory},
			{"interrupt", func(*Options) {}, context.Canceled, CutInterrupt},
			{"interrupt, all of it pruned", func(o *Options) { o.Prune = true }, context.Canceled,
				CutInterrupt},
		} {
			core := coreOf(t, wide)
			o := Defaults()
			o.Strategy, o.Layout = strategy, Canonical
			c.change(&o)
			ctx := newPatient(t, polls, c.cause)
			if c.cause == nil {
				ctx.remaining = 1 << 40
			}
			r, err := Search(ctx, core, core.Pairs()[0], o)
			if err != nil {
				t.Fatal(err)
			}
			checkWitnesses(t, core, r)
			if r.Complete || r.Cut != c.want || strategy == Breadth && len(r.Races) == 0 {
				t.Errorf("%v, %s: complete %t, cut %q, %d races; want cut %q", strategy, c.name,
					r.Complete, r.Cut, len(r.Races), c.want)
			}
			maxStates := uint64(polls * (stepsPerPoll + 1))
			if o.MaxStates > 0 {
				maxStates = uint64(o.MaxStates) + 8*leastWork
			}
			if r.States > maxStates || r.Transitions > 2*maxStates {
				t.Errorf("%v, %s: %d states, %d steps, want at most %d and twice as many", strategy,
					c.name, r.States, r.Transitions, maxStates)
			}
		}
	}
}

// TestEndsInMeeting: deciding whether two accesses meet ends with the search. If it is undecided,
// the search is incomplete.
func TestEndsInMeeting(t *testing.T) {
	core := coreOf(t, apart)
	p := core.Pairs()[1]
	for _, strategy := range []Strategy{Breadth, Depth, Random} {
		o := Defaults()
		o.Strategy, o.Layout, o.Runs = strategy, Canonical, 50
		ctx := newPatient(t, 200, nil)
		r, err := Search(ctx, core, p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete || r.Cut != CutInterrupt || len(r.Races) != 0 || ctx.remaining < -10 {
			t.Errorf("%v: cut %q, %d races, %d polls; want %q, none, at most 210", strategy, r.Cut,
				len(r.Races), 200-ctx.remaining, CutInterrupt)
		}
		o.MaxStates = 100
		r = mustSearch(t, core, p, o)
		if r.Complete || len(r.Races) != 0 || r.Cut == NotCut {
			t.Errorf("%v, %d states: cut %q, %d races; want some cut and none", strategy,
				o.MaxStates, r.Cut, len(r.Races))
		}
	}
}

// TestManyStarts: initial states are also passed on in pieces.
func TestManyStarts(t *testing.T) {
	core := coreOf(t, "m(a) { "+strings.Repeat("if * { x := a.f; } else { ", 300)+
		strings.Repeat("}", 300)+" }")
	o := Defaults()
	o.Layout, o.MaxStates = Canonical, 1000
	r := mustSearch(t, core, core.Pairs()[0], o)
	if r.Cut != CutStates || r.States > uint64(o.MaxStates)+2*leastWork {
		t.Errorf("%d states, cut %q; want at most %d, %q", r.States, r.Cut,
			o.MaxStates+2*leastWork, CutStates)
	}
	o.MaxStates = 0
	if r, _ = Search(newPatient(t, 3, nil), core, core.Pairs()[0], o); r.Cut != CutInterrupt ||
		r.States > 3*(stepsPerPoll+1) {
		t.Errorf("%d states, cut %q; want at most %d, %q", r.States, r.Cut, 3*(stepsPerPoll+1),
			CutInterrupt)
	}
}
