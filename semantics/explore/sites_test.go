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

// TestSites: what is searched again and again has the races that Search finds from the
// same state, in the same order, and is cut for the same reason, whatever was searched
// before it.
func TestSites(t *testing.T) {
	races, why := 0, map[Cut]int{}
	for seed := range uint64(150) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		again, err := NewSites(core, p)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for n := range 6 {
			in := exploretest.Init(r, core, p, 1+r.IntN(3))
			o := Defaults()
			o.Init, o.Start, o.Switches = Given, &in, n-1
			o.MaxStates, o.MaxObjects = []int{0, 10, 100}[n%3], 4
			want := mustSearch(t, core, p, o)
			got, cut, err := again.From(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			var sites []il.Sites
			for _, x := range want.Races {
				sites = append(sites, il.Sites{{At: x.Left.At, Kind: x.Left.Kind}, {At: x.Right.At, Kind: x.Right.Kind}})
			}
			if !slices.Equal(got, sites) || cut != want.Cut {
				t.Fatalf("seed %d, search %d: %v, %q, want %v, %q\n%s", seed, n, got, cut, sites, want.Cut, core.Source.Text)
			}
			races += len(sites)
			why[cut]++
		}
	}
	if races < 200 || why[NotCut] < 100 || why[CutStates] < 100 || why[CutSwitches] < 50 || why[CutStateSize] < 1 {
		t.Errorf("too few of the searches are interesting: %d races, %v", races, why)
	}
}

// TestSitesUnknown: an initial state that says nothing of a formal, or has a cell of what
// is not there, is refused.
func TestSitesUnknown(t *testing.T) {
	core := coreOf(t, `{ arg1.f := arg1; } || { arg2.f := arg2; }`)
	again, err := NewSites(core, core.Pairs()[0])
	if err != nil {
		t.Fatal(err)
	}
	good := func() *semantics.Init {
		return &semantics.Init{Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}}, Stacks: [2]map[string]string{{"arg1": "o"}, {"arg1": "o", "arg2": "o"}}}
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
		races, _, err := again.From(context.Background(), o)
		if want == "" && (err != nil || len(races) != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", want, races, err)
		}
	}
}
