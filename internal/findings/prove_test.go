package findings

import (
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/internal/iltest"
	"wobbly/report"
)

// TestProveLimits: the verdicts say how many reports the proofs left out, if they stopped at a
// limit.
func TestProveLimits(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; a.g := x; a.h := x; }")
	result, err := compact.Run(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reported, err := result.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := core.Pairs()[0]
	for _, tt := range []struct {
		name            string
		reports, effort int
		proved          int
		cut             string
	}{
		{"at the limit of reports", 3, 1000, 3, ""},
		{"beyond it", 2, 1000, 2,
			"the proofs stopped at a limit, with 1 of 3 reports not examined"},
		{"effort for two, and none to spare", 3, 8, 3, ""},
		{"too little effort for two", 3, 7, 2,
			"the proofs stopped at a limit, with 1 of 3 reports not examined"},
	} {
		f := New(core, Parameters{MaxSteps: 100}, result, reported)
		f.prove(func() bool { return false }, tt.reports, tt.effort)
		proved := 0
		for _, verdict := range f.verdicts.Reported[p] {
			if verdict == report.Confirmed {
				proved++
			}
		}
		if proved != tt.proved || f.verdicts.Cut != tt.cut {
			t.Errorf("%s: %d proved, cut %q; want %d and %q", tt.name, proved, f.verdicts.Cut,
				tt.proved, tt.cut)
		}
	}
}
