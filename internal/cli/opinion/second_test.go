package opinion

import (
	"errors"
	"io"
	"strings"
	"testing"

	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/iltest"
)

// TestExtracted: check --verified compares the reports of exactly those analyzers whose Extracted
// says that they are extracted from the proof.
func TestExtracted(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, x := range analyzers.All() {
		a, err := ask.Analysis{Name: x.Name}.Analyzer()
		if err != nil {
			t.Fatalf("the analyzer %s: %v", x.Name, err)
		}
		second := ask.NewSecondOpinion(io.Discard, strings.NewReader(""),
			func() func() { return func() {} })
		got, err := second.Reports(core, ask.Listing{Analyzer: a, Complete: true},
			func(string, []string) error { return nil })
		var none *ask.NoOpinion
		if got.Extracted != x.Extracted || x.Extracted != errors.As(err, &none) {
			t.Errorf("Reports of %s: compared %t, error %v; want compared %t, as declared", x.Name,
				got.Extracted, err, x.Extracted)
		}
	}
}
