package compact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
)

// TestCons: nodes are equal iff their contents are, and keep their contents when the table grows.
func TestCons(t *testing.T) {
	s := newTries(newSets(), 0, 1<<30, 0)
	slots := len(s.table)
	r := rand.New(rand.NewPCG(1, 1))
	contents := map[string]nodeID{fmt.Sprint(payload{}, touch(0), []edge{}): 0}
	made := []nodeID{0}
	for range 20000 {
		accs, touch, edges := payload{}, touch(r.IntN(3)), []edge{}
		if r.IntN(2) == 0 {
			accs = payload{lock: r.Uint32N(2), set: single(r.Uint32N(20), il.Read)}
		}
		for f := range r.Int32N(3) {
			if to := made[r.IntN(len(made))]; to != 0 {
				edges = append(edges, edge{f, to})
			}
		}
		id := s.cons(accs, touch, edges)
		key := fmt.Sprint(accs, touch, edges)
		if known, ok := contents[key]; !ok {
			contents[key] = id
			made = append(made, id)
		} else if known != id {
			t.Fatalf("%s is node %d and node %d", key, known, id)
		}
		n := s.nodes[id]
		if n.accs != accs || n.touch != touch || !slices.Equal(s.below(id), edges) {
			t.Fatalf("%s is node %d: %v, %v", key, id, n, s.below(id))
		}
	}
	ids := map[nodeID]bool{}
	for _, id := range contents {
		ids[id] = true
	}
	if len(ids) != len(contents) || len(ids) != len(s.nodes) {
		t.Errorf("there are %d contents, %d ids and %d nodes, want the same number of each",
			len(contents), len(ids), len(s.nodes))
	}
	if len(ids) < 5000 || len(ids) > 19000 {
		t.Errorf("there are %d nodes, want at least 5000, and 1000 contents that occur again",
			len(ids))
	}
	if len(s.table) < 8*slots {
		t.Errorf("the table has %d slots, want at least 8 times the first %d", len(s.table), slots)
	}
}
