package compact

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestReachIsBounded: newReach fails iff it would have to follow more than allowed.
func TestReachIsBounded(t *testing.T) {
	a, err := Analyze(iltest.Core(t, gen.DoublingRaces(20)),
		abstract.Options{Mode: abstract.CommonSuffix})
	if err != nil {
		t.Fatal(err)
	}
	tooLong := func(limit int) (panicked bool) {
		defer func() {
			if x := recover(); x != nil {
				_, panicked = x.(tooLarge)
			}
		}()
		newReach(a, a.unitsOf(nil)[0], limit, 2)
		return false
	}
	if !tooLong(10) || tooLong(1000) {
		t.Errorf("newReach fails within 10: %v, within 1000: %v, want true, false", tooLong(10),
			tooLong(1000))
	}
}
