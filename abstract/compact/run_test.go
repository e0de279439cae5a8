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
	for _, tt := range []struct {
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
		a, err := compact.Run(tt.core, tt.opts)
		if err != nil {
			t.Errorf("Run with %s: %v", tt.name, err)
			continue
		}
		if _, sets := a.(*abstract.Sets); sets != tt.sets {
			t.Errorf("Run with %s: set form = %t, want %t", tt.name, sets, tt.sets)
		}
		if got := a.Wobbly(tt.core.Methods["m"], 2); len(got) != 1 || got[0] != "a.f" {
			t.Errorf("Run with %s: W is %v, want a.f", tt.name, got)
		}
	}
	growing := iltest.Tolerated(t, `m(a) { x := a.f; m(a.f) }`, check.A5)
	if _, err := compact.Run(growing, abstract.Options{}); err == nil {
		t.Error("Run accepts a recursion whose paths grow")
	}
}

// TestEqualsSetsUnbalanced: the two forms agree on programs that violate A2 and A3. Without a third
// of their lock() and unlock() they are not balanced, and without a third of their new() they read
// variables that are not assigned.
func TestEqualsSetsUnbalanced(t *testing.T) {
	droppable := regexp.MustCompile(`(?m)\b(un)?lock\(\)|^ *\w+ := new\(\)`)
	seed, violating := uint64(0), 0
	iltest.Random(t, 600, gen.Default(), func(legal *il.Core) {
		r := rand.New(rand.NewPCG(seed, 3))
		seed++
		text := droppable.ReplaceAllStringFunc(legal.Source.Text, func(s string) string {
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
		compareResults(t, c, want, got)
	})
	if violating < 100 {
		t.Errorf("%d programs violate A2, want at least 100", violating)
	}
}
