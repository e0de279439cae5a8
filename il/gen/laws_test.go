package gen_test

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/law"
)

// wide has every feature more often and larger than gen.Default.
func wide() gen.Options {
	return gen.Options{
		Sizes: gen.Sizes{
			Statements: 8, Methods: 3, Formals: 4, Fields: 9, Locals: 8, Path: 4, Depth: 5,
		},
		Units: gen.Units{Threads: 0.5, Private: 0.3, NoFormals: 0.2, ArgNames: 0.3},
		Kinds: gen.Kinds{
			Lock: 0.1, Sync: 0.1, If: 0.1, While: 0.1, Call: 0.2, Copy: 0.1, New: 0.1, Skip: 0.05,
		},
		Accesses: gen.Accesses{
			Store: 0.5, Sugar: 0.4, StoreFormal: 0.4, LocalRoot: 0.4, Longer: 0.5,
		},
		Arguments: gen.Arguments{DupArg: 0.2, PrefixArg: 0.3},
		Reassign:  0.3,
	}
}

// mustBeLegal fails unless both package check and legal.go accept p, whose text must be that of its
// tree.
func mustBeLegal(x *law.Case, p *il.Program) {
	if _, errs := check.Program(p, check.Options{}); len(errs) > 0 {
		x.Fatalf("not legal: %s\n%s", errs[0].Message, p.Source.Text)
	}
	if !gen.Legal(p) {
		x.Fatalf("legal refuses what package check accepts:\n%s", p.Source.Text)
	}
	if text := il.Format(p); text != p.Source.Text {
		x.Fatalf("its text is not canonical:\n%s", p.Source.Text)
	}
}

// TestJudgesAgree: package check and legal.go, which share no code, agree on A2, A3 and A5, and on
// everything else that makes a program legal. A few random changes make some of the programs
// illegal.
func TestJudgesAgree(t *testing.T) {
	l := law.Law{
		Runs: 5000, Gen: wide(),
		Floors: law.Floors{
			"legal": 0.2, "illegal": 0.4, "A2": 0.02, "A3": 0.05, "A5": 0.005, "otherwise": 0.1,
		},
	}
	l.Check(t, func(x *law.Case) {
		p := x.Core.Program
		for range 1 + x.Rand.IntN(3) {
			p = gen.Garble(x.Rand, p)
		}
		_, errs := check.Program(p, check.Options{})
		if gen.Legal(p) != (len(errs) == 0) {
			x.Fatalf("Legal = %t, and package check finds %v in\n%s", gen.Legal(p), errs,
				p.Source.Text)
		}
		want, rest := check.Violated(p)
		got, ok := gen.Violated(p)
		if ok != (len(rest) == 0) || ok && got != want {
			x.Fatalf("legal.go finds %q violated and nothing else: %t; package check finds %q and %v"+
				"\n%s", got, ok, want, rest, p.Source.Text)
		}
		x.LabelIf(len(errs) == 0, "legal")
		x.LabelIf(len(errs) > 0, "illegal")
		x.LabelIf(len(rest) > 0, "otherwise")
		x.LabelIf(ok && want != 0, want.String())
	})
}

// TestViolateViolatesOne: a program near a legal one that is to violate one assumption violates
// exactly that one.
func TestViolateViolatesOne(t *testing.T) {
	l := law.Law{Runs: 1000, Gen: wide(), Floors: law.Floors{"changed": 1}}
	l.Check(t, func(x *law.Case) {
		for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
			p := gen.Violate(x.Rand, x.Core.Program, a)
			violated, rest := check.Violated(p)
			if violated != a || len(rest) > 0 {
				x.Fatalf("Violate(%v) violates %q and has the errors %v\n%s", a, violated, rest,
					p.Source.Text)
			}
		}
		x.Label("changed")
	})
}

// TestMutantsAreLegal: three mutants, each made from the one before, are legal.
func TestMutantsAreLegal(t *testing.T) {
	l := law.Law{Runs: 1000, Gen: wide(), Floors: law.Floors{"changed": 0.95}}
	l.Check(t, func(x *law.Case) {
		p := x.Core.Program
		for range 3 {
			p = gen.Mutate(x.Rand, p, wide())
			mustBeLegal(x, p)
		}
		x.LabelIf(p.Source.Text != x.Core.Source.Text, "changed")
	})
}

// TestSmallerPrograms: the shrinker's candidates are legal, and are smaller or have other names.
func TestSmallerPrograms(t *testing.T) {
	l := law.Law{Runs: 60, Floors: law.Floors{"smaller": 0.9}}
	l.Check(t, func(x *law.Case) {
		for p := range gen.Smaller(x.Core.Program) {
			mustBeLegal(x, p)
			if !gen.SmallerOrRenamed(p, x.Core.Program) {
				x.Fatalf("Smaller yields a program that is not smaller:\n%s", p.Source.Text)
			}
			x.Label("smaller")
		}
	})
}
