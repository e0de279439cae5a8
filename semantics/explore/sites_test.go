package explore

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
)

// TestSites: each of several searches finds the races that Search finds from the same state, in the
// same order, except those that an earlier one found. If a limit cuts it, it says so and has no
// others. Anew forgets what was found.
func TestSites(t *testing.T) {
	races, again, fewer, why := 0, 0, 0, map[Cut]int{}
	for seed := range uint64(150) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		search, err := NewSites(core, p)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for n := range 3 {
			search = search.Anew()
			before := map[il.Sites]bool{}
			for range 3 {
				in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
				o := Defaults()
				o.Init, o.Start, o.Switches = Given, &in, 2*n-1
				o.MaxObjects = 4
				var want []il.Sites
				whole := mustSearch(t, core, p, o)
				for _, x := range whole.Races {
					sites := il.Sites{
						{At: x.Left.At, Kind: x.Left.Kind}, {At: x.Right.At, Kind: x.Right.Kind},
					}
					if before[sites] {
						again++
						continue
					}
					want = append(want, sites)
				}
				o.MaxStates = []int{0, 10, 100}[r.IntN(3)]
				got, cut, err := search.From(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				all := slices.Equal(got, want)
				only := !slices.ContainsFunc(got,
					func(x il.Sites) bool { return !slices.Contains(want, x) })
				limit := cut == CutStates || cut == CutStateSize
				if !all && !(only && limit) || limit && cut == CutStateSize && whole.Cut != cut {
					t.Fatalf("seed %d, %d switches, %d states: %v, %q, want %v, %q\n%s", seed,
						o.Switches, o.MaxStates, got, cut, want, whole.Cut, core.Source.Text)
				}
				for _, x := range got {
					before[x] = true
				}
				if !all {
					fewer++
				}
				races += len(got)
				why[cut]++
			}
		}
	}
	if races < 200 || again < 200 || fewer < 20 || why[NotCut] < 100 || why[CutStates] < 100 ||
		why[CutSwitches] < 50 || why[CutStateSize] < 1 {
		t.Errorf("too few of the searches are interesting: "+
			"%d races, %d more that were found before, %d searches with fewer, %v",
			races, again, fewer, why)
	}
}

// TestSitesPruned: states after which only known races are possible are left out: of the four
// states, the first search meets the two before the race and the one after the load, the second one
// only the first state.
func TestSitesPruned(t *testing.T) {
	core := coreOf(t, `{ x := arg1.f; y := x.g; } || { arg2.g := arg2; }`)
	search, err := NewSites(core, core.Pairs()[0])
	if err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Start = &semantics.Init{
		Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}, {"o", "g", "o"}},
		Stacks: [2]map[string]string{{"arg1": "o"}, {"arg2": "o"}},
	}
	for n, want := range []struct{ states, races int }{{2, 1}, {1, 0}} {
		o.MaxStates = want.states + 1 // a limit that is not met
		got, cut, err := search.From(context.Background(), o)
		if err != nil || cut != NotCut || len(got) != want.races {
			t.Errorf("search %d: %v, %q, %v; want %d races", n, got, cut, err, want.races)
		}
	}
}

// TestSitesUnknown: an initial state that lacks a formal, or has a cell of a missing object, is
// rejected.
func TestSitesUnknown(t *testing.T) {
	core := coreOf(t, `{ arg1.f := arg1; } || { arg2.f := arg2; }`)
	search, err := NewSites(core, core.Pairs()[0])
	if err != nil {
		t.Fatal(err)
	}
	good := func() *semantics.Init {
		return &semantics.Init{
			Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}},
			Stacks: [2]map[string]string{{"arg1": "o"}, {"arg1": "o", "arg2": "o"}},
		}
	}
	for want, spoil := range map[string]func(in *semantics.Init){
		"":           func(*semantics.Init) {},
		"A.arg1":     func(in *semantics.Init) { delete(in.Stacks[0], "arg1") },
		"B.arg2":     func(in *semantics.Init) { in.Stacks[1]["arg2"] = "p" },
		"p.f":        func(in *semantics.Init) { in.Cells[0][0] = "p" },
		"o.g":        func(in *semantics.Init) { in.Cells[0][1] = "g" },
		"f that hol": func(in *semantics.Init) { in.Cells[0][2] = "p" },
	} {
		o := Defaults()
		o.Start = good()
		spoil(o.Start)
		races, _, err := search.From(context.Background(), o)
		if want == "" && (err != nil || len(races) != 1) {
			t.Errorf("From a good state: %v, %v, want one race", races, err)
		} else if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("From a spoiled state: %v, %v, want an error with %q", races, err, want)
		}
	}
}
