package racerd

import (
	"testing"

	"wobbly/internal/iltest"
)

// TestMaxElementsAtTheLimit: a summary may have exactly MaxElements accesses.
func TestMaxElementsAtTheLimit(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := a.f; y := a.g; a.h := x; }")
	for limit, fits := range map[int]bool{2: false, 3: true} {
		if _, err := Analyze(core, Options{MaxElements: limit}); (err == nil) != fits {
			t.Errorf("3 accesses, limit %d: the error is %v, want one: %v", limit, err, !fits)
		}
	}
}
