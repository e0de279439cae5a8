package explore

import (
	"math/rand/v2"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics/explore/exploretest"
	wcheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

func TestTheoremsL(t *testing.T) {
	races, deadlocks, programs, failed := 0, 0, 0, 0
	for seed := range uint64(quick.Cases(6000)) {
		r := rand.New(rand.NewPCG(seed, 2))
		options := gen.Default()
		options.Lock, options.Sync, options.Depth = 0.25, 0.2, 3
		if seed%2 == 0 {
			options.Lock, options.Sync, options.Depth = 0.4, 0.3, 3
			options.Statements, options.Threads = 10, 0.9
		}
		p := gen.NameLocks(r, gen.Program(gen.Rand(seed), options), "", "m", "n", "n")
		core := coreOf(t, p.Source.Text)
		pair := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 20_000
		o.Reduce, o.Prune = true, true
		got := mustSearch(t, core, pair, Fitted(core, pair, o))
		if !got.Complete {
			continue
		}
		programs++
		builder := reconstruct.New(core)
		has := map[il.Sites]bool{}
		for _, race := range got.Races {
			has[race.Sites()] = true
		}
		for _, m := range []abstract.Mode{abstract.Figure7, abstract.NoWB, abstract.Plus, abstract.CommonSuffix} {
			s, err := abstract.AnalyzeSets(core, abstract.Options{Mode: m})
			if err != nil {
				t.Fatal(err)
			}
			list, _ := s.Reports(&pair)
			for _, x := range list.ListRaces(1000) {
				a, b := il.Site{At: x.Left.At, Kind: x.Left.Kind}, il.Site{At: x.Right.At, Kind: x.Right.Kind}
				if !has[il.Sites{a, b}] && !(pair.Left == pair.Right && has[il.Sites{b, a}]) {
					t.Fatalf("seed %d: mode %v, false %v\n%s", seed, m, x, core.Source.Text)
				}
				races++
				w, err := builder.Witness(x, 10000)
				if err != nil {
					if failed++; failed < 4 {
						t.Logf("seed %d: %v %v\n%s", seed, x, err, core.Source.Text)
					}
				} else if err := wcheck.New(core).Check(w); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, core.Source.Text)
				}
			}
			ds := s.Deadlocks(pair)
			want := map[[2]il.Pos]bool{}
			for _, d := range got.Deadlocks {
				at := [2]il.Pos{d.Left.At, d.Right.At}
				if pair.Left == pair.Right && at[1] < at[0] {
					at[0], at[1] = at[1], at[0]
				}
				want[at] = true
			}
			for _, d := range ds {
				if !want[[2]il.Pos{d.Left.At, d.Right.At}] {
					t.Fatalf("seed %d: false deadlock %v\n%s", seed, d, core.Source.Text)
				}
				w, err := builder.Deadlock(pair, d, 10000)
				if err != nil {
					if failed++; failed < 4 {
						t.Logf("seed %d: %v %v\n%s", seed, d, err, core.Source.Text)
					}
				} else if err := wcheck.New(core).Check(w); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, core.Source.Text)
				}
			}
			if len(ds) != len(want) {
				t.Fatalf("seed %d: %d deadlocks, want %d\n%s", seed, len(ds), len(want), core.Source.Text)
			}
			deadlocks += len(ds)
		}
	}
	t.Logf("%d programs, %d reports, %d deadlocks, %d failed", programs, races, deadlocks, failed)
}
