package flow_test

import (
	"slices"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/internal/iltest"
)

// TestSentences: the sentences say which names meet, and after how many commands the threads get
// there. Lowering puts a copy before a store of a formal.
func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"m(p) { p.f := p; } k(q) { x := q; x.f := q; }": {
			"From the object to which A.p and B.q lead, A, after 1 step, and B, after 2 steps, come to walk .f, whatever the other does meanwhile.",
		},
		"m(p) { p.f := p; } k(q) { x := q.g; x.f := q; }": {
			"From the object to which A.p and B.q.g lead, A, after 1 step, and B, after 2 steps, come to walk .f, whatever the other does meanwhile.",
		},
		"m(p) { x := p.g; y := x; y.f := p; } k(q) { q.f := q; }": {
			"From the object to which A.p.g and B.q lead, A, after 3 steps, and B, after 1 step, come to walk .f, whatever the other does meanwhile.",
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
