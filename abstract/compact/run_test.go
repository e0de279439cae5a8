package compact_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestRun: the set form is used exactly for the programs that the shared form does not support.
func TestRun(t *testing.T) {
	legal := iltest.Core(t, `m(a) { x := a.f }`)
	recursive := iltest.Tolerated(t, `m(a) { x := a.f; m(a) }`, check.A5)
	unbalanced := iltest.Tolerated(t, `m(a) { x := a.f; lock() }`, check.A2)
	for _, x := range []struct {
		name string
		core *il.Core
		opts abstract.Options
		sets bool // whether the set form is used
	}{
		{"nothing special", legal, abstract.Options{}, false},
		{"a cap and a condition", legal, abstract.Options{Cap: 1, Condition: abstract.Sum}, false},
		{"a reading", legal, abstract.Options{Literal: abstract.ReadingG26}, true},
		{"a clause switched off", legal,
			abstract.Options{Without: abstract.ClauseSameFields}, true},
		{"recursion", recursive, abstract.Options{}, true},
		{"unbalanced locking", unbalanced, abstract.Options{}, false},
	} {
		a, err := compact.Run(x.core, x.opts)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if _, sets := a.(*abstract.Sets); sets != x.sets {
			t.Errorf("%s: the set form is used: %v, want %v", x.name, sets, x.sets)
		}
		if got := a.Wobbly(x.core.Methods["m"], 2); len(got) != 1 || got[0] != "a.f" {
			t.Errorf("%s: W is %v, want a.f", x.name, got)
		}
	}
	growing := iltest.Tolerated(t, `m(a) { x := a.f; m(a.f) }`, check.A5)
	if _, err := compact.Run(growing, abstract.Options{}); err == nil {
		t.Error("a recursion with growing paths is accepted")
	}
}

// TestEqualsSetsUnbalanced: the two forms agree on programs that violate A2 and A3, because a third
// of their lock(), unlock() and new() is replaced.
func TestEqualsSetsUnbalanced(t *testing.T) {
	command := regexp.MustCompile(`(?m)\b(un)?lock\(\)|^ *\w+ := new\(\)`)
	seed, violating := uint64(0), 0
	iltest.Random(t, 600, gen.Default(), func(legal *il.Core) {
		r := rand.New(rand.NewPCG(seed, 3))
		seed++
		text := command.ReplaceAllStringFunc(legal.Source.Text, func(s string) string {
			if r.IntN(3) == 0 {
				return "skip"
			}
			return s
		})
		c := iltest.Tolerated(t, text, check.A2|check.A3)
		if violated, _ := check.Violated(c.Program); violated&check.A2 != 0 {
			violating++
		}
		want, err := abstract.AnalyzeSets(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := compact.Analyze(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, want, got, everything)
	})
	if violating < 100 {
		t.Errorf("vacuous: only %d programs violate A2", violating)
	}
}
