package opinion

import (
	"testing"

	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/internal/pipeline"
)

// TestExtracted: check --verified compares the reports of exactly those analyzers that are
// declared as extracted.
func TestExtracted(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, x := range analyzers.All() {
		ask, err := new(Opinion).asks(pipeline.Question{Analyzer: x, Options: analyzers.DefaultOptions()}, core)
		if err != nil || (ask != nil) != x.Extracted {
			t.Errorf("%s is compared: %t (%v), and declared as extracted: %t", x.Name, ask != nil, err, x.Extracted)
		}
	}
}
