package analyzers

import (
	"sync"

	"wobbly/semantics/explore"
)

// From so many bytes or states on a search is large.
const (
	largeMemory = 64 << 20
	largeStates = 1 << 18
)

// largeSearches lets large searches of several goroutines go on one after the other, so that
// together they need hardly more memory than one of them.
type largeSearches struct{ mu sync.Mutex }

// begin is what a search has to tell how far it has come, and what is to be called when
// it has ended. next is told too; it may be nil.
func (a *largeSearches) begin(next func(explore.Progress)) (progress func(explore.Progress), end func()) {
	large := false
	progress = func(p explore.Progress) {
		if !large && (p.Memory >= largeMemory || p.States >= largeStates) {
			a.mu.Lock()
			large = true
		}
		if next != nil {
			next(p)
		}
	}
	return progress, func() {
		if large {
			a.mu.Unlock()
		}
	}
}
