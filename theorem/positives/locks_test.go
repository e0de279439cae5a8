package positives

import (
	"slices"
	"testing"

	"wobbly/theorem/casetest"
)

// TestHoldWithNamedLocks: no program that names locks refutes a statement with NamedLocks.
func TestHoldWithNamedLocks(t *testing.T) {
	casetest.HoldWithNamedLocks(t,
		slices.Concat(racerdx().statements()[:2], Plus(), Confirmations()))
}

// TestNamedLocks lists the statements that are not about programs that name locks.
func TestNamedLocks(t *testing.T) {
	var others []string
	for _, s := range slices.Concat(Theorems(), Plus(), Confirmations()) {
		if !s.NamedLocks {
			others = append(others, s.Name)
		}
	}
	want := []string{
		"6.10", "bounded-more", "bounded-own-stores", "bounded-new-free", "without-aliases",
		"compressed",
	}
	if !slices.Equal(others, want) {
		t.Errorf("the statements %q are about one lock only, want %q", others, want)
	}
}
