package racerd

import (
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// meeting is a pair of accesses of two units: what Theorem 3 compares.
type meeting struct {
	left, right il.Pos // of the units
	a, b        abstract.Access
}

// lost lists the races of RacerDX that RacerD does not report, and counts all races of RacerDX.
func lost(
	t testing.TB, c *il.Core, dx abstract.Options, d Options,
) (missing []abstract.Report, all int) {
	t.Helper()
	sets, err := abstract.AnalyzeSets(c, dx)
	if err != nil {
		t.Fatal(err)
	}
	of, err := sets.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	reported := map[meeting]bool{}
	for _, r := range races(t, analyze(t, c, d), nil) {
		a, b := r.Left, r.Right
		reported[meeting{a.Unit.At, b.Unit.At, a.Access.Access, b.Access.Access}] = true
	}
	list := of.ListRaces(1 << 20)
	for _, r := range list {
		if !reported[meeting{r.Left.Unit.At, r.Right.Unit.At, r.Left.Access, r.Right.Access}] {
			missing = append(missing, r)
		}
	}
	return missing, len(list)
}

// mixes returns generators of programs. In the last, formals are reassigned and aliased, and objects
// are made and passed on, more often.
func mixes() []gen.Options {
	restless := gen.Default()
	restless.Statements, restless.Reassign, restless.LocalRoot = 7, 0.1, 0.3
	restless.Call, restless.Copy, restless.New = 0.2, 0.15, 0.15
	return []gen.Options{gen.Default(), gen.Tiny(), restless}
}

// TestTheorem3: everything that RacerDX reports, RacerD reports with the same positions, kinds,
// paths and levels, under both lock conditions. This includes RacerD with each switch that violates
// no condition of the theorem.
func TestTheorem3(t *testing.T) {
	programs := quick.Cases(8000) // of each mix
	variants := []string{}
	for _, s := range Switches {
		if s.Violates == "" {
			variants = append(variants, s.Name)
		}
	}
	reports, more, n := 0, 0, 0
	for _, mix := range mixes() {
		iltest.Random(t, programs, mix, func(c *il.Core) {
			for _, condition := range []abstract.Condition{abstract.Or, abstract.Sum} {
				dx, d := abstract.Options{Condition: condition}, Options{Condition: condition}
				missing, all := lost(t, c, dx, d)
				if len(missing) > 0 {
					t.Fatalf("condition %s: RacerD does not report %v\n%s",
						condition, missing[0], c.Source.Text)
				}
				if condition != abstract.Or {
					continue
				}
				reports += all
				x, err := analyze(t, c, d).Reports(nil)
				if err != nil {
					t.Fatal(err)
				}
				if x.Races().Exceeds(all) {
					more++
				}
			}
			variant := variants[n%len(variants)]
			n++
			if missing, _ := lost(t, c, abstract.Options{}, options(t, variant)); len(missing) > 0 {
				t.Fatalf("RacerD with %s does not report %v\n%s",
					variant, missing[0], c.Source.Text)
			}
		})
	}
	t.Logf("%d programs, %d reports of RacerDX; RacerD reports more on %d", n, reports, more)
	if n < quick.Cases(20_000) || reports < quick.Cases(50_000) || more < quick.Cases(3000) {
		t.Errorf("vacuous: %d programs, %d reports of RacerDX; RacerD reports more on %d, want at "+
			"least %d, %d and %d", n, reports, more,
			quick.Cases(20_000), quick.Cases(50_000), quick.Cases(3000))
	}
}

// violations has, for each switch that violates a condition of Theorem 3, programs with a race of
// RacerDX that RacerD reports without the switch, and not with it. Most are what a search with
// shrinking found.
var violations = []struct{ name, text, lost string }{
	{"equal-paths", `{ x := new(); arg1.f := x } || { x := arg2.f }`,
		"write arg1.f 0 / read arg2.f 0"},
	{"equal-paths", `m(a, b) { x := b.f; a.f := x }`, "read b.f 0 / write a.f 0"},
	{"sum", `m(a) { lock(); lock(); a.f := new(); unlock(); unlock() } k(a) { x := a.f }`,
		"write a.f 2 / read a.f 0"},
	{"always-widen", `m(a) { while * { } a.f := new() }`, "write a.f 0 / write a.f 0"},
	{"always-widen", `{ while * { } arg2.g.g := arg1 } || { while * { } arg2.g.g := arg1 }`,
		"write arg2.g.g 0 / write arg2.g.g 0"},
	{"full-path", `m(a) { a.f := new(); x := a.f }`, "write a.f 0 / read a.f 0"},
	{"full-path",
		`{ y := new(); arg2.f := y; y := arg2.f } || { x := arg1.f; y := new(); arg1.f := y }`,
		"read arg2.f 0 / write arg1.f 0"},
	{"full-path-exact", `m(a) { x := new(); a.f := x; a.f := x }`, "write a.f 0 / write a.f 0"},
	{"conditional-owned", `m(a) { a.f := new() }`, "write a.f 0 / write a.f 0"},
	{"formals-owned", `m(a) { a.f := new() }`, "write a.f 0 / write a.f 0"},
	{"locks-above", `m(a) { x := new(); a.f := x; lock(); unlock() }`, "write a.f 0 / write a.f 0"},
	{"locks-above", `m(a) { k(a) } private k(p) { lock(); unlock(); x := new(); p.f := x }`,
		"write a.f 0 / write a.f 0"},
	{"locks-in-unit", `m(a) { k(a) } private k(p) { x := new(); p.f := x; lock(); unlock() }`,
		"write a.f 0 / write a.f 0"},
	{"drop-reads", `m(a) { x := a.f } k(a) { x := new(); a.f := x }`, "read a.f 0 / write a.f 0"},
	{"per-sites", `m(a, b) { k(a); k(b) } private k(p) { x := new(); p.f := x }`,
		"write a.f 0 / write b.f 0"},
	{"per-path", `m(a) { a.f := new(); a.f := new() }`, "write a.f 0 / write a.f 0"},
	{"per-units", `m(a) { x := new(); a.f := x; a.g := x }`, "write a.g 0 / write a.g 0"},
}

// TestConditions: dropping a condition of Theorem 3 makes it false.
func TestConditions(t *testing.T) {
	shown := map[string]bool{}
	for _, v := range violations {
		c := iltest.Core(t, v.text)
		if missing, _ := lost(t, c, abstract.Options{}, Options{}); len(missing) > 0 {
			t.Errorf("%s: lost without a switch: %v, want nothing", v.text, missing)
		}
		missing, _ := lost(t, c, abstract.Options{}, options(t, v.name))
		got := ""
		for _, r := range missing {
			if line := side(r.Left) + " / " + side(r.Right); line == v.lost || got == "" {
				got = line
			}
		}
		if got != v.lost {
			t.Errorf("%s: %s: lost %q, want %q of %v", v.name, v.text, got, v.lost, missing)
		}
		shown[v.name] = true
	}
	for _, s := range Switches {
		if (s.Violates != "") != shown[s.Name] {
			t.Errorf("%s violates %q, and has a counterexample: %v", s.Name, s.Violates,
				shown[s.Name])
		}
	}
}

// side prints the access of a side.
func side(s abstract.Side) string {
	return strings.Join([]string{s.Kind.String(), string(s.Path), s.Lock.String()}, " ")
}

// FuzzTheorem3 tests Theorem 3 on legal programs near the examples. It also runs every switch and
// the explanations, which must not panic.
func FuzzTheorem3(f *testing.F) {
	for _, e := range examples.All() {
		f.Add(e.Text)
	}
	for _, v := range violations {
		f.Add(v.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, errs := parse.File(il.NewSource("t.il", text))
		if len(errs) > 0 || len(text) > 2000 {
			return
		}
		c, errs := check.Program(p, check.Options{})
		if len(errs) > 0 {
			return
		}
		if missing, _ := lost(t, c, abstract.Options{}, Options{}); len(missing) > 0 {
			t.Fatalf("RacerD does not report %v", missing)
		}
		for _, s := range Switches {
			var o Options
			s.Set(&o)
			checkExplanations(t, c, analyze(t, c, o))
		}
	})
}
