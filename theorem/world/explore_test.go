package world

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
)

// TestPaperWorld compares the zero World with the exact search: wherever both are complete, the
// same pairs of sites race from all initial states.
func TestPaperWorld(t *testing.T) {
	programs, races, cut := 0, 0, 0
	for seed := range uint64(quick.Cases(2000)) {
		core := iltest.Core(t, gen.Text(seed, small()))
		p := pairOf(core, seed)
		o := explore.Defaults()
		o.Reduce, o.Prune, o.Fingerprint, o.MaxStates = true, true, true, 20_000
		want, err := explore.Search(context.Background(), core, p, o)
		if err != nil {
			t.Fatal(err)
		}
		got := World{}.Races(core, p, Limits{States: 2000})
		if !got.Complete || !want.Complete {
			cut++
			continue
		}
		var wantRaces []Race
		for _, r := range want.Races {
			wantRaces = append(wantRaces, Race{
				Left:  il.Site{At: r.Left.At, Kind: r.Left.Kind},
				Right: il.Site{At: r.Right.At, Kind: r.Right.Kind},
			})
		}
		if g, w := sites(core, got.Races), sites(core, wantRaces); g != w {
			t.Fatalf("seed %d, %s / %s: Races = \n%swant\n%s%s", seed, p.Left.Name, p.Right.Name, g,
				w, core.Source.Text)
		}
		programs++
		races += len(wantRaces)
	}
	t.Logf("%d programs with %d races; %d were cut", programs, races, cut)
	if wantPrograms, wantRaces := quick.Cases(1850), quick.Cases(1000); programs < wantPrograms ||
		races < wantRaces {
		t.Errorf("%d programs with %d races were compared, want %d with %d", programs, races,
			wantPrograms, wantRaces)
	}
}

// Found is the result of a search.
type Found struct {
	Races    []Race // sorted by position, reads before writes
	States   int    // the number of configurations visited
	Complete bool   // whether no limit left anything out, so there are no other races
	Why      string // what a limit left out, in a few words; empty if Complete
}

// Races returns the races of a pair in the world, from all well-behaved initial states.
func (w World) Races(core *il.Core, p il.Pair, limits Limits) Found {
	x := newSearch(w, core, p, limits)
	x.run(func() bool { return false })
	return x.result()
}

// result returns what the search has found so far.
func (x *search) result() Found {
	f := Found{States: x.states, Complete: x.cut == "", Why: x.cut}
	for pair, e := range x.pairs {
		if e.races {
			f.Races = append(f.Races, Race{Left: siteOf(pair[0]), Right: siteOf(pair[1])})
		}
	}
	slices.SortFunc(f.Races, func(a, b Race) int {
		return cmp.Or(a.Left.Compare(b.Left), a.Right.Compare(b.Right))
	})
	f.Races = slices.Compact(f.Races)
	return f
}

// Race is a pair of accesses that race, of the left unit and of the right one.
type Race struct{ Left, Right il.Site }
