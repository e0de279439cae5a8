package compact

import (
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
		t.Errorf("analyzeWithin %d nodes: %v", last, err)
	}
	if _, err := analyzeWithin(core, abstract.Options{}, last-1, 1); err == nil {
		t.Errorf("%d nodes within a limit of %d", last, last-1)
	}
}

// TestTable: a table doubles when it is three quarters full, and still finds its ids.
func TestTable(t *testing.T) {
	ids := make(table[nodeID], 8)
	if ids.full(5) || !ids.full(6) {
		t.Error("a table of 8 is full with 6")
	}
	same := func(nodeID) uint64 { return 7 } // all in one slot, the last
	for id := nodeID(1); id <= 6; id++ {
		ids[id] = id
	}
	ids = ids.doubled(same)
	if len(ids) != 16 {
		t.Fatalf("length %d", len(ids))
	}
	for i, id := range ids {
		if want := max(0, i-6); i >= 7 && i <= 12 && id != nodeID(want) ||
			(i < 7 || i > 12) && id != 0 {
			t.Errorf("slot %d holds the node %d", i, id)
		}
	}
}
