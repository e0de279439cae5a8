package switches_test

import (
	"errors"
	"testing"

	"wobbly/il/check"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/switches"
)

// TestSwitches: each switch has its own name, a text, a step of the proof, and something to search
// for.
func TestSwitches(t *testing.T) {
	seen := map[string]bool{}
	kinds := map[engine.Kind]int{}
	for _, s := range switches.OfTheorem1() {
		if s.Name == "" || s.Text == "" || s.Step == "" || s.Refute == nil {
			t.Errorf("the switch %+v lacks a part", s)
		}
		if s.Statement != "theorem1" || seen[s.Name] {
			t.Errorf("switch %s of %s, seen before: %t, want a new one of theorem1", s.Name,
				s.Statement, seen[s.Name])
		}
		seen[s.Name] = true
		kinds[s.Kind]++
	}
	if kinds[engine.Assumption] != 10 || kinds[engine.Reading] != 10 ||
		kinds[engine.AnalysisClause] < 20 || kinds[engine.LemmaCondition] != 0 {
		t.Errorf("the numbers of switches by kind are %v, want 10 assumptions, 10 readings, 20 "+
			"clauses or more, and nothing else", kinds)
	}
}

// TestFalseReports: a switch finds a refutation only on a program on which it makes a difference.
func TestFalseReports(t *testing.T) {
	const race = `{ y := new(); arg1.f := y } || { x := arg1.f }`
	for _, x := range []struct {
		name, text string
		want       bool
	}{
		{"stable-left", `{ y := new(); arg1 := new(); arg1.f := y } || { x := arg1.f }`, true},
		{"stable-left", race, false},
		{"loop-body", race, false},
		{"null", `{ y := new(); arg1.f := y; z := y.f; z.g := y } ||
{ y := new(); arg1.f := y; z := y.f; x := arg1.f }`, false},
		{"apart", race, true},
		{"G1", race, true},
		{"G13", race, false},
		{"A2", race, false},
	} {
		for _, s := range switches.OfTheorem1() {
			if s.Name != x.name {
				continue
			}
			c := casetest.Of(t, x.text)
			c.Analysis = s.Off.Analysis
			found, undecided := s.Refute(c)
			if (found != nil) != x.want || undecided ||
				found != nil && (found.What == "" || found.Why == "") {
				t.Errorf("Refute of %s on %s = %+v, undecided %t; want a refutation: %t", x.name,
					x.text, found, undecided, x.want)
			}
		}
	}
	tolerated := map[string]check.Assumption{"A2": check.A2, "A3": check.A3, "A5": check.A5}
	for _, s := range switches.OfTheorem1() {
		if s.Off.Tolerate != tolerated[s.Name] || s.Off.NoANF != (s.Name == "ANF") {
			t.Errorf("the switch %s has Off = %+v, want it to tolerate %v", s.Name, s.Off,
				tolerated[s.Name])
		}
	}
}

// TestOfHypotheses: each hypothesis is a switch of its statement.
func TestOfHypotheses(t *testing.T) {
	odd := engine.On("odd", "It is odd.", func(number) bool { return false })
	s := &engine.Statement{
		Name: "s", Title: "T", Cite: "C",
		Hypotheses: []engine.Hypothesis{odd, engine.Unneeded(odd.Because("why").Of("form"))},
		Instances: func(_ *engine.Case, visit func(engine.Instance) bool) error {
			visit(number(1))
			return nil
		},
	}
	all := switches.OfHypotheses([]*engine.Statement{s})
	if len(all) != 2 {
		t.Fatalf("OfHypotheses = %+v, want two switches", all)
	}
	if x := all[0]; x.Name != "s:odd" || !x.Needed || x.Step != "C itself: T" {
		t.Errorf("the needed hypothesis becomes %+v", x)
	}
	if x := all[1]; x.Needed || x.Step != "why" || x.Off.Variant != "form" {
		t.Errorf("the unneeded hypothesis becomes %+v", x)
	}
	s.Hypotheses = s.Hypotheses[:1]
	for n := range 2 {
		s.Instances = func(_ *engine.Case, visit func(engine.Instance) bool) error {
			visit(number(n))
			return nil
		}
		found, undecided := all[0].Refute(casetest.Of(t, `m() { }`))
		if (found != nil) != (n == 1) || undecided {
			t.Errorf("Refute of the number %d = %v, undecided %v", n, found, undecided)
		}
	}
	s.Instances = func(*engine.Case, func(engine.Instance) bool) error {
		return engine.BoundError{Limit: "planted"}
	}
	found, undecided := all[0].Refute(casetest.Of(t, `m() { }`))
	if found != nil || !undecided {
		t.Errorf("Refute beyond a limit = %v, undecided %v", found, undecided)
	}
}

// number is an instance that is false if it is 1.
type number int

func (n number) Conclusion() error {
	if n == 1 {
		return errors.New("one")
	}
	return nil
}

func (n number) String() string { return "a number" }
