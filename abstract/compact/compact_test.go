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

// compareResults compares the set form and the shared form of one Result in all methods.
func compareResults(t *testing.T, c *il.Core, want, got abstract.Result) {
	t.Helper()
	for _, u := range c.Units {
		type sizes struct{ W, A, L string }
		size := func(r abstract.Result) sizes {
			w, a := r.Size(u)
			return sizes{w.String(), a.String(), r.Lock(u).String()}
		}
		diff(t, c, u.Name+" sizes", size(want), size(got))
		diff(t, c, u.Name+" W", want.Wobbly(u, everything), got.Wobbly(u, everything))
		w, n := want.Written(u, everything)
		g, m := got.Written(u, everything)
		diff(t, c, u.Name+" Wr", w, g)
		diff(t, c, u.Name+" number of Wr", n.String(), m.String())
		diff(t, c, u.Name+" A", want.Accesses(u, everything), got.Accesses(u, everything))
	}
	compareReports(t, c, nil, want, got)
	for _, p := range c.Pairs() {
		compareReports(t, c, &p, want, got)
	}
}

// compareReports compares the reports of a pair, or of all pairs if p is nil.
func compareReports(t *testing.T, c *il.Core, p *il.Pair, want, got abstract.Result) {
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
	diff(t, c, "races", count(w.ListRaces(everything)), count(g.ListRaces(everything)))
	diff(t, c, "filtered", count(w.ListFiltered(everything)), count(g.ListFiltered(everything)))
}

// count returns how often each report is listed. The order, in which the two forms differ, does not
// matter.
func count(list []abstract.Report) map[abstract.Report]int {
	all := map[abstract.Report]int{}
	for _, r := range list {
		all[r]++
	}
	return all
}

// diff fails the test if two values of the thing called what differ.
func diff(t *testing.T, c *il.Core, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateComparable(il.History{})); d != "" {
		t.Fatalf("%s: sets -, shared +\n%s\n%s", what, d, c.Source.Text)
	}
}

// deep returns options for programs with many calls, longer paths and assigned formals, in which
// the modes of the analysis differ.
func deep() gen.Options {
	o := gen.Default()
	o.Methods = 4
	o.Path = 4
	o.Longer = 0.4
	o.Call = 0.3
	o.Reassign = 0.05
	o.Fields = 1
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
		t.Run(mode.Name+" default", func(t *testing.T) {
			equalsSets(t, programs, gen.Default(), mode.Mode, options)
		})
		t.Run(mode.Name+" deep", func(t *testing.T) {
			equalsSets(t, programs, deep(), mode.Mode, options)
		})
	}
}

// equalsSets compares both forms on random programs, with the options in turn.
func equalsSets(
	t *testing.T, programs int, o gen.Options, mode abstract.Mode, options []abstract.Options,
) {
	t.Helper()
	i, reported, filtered, captured := 0, 0, 0, 0
	iltest.Random(t, programs, o, func(c *il.Core) {
		opts := options[i%len(options)]
		opts.Mode = mode
		i++
		want, err := abstract.AnalyzeSets(c, opts)
		if err != nil {
			t.Fatal(err)
		}
		got, err := compact.Analyze(c, opts)
		if err != nil {
			t.Fatal(err)
		}
		compareResults(t, c, want, got)
		r, err := want.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Races().IsZero() {
			reported++
		}
		if !r.Filtered().IsZero() {
			filtered++
		}
		captures := func(r abstract.Report) bool {
			return abstract.Captured(r.Left.Access, r.Right.Access) > 0
		}
		if slices.ContainsFunc(r.ListFiltered(everything), captures) {
			captured++
		}
	})
	if reported*4 < programs {
		t.Errorf("%d of %d programs have a race, want at least a quarter", reported, programs)
	}
	if filtered*12 < programs {
		t.Errorf("%d of %d programs have a filtered pair, want at least a twelfth", filtered,
			programs)
	}
	if mode.Captures() && captured*20 < programs {
		t.Errorf("%d of %d programs have a filtered pair with captured fields, "+
			"want at least a twentieth", captured, programs)
	}
}
