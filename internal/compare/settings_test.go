package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/racerd"
	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/report"
)

// settings has values other than the default for each parameter. The test fails if a parameter has
// none.
var settings = map[string][]any{
	"max-steps": {0, 40}, "context": {0, 2}, "seed": {uint64(2)}, "runs": {1}, "max-states": {200},
	"context-switches": {0, 2},
	"keep": {"reachable", "aliasing", "escaping", "unlocked",
		"reachable,aliasing,escaping,unlocked"},
}

func init() {
	for _, s := range racerd.Switches {
		settings["switches"] = append(settings["switches"], s.Name)
	}
}

// summarySettings returns the parameters that are flags of their own.
func summarySettings(name string) (all []func(*abstract.Options)) {
	switch name {
	case "literal":
		for _, r := range abstract.Readings {
			all = append(all, func(o *abstract.Options) { o.Literal = r.Reading })
		}
	case "cap":
		all = append(all, func(o *abstract.Options) { o.Cap = 1 })
	case "condition":
		all = append(all, func(o *abstract.Options) { o.Condition = abstract.Sum })
	}
	return all
}

// TestSettings: with any value of any parameter, no analyzer contradicts its claims on an example,
// except for the readings that are known to be wrong. Without the build tag full, it uses every
// third example.
func TestSettings(t *testing.T) {
	outside := 0
	for _, a := range analyzers.All() {
		for _, p := range analyzers.Parameters() {
			if !a.Has(p) {
				continue
			}
			tried := 0
			for _, v := range settings[p.Name] {
				tried++
				outside += judgeExamples(t, a, fmt.Sprintf("%s=%v", p.Name, v), false,
					func(o *analyzers.Options) {
						if err := p.Set(o, v); err != nil {
							t.Fatal(err)
						}
					})
			}
			for i, set := range summarySettings(p.Name) {
				tried++
				wrong := p.Name == "literal" || p.Name == "cap"
				judgeExamples(t, a, fmt.Sprintf("%s %d", p.Name, i), wrong,
					func(o *analyzers.Options) { set(&o.RacerDX) })
			}
			if tried == 0 {
				t.Errorf("no value of --%s is tried", p.Name)
			}
		}
	}
	if quick.All && outside < 6 {
		t.Errorf("%d reports that Definition 3.6 does not cover, want at least 6", outside)
	}
}

// judgeExamples judges an analyzer on the examples, and counts the reports that Definition 3.6 does
// not cover.
func judgeExamples(t *testing.T, a *analyzers.Analyzer, setting string, wrong bool,
	set func(*analyzers.Options)) (outside int) {
	t.Helper()
	for i, x := range examples.All() {
		if !quick.All && i%3 > 0 {
			continue
		}
		o := analyzers.DefaultOptions()
		o.Search.MaxStates, o.Executions = 200, 2
		set(&o)
		core := iltest.Core(t, x.Text)
		d, err := Judge(context.Background(), core, nil, a, o, nil)
		var one *il.NamedLocksError
		if len(core.Locks) > 0 && errors.As(err, &one) {
			continue // these settings allow only the unnamed lock
		}
		if err != nil {
			t.Errorf("%s with %s on %s: %v", a.Name, setting, x.Name, err)
			continue
		}
		if wrong {
			continue
		}
		if len(d.Defects)+d.Counts[report.Refuted] > 0 {
			t.Errorf("%s with %s on %s: %d refuted, %s", a.Name, setting, x.Name,
				d.Counts[report.Refuted], strings.Join(d.Defects, "; "))
		}
		outside += d.Counts[report.Outside]
	}
	return outside
}
