package gen

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/quick"
)

// mustViolate checks with package check that p violates a and nothing else.
func mustViolate(t *testing.T, p *il.Program, a check.Assumption) {
	t.Helper()
	violated, errs := check.Violated(p)
	if len(errs) > 0 {
		t.Fatalf("besides violating %v, the program has the error %q:\n%s", a, errs[0].Message,
			p.Source.Text)
	}
	if violated != a {
		t.Fatalf("the program violates %q, want %v:\n%s", violated, a, p.Source.Text)
	}
}

func TestViolate(t *testing.T) {
	programs := examples(t)
	for seed := range uint64(quick.Cases(100)) {
		programs = append(programs, Program(Rand(seed), wide()), Program(Rand(seed), Default()),
			Program(Rand(seed), Options{}))
	}
	for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
		texts := map[string]bool{}
		for i, p := range programs {
			before := plainCopy(p).Source.Text
			for seed := range uint64(4) {
				n := Violate(Rand(seed+uint64(i)*100), p, a)
				mustViolate(t, n, a)
				mustBePlaced(t, n)
				texts[n.Source.Text] = true
				again := Violate(Rand(seed+uint64(i)*100), p, a)
				if again.Source.Text != n.Source.Text {
					t.Fatalf("Violate is not deterministic: it returns\n%s\nand then\n%s",
						n.Source.Text, again.Source.Text)
				}
			}
			if plainCopy(p).Source.Text != before {
				t.Fatalf("Violate changes its argument:\n%s", before)
			}
		}
		if len(texts) < 2*len(programs) {
			t.Errorf("Violate(%v) gives %d different programs, want at least %d", a, len(texts),
				2*len(programs))
		}
	}
}

func TestViolationsAreFair(t *testing.T) {
	programs := richPrograms()
	for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
		good := func(p *il.Program) bool { v, ok := violated(p); return ok && v == a }
		checkFair(t, violations(a), drawn(t, violations(a), good, programs))
	}
}

// TestViolateFallsBack: if no edit is found, a fallback always works.
func TestViolateFallsBack(t *testing.T) {
	for _, text := range []string{
		"m() {}\n", "{} || {}\n", "m(a) {\n  x := a.f;\n}\n\ninit {\n  o1.f = o1;\n}\n",
	} {
		p := mustParse(t, text)
		for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
			good := func(p *il.Program) bool { v, ok := violated(p); return ok && v == a }
			mustViolate(t, newMutator(Rand(1), plainCopy(p), Default()).fallback(a, good), a)
			mustViolate(t, Violate(Rand(1), p, a), a)
		}
	}
}

func TestViolateRefusesSets(t *testing.T) {
	for _, a := range []check.Assumption{0, check.A2 | check.A3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Violate(%q) does not panic", a)
				}
			}()
			Violate(Rand(1), Program(Rand(1), Default()), a)
		}()
	}
}

// TestShrinkWithin: the shrinker may produce illegal programs, which violate only the tolerated
// assumptions.
func TestShrinkWithin(t *testing.T) {
	for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
		violates := func(p *il.Program) bool { v, _ := violated(p); return v == a }
		for seed := range uint64(quick.Cases(40)) {
			r := Rand(seed)
			p := Violate(r, Program(r, wide()), a)
			small := ShrinkWithin(p, a, violates)
			mustViolate(t, small, a)
			mustBePlaced(t, small)
			if m := Measure(small); m.Statements > 1 || m.Methods > 2 || m.Variables > 2 {
				t.Errorf("%v: the program shrinks to\n%s\nwant at most 1 statement, 2 methods and 2 "+
					"variables", a, small.Source.Text)
			}
			if got := Shrink(p, violates); got.Source.Text != p.Source.Text {
				t.Errorf("Shrink changes a program that violates %v to\n%s", a, got.Source.Text)
			}
			anything := ShrinkWithin(p, a, func(*il.Program) bool { return true })
			if n := Measure(anything).Statements; n > 0 {
				t.Errorf("%v: any program shrinks to %d statements, want 0", a, n)
			}
		}
	}
}
