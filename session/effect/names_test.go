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

// TestNumbered: oN is the name of object N only if N is written in decimal, without zeros before it.
func TestNumbered(t *testing.T) {
	for name, want := range map[string]int{
		"o1": 1, "o9": 9, "o10": 10, "o21": 21, "o2147483647": 1<<31 - 1, "o2147483648": 0, "o0": 0,
		"o-1": 0, "o01": 0, "o+1": 0, "oa": 0, "o": 0, "1": 0, "p1": 0,
	} {
		if n, ok := numbered(name); ok != (want > 0) || ok && n != want {
			t.Errorf("numbered(%q) = %d, %t; want %d", name, n, ok, want)
		}
	}
}
