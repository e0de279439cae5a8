package examples_test

import (
	"slices"
	"testing"

	"wobbly/examples"
)

// TestAll: the package holds every legal example, as its file has it.
func TestAll(t *testing.T) {
	var want []examples.File
	for _, x := range load(t, "*.il") {
		want = append(want, examples.File{Name: x.name, Text: x.src.Text})
	}
	if got := examples.All(); !slices.Equal(got, want) {
		t.Errorf("%d examples, want %d", len(got), len(want))
	}
}
