package compact

import (
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestNodesAtTheLimit: the limit on nodes is exceeded by exactly one more than it allows.
func TestNodesAtTheLimit(t *testing.T) {
	core := iltest.Core(t, gen.Large(200, 20, 1))
	a, err := analyzeWithin(core, abstract.Options{}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	last := len(a.tries.nodes) - 1
	if _, err := analyzeWithin(core, abstract.Options{}, last, 1); err != nil {
		t.Errorf("analyzeWithin %d nodes: %v, want no error", last, err)
	}
	if _, err := analyzeWithin(core, abstract.Options{}, last-1, 1); err == nil {
		t.Errorf("analyzeWithin %d nodes succeeds with %d", last-1, last)
	}
}

// TestTable: a table doubles when it is three quarters full, and still finds its ids.
func TestTable(t *testing.T) {
	ids := make(table[nodeID], 8)
	if ids.full(5) || !ids.full(6) {
		t.Errorf("a table of 8 with 5 and 6 ids: full = %t and %t, want false and true",
			ids.full(5), ids.full(6))
	}
	lastSlot := func(nodeID) uint64 { return 7 }
	for id := nodeID(1); id <= 6; id++ {
		ids[id] = id
	}
	ids = ids.doubled(lastSlot)
	if want := (table[nodeID]{7: 1, 8: 2, 9: 3, 10: 4, 11: 5, 12: 6, 15: 0}); !slices.Equal(ids, want) {
		t.Errorf("doubled = %v, want %v", ids, want)
	}
}
