package positives

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/theorem/engine"
)

// TestHoldWithNamedLocks: the statements of Plus that are also about programs that name locks hold
// for random ones, and for none of them the hypotheses are hardly ever met.
func TestHoldWithNamedLocks(t *testing.T) {
	about := slices.DeleteFunc(Plus(), func(s *engine.Statement) bool { return !s.NamedLocks })
	holds := map[string]int{}
	o := gen.Default()
	o.Lock, o.Sync, o.Depth = 0.25, 0.25, 3
	cases := quick.Cases(1500)
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 4))
		if seed%2 == 0 {
			o.New = 0.02
		}
		names := [][]string{{"", "m"}, {"m", "n"}, {"l", "m", "n"}}[seed%3]
		core := iltest.Core(t, gen.NameLocks(r, gen.Program(gen.Rand(seed), o), names...).Source.Text)
		if len(core.Locks) == 0 {
			continue
		}
		c := engine.NewCase(core, seed)
		for _, s := range about {
			switch got := s.Check(c); got.Verdict {
			case engine.Refuted:
				t.Errorf("seed %d: %s: %s: %v\n%s", seed, s.Name, got.Counterexample, got.Why, core.Source.Text)
			case engine.Holds:
				holds[s.Name]++
			}
		}
	}
	t.Log(holds)
	for _, s := range about {
		if holds[s.Name] < cases/50 {
			t.Errorf("%s was decided for %d of %d programs only", s.Name, holds[s.Name], cases)
		}
	}
}
