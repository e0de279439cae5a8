package engine_test

import (
	"maps"
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/theorem/engine"
)

// ofForm is an instance about the form of this name. Its conclusion holds.
type ofForm string

func (x ofForm) Conclusion() error { return nil }
func (x ofForm) String() string    { return string(x) }

// TestFormsRuledOut: a check skips forms that violate one of its hypotheses, unless the hypothesis
// is switched off or all instances are requested.
func TestFormsRuledOut(t *testing.T) {
	forms := []string{"whole", "one", "two"}
	hypothesis := func(form string) engine.Hypothesis {
		return engine.On(form, "", func(x ofForm) bool { return string(x) != form }).Of(form)
	}
	seen := map[string]int{}
	s := &engine.Statement{
		Name: "forms", Hypotheses: []engine.Hypothesis{hypothesis("one"), hypothesis("two")},
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			for _, f := range engine.Forms(c, c.Rand(), forms, func(f string) string { return f }) {
				seen[f]++
				if !visit(ofForm(f)) {
					break
				}
			}
			return nil
		},
	}
	core := iltest.Core(t, `m(a) { x := a.f }`)
	for _, tt := range []struct {
		name string
		run  func(c *engine.Case)
		want []string // the forms visited
	}{
		{"all hypotheses", func(c *engine.Case) { s.Check(c) }, []string{"whole"}},
		{"without one", func(c *engine.Case) { s.Check(c, "one") }, []string{"one", "whole"}},
		{"without both", func(c *engine.Case) { s.Check(c, "one", "two") },
			[]string{"one", "two", "whole"}},
		{"one form", func(c *engine.Case) { c.Variant = "two"; s.Check(c) }, []string{"two"}},
		{"all instances",
			func(c *engine.Case) { s.Visit(c, func(engine.Instance) bool { return true }) },
			[]string{"one", "two", "whole"}},
		{"all instances after a check", func(c *engine.Case) {
			s.Check(c)
			s.Visit(c, func(engine.Instance) bool { return true })
		}, []string{"one", "two", "whole"}},
	} {
		clear(seen)
		const seeds = 100
		for seed := range uint64(seeds) {
			tt.run(engine.NewCase(core, seed))
		}
		last := tt.want[len(tt.want)-1] // visited in every case
		got := slices.Sorted(maps.Keys(seen))
		if !slices.Equal(got, tt.want) || seen[last] < seeds {
			t.Errorf("%s: the forms visited are %v, want %v, with %s in each of %d cases", tt.name,
				seen, tt.want, last, seeds)
		}
	}
}
