package flat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/flat"
	"wobbly/witness/check"
)

// TestFewSymbols: if states run out of symbols, the races and their distances are the same, and
// their witnesses are accepted.
func TestFewSymbols(t *testing.T) {
	var compared, others, races int
	for seed := range uint64(quick.Cases(150)) {
		r := rand.New(rand.NewPCG(seed, 7))
		core := iltest.Core(t, "{ "+flat.Accesses(r)+"} || { "+flat.Accesses(r)+"}")
		pair := core.Pairs()[0]
		o := explore.Defaults()
		o.Layout, o.MaxStates, o.MaxObjects = explore.Flat, 60_000, 40
		if seed%4 == 0 {
			o.Reduce = true
		}
		want := mustSearch(t, core, pair, o)
		var got *explore.Result
		flat.WithSymbols(2+int32(seed%3), func() { got = mustSearch(t, core, pair, o) })
		if !want.Complete || !got.Complete || got.Layout != explore.Flat {
			continue
		}
		compared++
		if got.States != want.States {
			others++
		}
		if len(got.Races) != len(want.Races) || (got.Ends == 0) != (want.Ends == 0) {
			t.Fatalf("seed %d: %d races, want %d\n%s", seed, len(got.Races), len(want.Races),
				core.Source.Text)
		}
		c := check.New(core)
		for i, r := range got.Races {
			races++
			if w := want.Races[i]; r.Left != w.Left || r.Right != w.Right || r.Steps != w.Steps {
				t.Fatalf("seed %d: %+v, want %+v\n%s", seed, r, w, core.Source.Text)
			}
			w := r.Witness()
			if err := c.Check(w); err != nil || len(w.Steps) != r.Steps {
				t.Fatalf("seed %d: a witness of %d steps, want %d, is checked: %v\n%s", seed,
					len(w.Steps), r.Steps, err, core.Source.Text)
			}
		}
	}
	t.Logf("%d programs, %d with other states; %d races", compared, others, races)
	if compared < quick.Cases(100) || others < quick.Cases(60) || races < quick.Cases(1500) {
		t.Error("too few of the programs are interesting")
	}
}

// mustSearch fails the test on an error.
func mustSearch(t *testing.T, core *il.Core, p il.Pair, o explore.Options) *explore.Result {
	t.Helper()
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
