package explore_test

import (
	"context"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// TestDistinct: Distinct counts a race once if the threads can be exchanged in it. From a given
// initial state B may reach an access that A cannot, so that a race exists in only one order of the
// threads; it also counts.
func TestDistinct(t *testing.T) {
	for _, tt := range []struct {
		program         string
		ordered, counts int
	}{
		{"m(a) { a.f := a }", 1, 1},
		{"m(a) { x := a.f; a.f := x }", 3, 2},
		{"m(a) { x := a.f; y := a.f; a.f := x }", 5, 3},
		{"{ x := arg1.f; arg1.f := x } || { x := arg1.f; arg1.f := x }", 3, 3},
		{"m(a, b) { x := a.f; b.f := a }\ninit {\nA.a = o1\nA.b = o2\nB.a = o3\nB.b = o1\n}", 1, 1},
		{"m(a, b) { x := a.f; b.f := a }\ninit {\nA.a = o2\nA.b = o1\nB.a = o1\nB.b = o3\n}", 1, 1},
	} {
		core := iltest.Core(t, tt.program)
		p := core.Pairs()[0]
		o := explore.Defaults()
		if core.Init != nil {
			in := semantics.GivenInit(core.Init, core.Fields)
			o.Init, o.Start = explore.Given, &in
		}
		r, err := explore.Search(context.Background(), core, p, o)
		if err != nil || len(r.Races) != tt.ordered {
			t.Fatalf("%s: %d races in both orders, want %d (%v)", tt.program, len(r.Races),
				tt.ordered, err)
		}
		seen := map[il.Sites]bool{}
		for _, race := range explore.Distinct(p, r.Races) {
			s := race.Sites()
			seen[p.Sites(s[0], s[1])] = true
			if w := race.Witness(); w.Race.A.At != core.Source.At(s[0].At) ||
				w.Race.B.At != core.Source.At(s[1].At) {
				t.Errorf("%s: the witness of %v shows %s and %s", tt.program, s, w.Race.A.At,
					w.Race.B.At)
			}
		}
		if n := len(explore.Distinct(p, r.Races)); n != tt.counts || len(seen) != n {
			t.Errorf("%s: %d distinct races of %d pairs, want %d", tt.program, n,
				len(seen), tt.counts)
		}
	}
}

// TestProgressDistinct: progress counts races in the same way as the result.
func TestProgressDistinct(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := a.f; a.f := x; y := a.f; a.f := y; z := a.f; a.f := z }")
	p := core.Pairs()[0]
	o := explore.Defaults()
	reports, maxRaces := 0, 0
	o.Progress = func(p explore.Progress) {
		reports++
		maxRaces = max(maxRaces, p.Races)
	}
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	n := len(explore.Distinct(p, r.Races))
	if reports == 0 || maxRaces == 0 || maxRaces > n {
		t.Errorf("%d reports of progress with up to %d races, want some, with at most %d", reports,
			maxRaces, n)
	}
	if n >= len(r.Races) {
		t.Errorf("%d of %d races are distinct, want fewer", n, len(r.Races))
	}
}
