package analyzers

import (
	"testing"

	"wobbly/internal/parallel"
	"wobbly/semantics/explore"
)

// TestWorkersLarge: large searches run one at a time, small ones do not wait, and every caller gets
// all answers.
func TestWorkersLarge(t *testing.T) {
	var a largeSearches
	under, most, told := 0, 0, make([]int, 8)
	parallel.Do(8, func(w int) {
		progress, end := a.begin(func(explore.Progress) { told[w]++ })
		defer end()
		progress(explore.Progress{States: largeStates - 1, Memory: largeMemory - 1})
		progress(explore.Progress{
			States: uint64(w%2) * largeStates, Memory: uint64(1-w%2) * largeMemory,
		})
		under++ // written by the only large one; the race detector says if it is not
		most = max(most, under)
		under--
		progress(explore.Progress{States: largeStates})
	})
	for w, n := range told {
		if n != 3 {
			t.Errorf("%d is told %d times", w, n)
		}
	}
	if most != 1 {
		t.Errorf("%d large ones at once", most)
	}
	_, end := a.begin(nil)
	end()
	large, ended := a.begin(nil)
	large(explore.Progress{States: largeStates})
	defer ended()
	small, end := a.begin(nil) // beside a large one
	small(explore.Progress{States: largeStates - 1})
	end()
}
