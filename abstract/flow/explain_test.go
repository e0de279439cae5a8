package flow_test

import (
	"slices"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/internal/iltest"
)

// TestSentences: the words say where the names lead, and after how many commands the
// threads are there. Lowering puts a copy before a store of a formal.
func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"m(p) { p.f := p; } k(q) { x := q; x.f := q; }": {
			"Let A's p and B's q be one object in the beginning.",
			"A, after 1 step, and B, after 2 steps, come to walk .f from it, whatever the other does meanwhile.",
		},
		"m(p) { p.f := p; } k(q) { x := q.g; x.f := q; }": {
			"Let A's p and B's q.g lead to one object in the beginning.",
			"A, after 1 step, and B, after 2 steps, come to walk .f from it, whatever the other does meanwhile.",
		},
		"m(p) { x := p.g; y := x; y.f := p; } k(q) { q.f := q; }": {
			"Let A's p.g and B's q lead to one object in the beginning.",
			"A, after 3 steps, and B, after 1 step, come to walk .f from it, whatever the other does meanwhile.",
		},
	} {
		core := iltest.Core(t, text)
		r, err := flow.Analyze(core, flow.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, x := range r.Reports(core.Pairs()[1]) {
			found = found || slices.Equal(x.Sentences(), want)
		}
		if !found {
			t.Errorf("%s: nobody says %q, but", text, want)
			for _, x := range r.Reports(core.Pairs()[1]) {
				t.Errorf("%q", x.Sentences())
			}
		}
	}
}
