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
		t.Fatalf("violates not only %v: %s\n%s", a, errs[0].Message, p.Source.Text)
	}
	if violated != a {
		t.Fatalf("violates %q, not %v:\n%s", violated, a, p.Source.Text)
	}
}

func TestViolate(t *testing.T) {
	programs := examples(t)
	for seed := range uint64(quick.Cases(100)) {
		programs = append(programs, Program(Rand(seed), wide()), Program(Rand(seed), Default()),
			Program(Rand(seed), Options{}))
	}
	for _, h := range []check.Assumption{check.A2, check.A3, check.A5} {
		texts := map[string]bool{}
		for i, p := range programs {
			before := plainCopy(p).Source.Text
			for seed := range uint64(4) {
				n := Violate(Rand(seed+uint64(i)*100), p, h)
				mustViolate(t, n, h)
				mustBePlaced(t, n)
				texts[n.Source.Text] = true
				if again := Violate(Rand(seed+uint64(i)*100), p, h); again.Source.Text != n.Source.Text {
					t.Fatalf("two results of a seed:\n%s\n%s", n.Source.Text, again.Source.Text)
				}
			}
			if plainCopy(p).Source.Text != before {
				t.Fatalf("the program changed:\n%s", before)
			}
		}
		if len(texts) < 2*len(programs) {
			t.Errorf("%v: only %d different programs of %d", h, len(texts), 4*len(programs))
		}
	}
}

func TestViolationsAreFair(t *testing.T) {
	programs := richPrograms()
	for _, h := range []check.Assumption{check.A2, check.A3, check.A5} {
		good := func(p *il.Program) bool { v, ok := violated(p); return ok && v == h }
		fair(t, violations(h), drawn(t, violations(h), good, programs))
	}
}

// TestViolateFallsBack: if no edit is found, a fallback always works.
func TestViolateFallsBack(t *testing.T) {
	for _, text := range []string{
		"m() {}\n", "{} || {}\n", "m(a) {\n  x := a.f;\n}\n\ninit {\n  o1.f = o1;\n}\n",
	} {
		p := mustParse(t, text)
		for _, h := range []check.Assumption{check.A2, check.A3, check.A5} {
			good := func(p *il.Program) bool { v, ok := violated(p); return ok && v == h }
			mustViolate(t, newMutator(Rand(1), plainCopy(p), Default()).fallback(h, good), h)
			mustViolate(t, Violate(Rand(1), p, h), h)
		}
	}
}

func TestViolateRefusesSets(t *testing.T) {
	for _, h := range []check.Assumption{0, check.A2 | check.A3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v is accepted", h)
				}
			}()
			Violate(Rand(1), Program(Rand(1), Default()), h)
		}()
	}
}

// TestShrinkWithin: the shrinker may leave the legal programs, but violates only the allowed
// assumptions.
func TestShrinkWithin(t *testing.T) {
	for _, h := range []check.Assumption{check.A2, check.A3, check.A5} {
		violates := func(p *il.Program) bool { v, _ := violated(p); return v == h }
		for seed := range uint64(quick.Cases(40)) {
			r := Rand(seed)
			p := Violate(r, Program(r, wide()), h)
			small := ShrinkWithin(p, h, violates)
			mustViolate(t, small, h)
			mustBePlaced(t, small)
			if m := Measure(small); m.Statements > 1 || m.Methods > 2 || m.Variables > 2 {
				t.Errorf("%v: shrinks to\n%s", h, small.Source.Text)
			}
			if got := Shrink(p, violates); got.Source.Text != p.Source.Text {
				t.Errorf("Shrink makes a program without %v smaller:\n%s", h, got.Source.Text)
			}
			anything := ShrinkWithin(p, h, func(*il.Program) bool { return true })
			if n := Measure(anything).Statements; n > 0 {
				t.Errorf("%v: %d statements left", h, n)
			}
		}
	}
}
