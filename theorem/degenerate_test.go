package theorem_test

import (
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// TestDegenerate checks every statement on programs that lack a public method, a field, a parameter
// or statements. None is refuted and none panics. Without a pair of units, a statement about
// executions of two threads has no instance.
func TestDegenerate(t *testing.T) {
	const seeds = 5
	needsPair := []string{"5.3", "theorem5", "theorem5-max", "predict", "predict-m2"}
	private := len(iltest.Private())
	for i, x := range iltest.Degenerate() {
		core := iltest.Core(t, x.Text)
		for _, s := range theorem.Statements() {
			t.Run(x.Name+"/"+s.Name, func(t *testing.T) {
				for seed := range uint64(seeds) {
					o := s.Check(engine.NewCase(core, seed))
					if o.Verdict == engine.Refuted {
						t.Errorf("seed %d: refuted: %s: %s", seed, o.Counterexample, o.Why)
					}
					if i < private && slices.Contains(needsPair, s.Name) &&
						o.Verdict != engine.NotMet {
						t.Errorf("seed %d: %s is %v, want %v: there is no pair", seed, s.Name,
							o.Verdict, engine.NotMet)
					}
				}
			})
		}
	}
}
