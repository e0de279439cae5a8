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
	programs, races, loops := 0, 0, 0
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
			loops++
			continue
		}
		var all []Race
		for _, r := range want.Races {
			all = append(all,
				Race{
					il.Site{At: r.Left.At, Kind: r.Left.Kind},
					il.Site{At: r.Right.At, Kind: r.Right.Kind},
				})
		}
		if g, w := sites(core, got.Races), sites(core, all); g != w {
			t.Fatalf("seed %d, %s / %s: got\n%swant\n%s%s", seed, p.Left.Name, p.Right.Name, g, w,
				core.Source.Text)
		}
		programs++
		races += len(all)
	}
	t.Logf("%d programs with %d races; %d were cut", programs, races, loops)
	if programs < quick.Cases(1850) || races < quick.Cases(1000) {
		t.Error("too few of the programs are interesting")
	}
}

// Found is what a search has found.
type Found struct {
	Races    []Race // sorted by positions, reads before writes
	States   int    // configurations that were looked at
	Complete bool   // nothing was left out: there are no other races
	Why      string // what was left out, a few words; empty if Complete
}

// Races searches what a pair can do in the world, from every well-behaved
// initial state at once.
func (w World) Races(core *il.Core, p il.Pair, limits Limits) Found {
	x := newSearch(w, core, p, limits)
	x.run(func() bool { return false })
	return x.result()
}

// result lists the races.
func (x *search) result() Found {
	f := Found{States: x.states, Complete: x.cut == "", Why: x.cut}
	for pair, e := range x.pairs {
		if e.races {
			f.Races = append(f.Races, Race{siteOf(pair[0]), siteOf(pair[1])})
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
