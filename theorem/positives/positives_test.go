package positives

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/internal/quick"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// TestRaceHold: no case refutes a statement, and each is decided for enough cases.
func TestRaceHold(t *testing.T) { casetest.Hold(t, slices.Concat(Theorems(), Confirmations())) }

// TestRaceNeed: without a needed hypothesis, a statement is refuted by an instance that violates
// the hypothesis.
func TestRaceNeed(t *testing.T) {
	casetest.Need(t, slices.Concat(Theorems(), Confirmations()), 12000, casetest.Violating)
}

// TestRaceDoNotNeed: instances that violate only an unneeded hypothesis occur, and satisfy the
// statement.
func TestRaceDoNotNeed(t *testing.T) {
	casetest.DoNotNeed(t, slices.Concat(Theorems(), Confirmations()), casetest.Violating)
}

// TestModesNeed is TestRaceNeed for the statements about RacerDX+.
func TestModesNeed(t *testing.T) { casetest.Need(t, Plus(), 12000, casetest.ByGenerator) }

// TestModesDoNotNeed is TestRaceDoNotNeed for the statements about RacerDX+.
func TestModesDoNotNeed(t *testing.T) { casetest.DoNotNeed(t, Plus(), casetest.ByGenerator) }

// TestModesOffTheChain: modeInclusions formats inclusions that are not one chain.
func TestModesOffTheChain(t *testing.T) {
	old := abstract.Modes
	t.Cleanup(func() { abstract.Modes = old })
	abstract.Modes = slices.Clone(old)
	abstract.Modes[abstract.NoWB].Within = []abstract.Within{{Mode: abstract.CommonSuffix,
		Cite: "Theorems 2 and 2m"}}
	casetest.Hold(t, []*engine.Statement{modes()})
	const want = "racerdx-sum ⊆ racerdx ⊆ nowb ⊆ meet, plus ⊆ meet"
	if got := modeInclusions(); got != want {
		t.Errorf("modeInclusions = %s, want %s", got, want)
	}
}

// TestSameRace: a case always gives the same instances, even after others were checked.
func TestSameRace(t *testing.T) { casetest.Same(t, all()) }

// TestRaceTexts: every statement has all its texts.
func TestRaceTexts(t *testing.T) { casetest.Complete(t, all()) }

// all lists the statements of the package.
func all() []*engine.Statement { return slices.Concat(Theorems(), Plus(), Confirmations()) }

// TestBroken: each broken analysis is refuted by its program, on which the corrected analysis
// reports nothing and the exact search is complete.
func TestBroken(t *testing.T) {
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			c := casetest.Of(t, b.program)
			if got, err := truth.Reports(c); err != nil || len(got) > 0 {
				t.Errorf("the corrected analysis reports %v, %v; want nothing", got, err)
			}
			c = casetest.Of(t, b.program)
			c.Analysis = b.opts
			got, err := truth.Reports(c)
			if err != nil || len(got) == 0 {
				t.Fatalf("the broken analysis reports %v, %v; want something", got, err)
			}
			impossible := 0
			for _, r := range got {
				is, err := truth.FalseReport(c, r)
				if err != nil {
					t.Fatal(err)
				}
				if is {
					impossible++
				}
			}
			if impossible == 0 {
				t.Errorf("all %d reports of the broken analysis are true", len(got))
			}
			if o := racerdx().statements()[0].Check(c); o.Verdict != engine.Refuted {
				t.Errorf("Check of theorem1 = %v, want %v", o.Verdict, engine.Refuted)
			}
		})
	}
}

// TestSurvivors: hypotheses that the theorem does not need can be dropped, on programs where this
// makes a difference.
func TestSurvivors(t *testing.T) {
	for _, x := range []struct {
		name    string
		opts    abstract.Options
		program string
	}{
		{"WB", abstract.Options{Without: abstract.ClausePrefixArguments},
			`m(a, b) { y := new(); a.f := y; b.g := y } { m(arg1, arg1) } || { m(arg1, arg1.f) }`},
		{"nested locks", abstract.Options{},
			`{ lock(); lock(); y := new(); arg1.f := y; unlock(); unlock() } ||
			{ y := new(); arg1.f := y }`},
		{"ANF", abstract.Options{}, `m(a, b) { a.f := b; } n(a) { x := a.f; }`},
		{"different fields", abstract.Options{Without: abstract.ClauseSameFields},
			`{ y := new(); arg1.f := y } || { x := arg1.g.h.f }`},
		{"different roots", abstract.Options{},
			`{ y := new(); arg1.f := y; arg2.f.g := y } || { y := new(); arg1.f.g := y }`},
	} {
		c := casetest.Of(t, x.program)
		c.Analysis = x.opts
		for _, s := range []*engine.Statement{
			theorem610(), racerdx().statements()[0], racerdx().statements()[2],
		} {
			o := s.Check(c, "shallow", "prefix-arguments", "ANF")
			if s.Name == "witness" && x.opts.Without == abstract.ClauseSameFields {
				continue // the special state has one backbone
			}
			if o.Verdict != engine.Holds {
				t.Errorf("%s: %s %v (%v), want that it holds", x.name, s.Name, o.Verdict, o.Why)
			}
		}
	}
}

// TestRaceCounterexamples has a small counterexample for each needed hypothesis of Theorem 6.10.
func TestRaceCounterexamples(t *testing.T) {
	for _, s := range []*engine.Statement{theorem610(), racerdx().statements()[0]} {
		for hypothesis, text := range map[string]string{
			"last-field":   `{ y := new(); arg1.f := y } || { x := arg1.g }`,
			"one-write":    `{ x := arg1.f } || { x := arg1.f }`,
			"stable-left":  `{ y := new(); arg1 := new(); arg1.f := y } || { x := arg1.f }`,
			"stable-right": `{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`,
			"unlocked": `{ lock(); y := new(); arg1.f := y; unlock() } ||
			{ lock(); x := arg1.f; unlock() }`,
		} {
			if o := s.Check(casetest.Of(t, text)); o.Verdict != engine.NotMet {
				t.Errorf("Check of %s on %s = %v, want %v", s.Name, text, o.Verdict, engine.NotMet)
			}
			o := s.Check(casetest.Of(t, text), hypothesis)
			if o.Verdict != engine.Refuted {
				t.Errorf("%s without %s: %v, want %v", s.Name, hypothesis, o.Verdict,
					engine.Refuted)
				continue
			}
			t.Logf("%v: %v", o.Counterexample, o.Why)
		}
	}
}

// broken are programs on which an analysis other than the corrected one has a false report: the
// literal readings of the paper that make Theorem 6.10 false, and the analysis without each clause
// that it needs.
var broken = []struct {
	name    string
	opts    abstract.Options
	program string
}{
	{"G18", abstract.Options{Literal: abstract.ReadingG18},
		`{ lock(); y := new(); arg1.f := y; unlock() } ||
		{ lock(); y := new(); arg1.f := y; unlock() }`},
	{"G19", abstract.Options{Literal: abstract.ReadingG19},
		`m(a) { y := new(); a.f := y } { z := new(); m(z) } || { z := new(); m(z) }`},
	{"G20, cap 1", abstract.Options{Cap: 1},
		`{ lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() } ||
		{ lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() }`},
	{"bare formals", abstract.Options{Literal: abstract.ReadingBareDrop},
		`m(a) { a := new(); y := new(); a.f := y } { m(arg1) } || { m(arg1) }`},
	{"one-sided", abstract.Options{Literal: abstract.ReadingOneSided},
		`{ x := arg1.f } || { arg1 := new(); y := new(); arg1.f := y }`},

	{"copy source", abstract.Options{Without: abstract.ClauseCopySource},
		captured + `{ m(arg1.f) } ||
		{ lock(); x := arg1; y := new(); x.f := y; arg1.f.g := y; unlock() }`},
	{"copy target", abstract.Options{Without: abstract.ClauseCopyTarget},
		`{ x := arg1.f } || { y := new(); arg1 := y; arg1.f := y }`},
	{"load source", abstract.Options{Without: abstract.ClauseLoadSource},
		captured + `{ m(arg1.h.f) } ||
		{ lock(); x := arg1.h; y := new(); x.f := y; arg1.h.f.g := y; unlock() }`},
	{"load target", abstract.Options{Without: abstract.ClauseLoadTarget},
		`{ x := arg1.f } || { y := new(); y.f := y; arg1 := y.f; arg1.f := y }`},
	{"store source", abstract.Options{Without: abstract.ClauseStoreSource},
		captured + `{ m(arg1.f) } ||
		{ lock(); arg2.h := arg1; z := arg2.h; y := new(); z.f := y; arg1.f.g := y; unlock() }`},
	{"store target", abstract.Options{Without: abstract.ClauseStoreTarget},
		captured + `{ m(arg1.f) } || { lock(); y := new(); arg1.f := y; arg1.f.g := y; unlock() }`},
	{"new target", abstract.Options{Without: abstract.ClauseNewTarget},
		`{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`},
	{"filter of accesses", abstract.Options{Without: abstract.ClauseFilterAccesses},
		`{ y := new(); x := y.f } || { y := new(); z := new(); y.f := z }`},
	{"callee's wobbly", abstract.Options{Without: abstract.ClauseCalleeWobbly},
		`m(a) { a := new(); y := new(); a.f := y } { m(arg1) } || { m(arg1) }`},
	{"lock offset", abstract.Options{Without: abstract.ClauseLockOffset},
		`m(a) { y := new(); a.f := y } { lock(); m(arg1); unlock() } ||
		{ lock(); m(arg1); unlock() }`},
	{"lock count", abstract.Options{Without: abstract.ClauseLockCount},
		`{ lock(); y := new(); arg1.f := y; unlock() } ||
		{ lock(); y := new(); arg1.f := y; unlock() }`},
	{"stable left", abstract.Options{Without: abstract.ClauseStableLeft},
		`{ y := new(); arg1 := new(); arg1.f := y } || { x := arg1.f }`},
	{"stable right", abstract.Options{Without: abstract.ClauseStableRight},
		`{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`},
	{"lock condition", abstract.Options{Without: abstract.ClauseLockCondition},
		`{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); x := arg1.f; unlock() }`},
	{"one writes", abstract.Options{Without: abstract.ClauseOneWrites},
		`{ x := arg1.f } || { x := arg1.f }`},
}

// captured is a method whose argument is evaluated before the other thread's critical section, and
// which accesses the argument after that section.
const captured = `m(a) { lock(); unlock(); y := new(); a.g := y } `

// TestPlusReports: in both modes, RacerDX+ reports exactly the pairs that satisfy the premises of
// Theorems 2 and 2m, with the right c and rest.
func TestPlusReports(t *testing.T) {
	for _, x := range []struct {
		mode     abstract.Mode
		reported func(*Pair) bool
		report   func(*Pair) abstract.Report
	}{
		{abstract.Plus, (*Pair).ReportedPlus, (*Pair).plusReport},
		{abstract.CommonSuffix, (*Pair).reportedSuffix, (*Pair).suffixReport},
	} {
		reports, captured, loose, apart := 0, 0, 0, 0
		casetest.Cases(t, quick.Cases(2000), func(c *engine.Case) bool {
			sets, err := c.SetsIn(x.mode)
			if err != nil {
				t.Fatal(err)
			}
			all, _ := racesOf(c, sets)
			want := map[abstract.Report]bool{}
			for _, r := range all {
				want[r] = true
			}
			for _, p := range c.Core.Pairs() {
				pairs, err := pairsIn(c, p)
				if err != nil {
					t.Fatal(err)
				}
				for y := range pairs {
					if x.reported(y) != want[x.report(y)] {
						t.Fatalf("%v, %v: reported %v\n%s", x.mode, y, !want[x.report(y)],
							c.Core.Source.Text)
					}
					if x.reported(y) {
						reports++
						captured += min(1, y.captured())
						if x.report(y).Loose {
							loose++
						}
						if y.Left.fields != y.Right.fields {
							apart++
						}
					}
				}
			}
			return true
		})
		t.Logf("%v: %d reports, %d with captured fields, %d loose, %d of different fields", x.mode,
			reports, captured, loose, apart)
		if reports < quick.Cases(5000) || captured < quick.Cases(50) || loose < quick.Cases(500) ||
			apart < quick.Cases(500) && x.mode == abstract.CommonSuffix {
			t.Errorf("%v: too few reports were compared", x.mode)
		}
	}
}

// TestEachInclusion: the instances compare every mode with those that include it, until visit
// returns false.
func TestEachInclusion(t *testing.T) {
	c := casetest.Of(t, "m(a) { a.f := new(); }")
	instances := func(stop int) (all []string) {
		t.Helper()
		if err := eachInclusion(c, func(x engine.Instance) bool {
			all = append(all, x.(inclusion).within.String())
			return len(all) != stop
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	want := []string{abstract.Figure7.String()}
	for _, m := range abstract.Modes {
		for _, w := range m.Within {
			want = append(want, w.Mode.String())
		}
	}
	if len(want) < 3 {
		t.Fatalf("too few inclusions: %q", want)
	}
	for stop := range len(want) + 1 {
		if got, want := instances(stop), want[:cmp.Or(stop, len(want))]; !slices.Equal(got, want) {
			t.Errorf("stopped at %d: reports within %q, want %q", stop, got, want)
		}
	}
}

// TestModesRefute: RacerDX without WB does not report everything that RacerDX+ reports.
func TestModesRefute(t *testing.T) {
	c := casetest.Of(t, `m(a) { a.f := new(); a.f.g := new() }`)
	plus, err := c.SetsIn(abstract.Plus)
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	reports, err := racesOf(c, plus)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if err := (inclusion{c, r, abstract.Plus}).Conclusion(); err != nil {
			t.Errorf("the inclusion of %v: %v", r, err)
		}
		if err := (inclusion{c, r, abstract.NoWB}).Conclusion(); err != nil {
			missing++
		}
	}
	if missing != 1 {
		t.Errorf("NoWB lacks %d of %d reports, want 1", missing, len(reports))
	}
}

// reportedSuffix reports whether the pair meets the premises of Theorem 2m.
func (x *Pair) reportedSuffix() bool { return engine.Meets(unclaimed{x}, suffixPremises) }

// TestBoundedSwitches: an execution may have as many context switches as were allowed, and not one
// more.
func TestBoundedSwitches(t *testing.T) {
	var x *boundedReport
	casetest.Cases(t, 100, func(c *engine.Case) bool {
		if err := eachBounded(c, func(i engine.Instance) bool {
			got := i.(*boundedReport)
			if e, err := got.report.Execution(); err == nil && len(e.Turns) > 1 {
				x = got
			}
			return x == nil
		}); err != nil {
			t.Fatal(err)
		}
		return x == nil
	})
	if x == nil {
		t.Fatal("no report has an execution with a context switch")
	}
	e, err := x.report.Execution()
	if err != nil {
		t.Fatal(err)
	}
	n := len(e.Turns) - 1
	x.switches = n
	if err := x.Conclusion(); err != nil {
		t.Errorf("with %d switches allowed: %v, want nil", n, err)
	}
	x.switches = n - 1
	want := fmt.Sprintf("the execution has %d context switches, more than %d", n, n-1)
	if err := x.Conclusion(); err == nil || err.Error() != want {
		t.Errorf("with %d switches allowed: %v, want %s", n-1, err, want)
	}
}
