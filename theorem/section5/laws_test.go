package section5

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/law"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/theorem/engine"
)

// TestSummaryIsAlphaOfTraces tests Theorem 5.15 directly: the summary of a unit is the abstraction
// of its traces with at most one iteration of each loop.
func TestSummaryIsAlphaOfTraces(t *testing.T) {
	o := gen.Default()
	o.Statements, o.While, o.If, o.Call, o.Lock = 6, 0.1, 0.1, 0.2, 0.1
	l := law.Law{
		Runs: 800, Gen: o,
		Floors: law.Floors{"several traces": 0.5, "a call": 0.4, "a loop": 0.3, "accesses": 0.8},
	}
	l.Check(t, func(x *law.Case) {
		sets, err := abstract.AnalyzeSets(x.Core, abstract.Options{})
		if err != nil {
			x.Fatal(err)
		}
		for _, u := range x.Core.Units {
			traces, err := syntacticTraces(engine.NewCase(x.Core, 1), u)
			if err != nil {
				continue // there are too many
			}
			commandsOf := func(t semantics.SyntacticTrace) []il.Command { return t.Commands }
			commands := slice.Map(traces, commandsOf)
			sum := sets.Summary(u)
			if d := cmp.Diff(alpha(u, abstract.Options{}, commands), sum); d != "" {
				x.Fatalf("%s: alpha of its %d traces -, its summary +\n%s", u.Name,
					len(commands), d)
			}
			x.LabelIf(len(commands) > 1, "several traces")
			x.LabelIf(len(x.Core.Calls(u)) > 0, "a call")
			x.LabelIf(x.Core.HasLoop(u), "a loop")
			x.LabelIf(sum.A.Len() > 0, "accesses")
		}
	})
}
