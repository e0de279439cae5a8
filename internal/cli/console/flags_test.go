package console

import (
	"slices"
	"testing"

	"wobbly/internal/ask"
)

// TestAnalysisNames: each mode and each analyzer can be chosen by its name, which is listed once.
func TestAnalysisNames(t *testing.T) {
	names := AnalysisNames()
	sorted := slices.Sorted(slices.Values(names))
	if all := slices.Compact(slices.Clone(sorted)); !slices.Equal(all, sorted) {
		t.Errorf("%v has a name twice", names)
	}
	for _, x := range slices.Concat(ask.ModeNames(), ask.AnalyzerNames()) {
		if !slices.Contains(names, x) {
			t.Errorf("%v has no %s", names, x)
		}
	}
}
