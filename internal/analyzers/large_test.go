package analyzers

import (
	"testing"

	"wobbly/internal/parallel"
	"wobbly/semantics/explore"
)

// TestLargeSearches: large searches run one at a time, small ones do not wait, and the progress of
// each is passed on.
func TestLargeSearches(t *testing.T) {
	var a largeSearches
	running, maxRunning, calls := 0, 0, make([]int, 8)
	parallel.Do(8, func(w int) {
		progress, end := a.begin(func(explore.Progress) { calls[w]++ })
		defer end()
		progress(explore.Progress{States: largeStates - 1, Memory: largeMemory - 1})
		progress(explore.Progress{
			States: uint64(w%2) * largeStates, Memory: uint64(1-w%2) * largeMemory,
		})
		running++ // only one large search may be here; the race detector notices two
		maxRunning = max(maxRunning, running)
		running--
		progress(explore.Progress{States: largeStates})
	})
	for w, n := range calls {
		if n != 3 {
			t.Errorf("the progress of search %d was passed on %d times, want 3", w, n)
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
