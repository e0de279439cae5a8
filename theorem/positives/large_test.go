package positives

import (
	"strings"
	"testing"

	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// TestLarge: for a large program, the number of instances is limited, and the outcome names the
// limit.
func TestLarge(t *testing.T) {
	stores := casetest.Of(t, "m(a) {\n"+strings.Repeat("a.f := a;\n", 600)+"}")
	loads := casetest.Of(t, "m(a) {\n"+strings.Repeat("x := a.f;\n", 1500)+"}\nn(a) { a.f := a; }")
	for _, x := range []struct {
		c         *engine.Case
		statement string
		decided   int // the maximum of Outcome.Decided
		why       string
	}{
		{stores, "theorem1", truth.MaxReports, "more than 5000 pairs of accesses"},
		{stores, "modes", 0, "more than 262144 pairs of accesses"},
		{stores, "theorem2f", 2 * truth.MaxReports, "more than 20 reports"},
		{stores, "flow-rely", truth.MaxReports, "more than 20 reports"},
		{stores, "theorem2k", 2 * truth.MaxReports,
			"more than 131072 pairs of accesses of the same field"},
		{loads, "theorem1", truth.MaxReports, "more than 5000 pairs of accesses"},
		{loads, "bounded-own-stores", 1500, "more than 524288 steps away"},
	} {
		x.c.Variant = ""
		o := statementNamed(x.statement).Check(x.c)
		if o.Verdict == engine.Refuted || o.Decided > x.decided || o.Why == nil ||
			!strings.Contains(o.Why.Error(), x.why) {
			t.Errorf("Check of %s = %v, %d decided, %v; want at most %d, and %q", x.statement,
				o.Verdict, o.Decided, o.Why, x.decided, x.why)
		}
	}
}

// TestManyPairs: Pairs does not allocate pairs of accesses beyond its limit.
func TestManyPairs(t *testing.T) {
	c := casetest.Of(t, "m(a) {\n"+strings.Repeat("a.f := a;\n", 600)+"}")
	if _, err := accesses(c, c.Core.Units[0]); err != nil {
		t.Fatal(err)
	}
	reported := func(*Pair) bool { return false }
	if n := testing.AllocsPerRun(1, func() { Pairs(c, reported) }); n > 2*maxPairs {
		t.Errorf("Pairs makes %.0f allocations for %d pairs, want at most 2 for each", n, maxPairs)
	}
}
