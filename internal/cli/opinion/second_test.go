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

// TestExtracted: check --verified compares the reports of exactly those analyzers that are declared
// to be extracted.
func TestExtracted(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, x := range analyzers.All() {
		a, err := ask.Analysis{Name: x.Name}.Analyzer()
		if err != nil {
			t.Fatal(err)
		}
		second := ask.NewSecondOpinion(io.Discard, strings.NewReader(""),
			func() func() { return func() {} })
		got, err := second.Reports(core, ask.Listing{Analyzer: a, Complete: true},
			func(string, []string) error { return nil })
		var none *ask.NoOpinion
		if got.Extracted != x.Extracted || x.Extracted != errors.As(err, &none) {
			t.Errorf("%s is compared: %t (%v), and declared as extracted: %t", x.Name,
				got.Extracted, err, x.Extracted)
		}
	}
}
