package compact_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// everything is a limit that cuts nothing.
const everything = 1 << 30

// same compares the two forms of one Result in everything they can be asked.
func same(t *testing.T, c *il.Core, want, got abstract.Result, limit int) {
	t.Helper()
	for _, u := range c.Units {
		type sizes struct{ W, A, L string }
		size := func(r abstract.Result) sizes {
			w, a := r.Size(u)
			return sizes{w.String(), a.String(), r.Lock(u).String()}
		}
		diff(t, c, u.Name+" sizes", size(want), size(got))
		diff(t, c, u.Name+" W", want.Wobbly(u, limit), got.Wobbly(u, limit))
		w, n := want.Written(u, limit)
		g, m := got.Written(u, limit)
		diff(t, c, u.Name+" Wr", w, g)
		diff(t, c, u.Name+" number of Wr", n.String(), m.String())
	}
	for _, u := range c.Units {
		diff(t, c, u.Name+" A", want.Accesses(u, everything), got.Accesses(u, everything))
	}
	sameReports(t, c, nil, want, got)
	for _, p := range c.Pairs() {
		sameReports(t, c, &p, want, got)
	}
}

func sameReports(t *testing.T, c *il.Core, p *il.Pair, want, got abstract.Result) {
	t.Helper()
	w, err := want.Reports(p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := got.Reports(p)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, c, "number of races", w.Races().String(), g.Races().String())
	diff(t, c, "number filtered", w.Filtered().String(), g.Filtered().String())
	diff(t, c, "races", plain(w.ListRaces(everything)), plain(g.ListRaces(everything)))
	diff(t, c, "filtered", plain(w.ListFiltered(everything)), plain(g.ListFiltered(everything)))
}

// plain makes reports comparable by value; the set form lists pair by pair, so
// both are put in order.
func plain(rs []abstract.Report) map[abstract.Report]bool {
	all := map[abstract.Report]bool{}
	for _, r := range rs {
		all[r] = true
	}
	if len(all) != len(rs) {
		all[abstract.Report{}] = true // one is listed twice
	}
	return all
}

func diff(t *testing.T, c *il.Core, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateComparable(il.History{})); d != "" {
		t.Fatalf("%s: sets -, shared +\n%s\n%s", what, d, c.Source.Text)
	}
}

// deep draws programs of many calls, longer paths and assigned formals, where
// the modes of the analysis differ.
func deep() gen.Options {
	o := gen.Default()
	o.Methods, o.Path, o.Longer, o.Call, o.Reassign, o.Fields = 4, 4, 0.4, 0.3, 0.05, 1
	return o
}

// TestEqualsSets compares the shared form with the sets, in each mode that has one.
func TestEqualsSets(t *testing.T) {
	options := []abstract.Options{{}, {Condition: abstract.Sum}, {Cap: 1}, {Cap: 2}}
	programs := quick.Cases(400)
	for _, mode := range abstract.Modes {
		if !compact.HasForm(mode.Mode) {
			continue // Run answers it as sets
		}
		for name, o := range map[string]gen.Options{"default": gen.Default(), "deep": deep()} {
			t.Run(mode.Name+" "+name, func(t *testing.T) {
				equalsSets(t, programs, o, mode.Mode, options)
			})
		}
	}
}

func equalsSets(t *testing.T, programs int, o gen.Options, mode abstract.Mode,
	options []abstract.Options) {
	reported, filtered, captured, seen := 0, 0, 0, 0
	iltest.Random(t, programs, o, func(c *il.Core) {
		opts := options[seen%len(options)]
		opts.Mode = mode
		seen++
		want, err := abstract.AnalyzeSets(c, opts)
		if err != nil {
			t.Fatal(err)
		}
		got, err := compact.Analyze(c, opts)
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, want, got, everything)
		r, _ := want.Reports(nil)
		if !r.Races().IsZero() {
			reported++
		}
		if slices.ContainsFunc(r.ListFiltered(everything),
			func(r abstract.Report) bool {
				return abstract.Captured(r.Left.Access, r.Right.Access) > 0
			}) {
			captured++
		}
		if !r.Filtered().IsZero() {
			filtered++
		}
	})
	t.Logf("%d programs: %d with a race, %d with a filtered pair, "+
		"%d with one that has captured fields", programs, reported, filtered, captured)
	if reported*4 < programs || filtered*12 < programs ||
		mode.Captures() && captured*20 < programs {
		t.Errorf("vacuous: of %d programs only %d have a race, %d a filtered pair, "+
			"and %d one that has captured fields", programs, reported, filtered, captured)
	}
}
