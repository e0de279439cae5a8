package section5

import (
	"testing"

	"wobbly/il/check"
	"wobbly/theorem/casetest"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// TestLegality holds legality against package check, on compound programs that
// mostly violate something.
func TestLegality(t *testing.T) {
	counts := map[check.Assumption]int{}
	casetest.Cases(t, 1500, func(c *engine.Case) bool {
		_, u, violated := illFormed(t, c)
		legal := compound.NewLegality(c.Core)
		a2, a3 := legal.Block(u.Body).Balanced(), legal.Assigned(u.Body, compound.Formals(u))
		if a2 != (violated&check.A2 == 0) || a3 != (violated&check.A3 == 0) {
			t.Fatalf("A2 %v, A3 %v, but check says that %v is violated: %s", a2, a3, violated, notation.Block(u.Body))
		}
		counts[violated]++
		return true
	})
	for _, a := range []check.Assumption{0, check.A2, check.A3, check.A2 | check.A3} {
		if counts[a] < 10 {
			t.Errorf("vacuous: %v", counts)
		}
	}
}
