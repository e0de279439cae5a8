package effect

import (
	"testing"

	"wobbly/semantics"
)

// TestNames continues the numbering of the initial objects, and skips names that are taken.
func TestNames(t *testing.T) {
	n := NewNames(semantics.Init{Objects: []string{"o5", "p", "o4"}})
	for l, want := range []string{"nil", "o5", "p", "o4", "o6", "o7"} {
		got, ok := n.Loc(want)
		if l := semantics.Loc(l); n.Of(l) != want || l != 0 && (!ok || got != l) {
			t.Errorf("%d is %s, want %s, which is %d", l, n.Of(l), want, got)
		}
	}
	for _, name := range []string{
		"o0", "o1", "o2", "o3", "o06", "q", "o", "o-6", "nil", "o99999999999",
	} {
		if l, ok := n.Loc(name); ok {
			t.Errorf("%s is %d", name, l)
		}
	}
	if got := n.Cell(semantics.Addr{Loc: 4, Field: "f"}); got != "o6.f" {
		t.Errorf("cell %s", got)
	}
}
