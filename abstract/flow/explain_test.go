package flow_test

import (
	"slices"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/internal/iltest"
)

// TestSentences: the sentences of a report say which names meet, and after how many commands the
// threads are about to make their accesses. Lowering puts a copy before a store of a formal.
func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"m(p) { p.f := p; } k(q) { x := q; x.f := q; }": {
			"If A.p and B.q lead to the same object at the start, A is about to access its .f " +
				"after 1 step, and B after 2 steps, whatever the other thread does meanwhile.",
		},
		"m(p) { p.f := p; } k(q) { x := q.g; x.f := q; }": {
			"If A.p and B.q.g lead to the same object at the start, A is about to access its .f " +
				"after 1 step, and B after 2 steps, whatever the other thread does meanwhile.",
		},
		"m(p) { x := p.g; y := x; y.f := p; } k(q) { q.f := q; }": {
			"If A.p.g and B.q lead to the same object at the start, A is about to access its .f " +
				"after 3 steps, and B after 1 step, whatever the other thread does meanwhile.",
		},
	} {
		core := iltest.Core(t, text)
		r, err := flow.Analyze(core, flow.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		found := false
		for _, x := range r.Reports(core.Pairs()[1]) {
			got = append(got, x.Sentences())
			found = found || slices.Equal(x.Sentences(), want)
		}
		if !found {
			t.Errorf("%s: the sentences are %q, want %q among them", text, got, want)
		}
	}
}
