package draw

import (
	"math/rand/v2"
	"testing"

	"wobbly/il"
)

// TestMixPublishes: more than a sixth of what is mixed are the programs of
// publishing, in which a thread evaluates the prefix of a path before it opens
// the lock for the other one.
func TestMixPublishes(t *testing.T) {
	const drawn = 4000
	r, publishes := rand.New(rand.NewPCG(1, 1)), 0
	for range drawn {
		m, ok := mix(r).Decls[0].(*il.Method)
		if !ok || !m.Private {
			continue
		}
		if first, ok := m.Body.Stmts[0].(*il.Synchronized); ok && len(first.Body.Stmts) == 0 {
			publishes++
		}
	}
	t.Logf("%d of %d", publishes, drawn)
	if publishes < drawn/6 {
		t.Errorf("only %d of %d", publishes, drawn)
	}
}
