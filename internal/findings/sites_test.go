package findings

import (
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestSpans: the span of an access is the source text of the path that it uses.
func TestSpans(t *testing.T) {
	const text = "m(a) { x := a.f; a.g.h := x; a . f := x; }"
	core := iltest.Core(t, text)
	var got []string
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			for _, x := range sitesAt(core, s) {
				span := x.span(core.Source)
				got = append(got, text[span.At:span.End])
			}
		})
	}
	want := []string{"a.f", "a.g.h", "a"}
	if len(got) != len(want) {
		t.Fatalf("the spans are %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
