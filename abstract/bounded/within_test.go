package bounded

import (
	"context"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// sitesOf returns the sites of reports.
func sitesOf(all []Report) (sites []il.Sites) {
	for _, x := range all {
		sites = append(sites, x.Sites)
	}
	return sites
}

// TestWithin: in whatever order the numbers of switches are requested, an analysis lists the same
// as one for that number alone.
func TestWithin(t *testing.T) {
	found, scarce := [MaxSwitches + 1]int{}, 0
	check := func(text string, states int) {
		core := iltest.Core(t, text)
		for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
			shared, err := Analyze(core, Options{MaxStates: states})
			if err != nil {
				t.Fatal(err)
			}
			for i, k := range order {
				r, err := Analyze(core, Options{Switches: k, MaxStates: states})
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range core.Pairs() {
					want, cuts := r.Reports(context.Background(), p)
					got, gotCuts, ample := shared.Within(context.Background(), p, k)
					same := slices.Equal(sitesOf(got), sitesOf(want)) && slices.Equal(gotCuts, cuts)
					if (ample || i == 0) && !same {
						t.Fatalf("Within %d switches, requested in the order %v: %v, %q, "+
							"want %v, %q as by itself\n%s",
							k, order, sitesOf(got), gotCuts, sitesOf(want), cuts, text)
					}
					if ample && len(cuts) > 0 {
						t.Fatalf("Within %d switches is ample with the cuts %q\n%s", k, cuts, text)
					}
					found[k] += len(got)
					if !ample {
						scarce++
					}
				}
			}
		}
	}
	for _, x := range programs {
		check(x.text, 0)
		check(x.text, 100)
	}
	for seed := range uint64(quick.Cases(60)) {
		check(gen.Text(seed, gen.Tiny()), 0)
	}
	previous := 0
	for k, n := range found {
		if n <= previous {
			t.Errorf("%d reports with %d switches, want more than %d", n, k, previous)
		}
		previous = n
	}
	if scarce < quick.Cases(50) {
		t.Errorf("a limit was near %d times, want at least %d", scarce, quick.Cases(50))
	}
}
