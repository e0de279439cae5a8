package effect

import (
	"testing"

	"wobbly/semantics"
)

// TestNames checks that the numbering continues after the initial objects, and skips names that are
// taken.
func TestNames(t *testing.T) {
	n := NewNames(semantics.Init{Objects: []string{"o5", "p", "o4"}})
	for l, want := range []string{"nil", "o5", "p", "o4", "o6", "o7"} {
		l := semantics.Loc(l)
		if got := n.Of(l); got != want {
			t.Errorf("Of(%d) = %q, want %q", l, got, want)
		}
		if got, ok := n.Loc(want); l != semantics.Nil && (!ok || got != l) {
			t.Errorf("Loc(%q) = %d, %t; want %d", want, got, ok, l)
		}
	}
	for _, name := range []string{
		"o0", "o1", "o2", "o3", "o06", "q", "o", "o-6", "nil", "o99999999999",
	} {
		if l, ok := n.Loc(name); ok {
			t.Errorf("Loc(%q) = %d, want none", name, l)
		}
	}
	if got := n.Cell(semantics.Addr{Loc: 4, Field: "f"}); got != "o6.f" {
		t.Errorf("Cell = %q, want o6.f", got)
	}
}
