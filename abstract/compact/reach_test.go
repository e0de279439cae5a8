package compact

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestReachIsBounded: newReach panics with tooLarge if it would have to make more keys and edges
// than allowed.
func TestReachIsBounded(t *testing.T) {
	a, err := Analyze(iltest.Core(t, gen.DoublingRaces(20)),
		abstract.Options{Mode: abstract.CommonSuffix})
	if err != nil {
		t.Fatal(err)
	}
	fails := func(limit int) (panicked bool) {
		defer func() {
			if x := recover(); x != nil {
				_, panicked = x.(tooLarge)
			}
		}()
		newReach(a, a.unitsOf(nil)[0], limit, 2)
		return false
	}
	if !fails(10) || fails(1000) {
		t.Errorf("newReach fails within 10: %t, within 1000: %t, want true, false", fails(10),
			fails(1000))
	}
}
