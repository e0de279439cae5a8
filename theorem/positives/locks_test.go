package positives

import (
	"slices"
	"testing"

	"wobbly/theorem/casetest"
)

func TestHoldWithNamedLocks(t *testing.T) {
	casetest.HoldWithNamedLocks(t,
		slices.Concat(racerdx().statements()[:2], Plus(), Confirmations()))
}

// TestNamedLocks: all statements are also about programs that name locks, except those of which that
// is not claimed.
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
