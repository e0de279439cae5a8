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
	running, maxRunning, calls := 0, 0, make([]int, 8)
	parallel.Do(8, func(w int) {
		progress, end := a.begin(func(explore.Progress) { calls[w]++ })
		defer end()
		progress(explore.Progress{States: largeStates - 1, Memory: largeMemory - 1})
		progress(explore.Progress{
			States: uint64(w%2) * largeStates, Memory: uint64(1-w%2) * largeMemory,
		})
		running++ // written by the only large one; the race detector says if it is not
		maxRunning = max(maxRunning, running)
		running--
		progress(explore.Progress{States: largeStates})
	})
	for w, n := range calls {
		if n != 3 {
			t.Errorf("%d is told of its progress %d times, want 3", w, n)
		}
	}
	if maxRunning != 1 {
		t.Errorf("%d large searches at once, want 1", maxRunning)
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
