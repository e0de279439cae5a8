package campaign

import (
	"context"
	"sync"
	"testing"
	"time"
)

// TestWindow: while the first shard is being done, exactly window shards may be assigned.
func TestWindow(t *testing.T) {
	var mu sync.Mutex
	last := uint64(0)
	full := make(chan struct{})
	j := &Job[Range, int]{
		Plan: NewRanges(Range{N: 2 * window}, 1, func(Range, int) bool { return true }),
		Do: func(_ context.Context, r Range) (int, bool) {
			if r.First == 0 {
				<-full
				time.Sleep(20 * time.Millisecond) // for the other goroutine to take one more
				mu.Lock()
				defer mu.Unlock()
				if last != window-1 {
					t.Errorf("shard %d is out before the first one is done", last)
				}
				return 0, true
			}
			mu.Lock()
			defer mu.Unlock()
			if last = max(last, r.First); r.First == window-1 {
				close(full)
			}
			return 0, true
		},
	}
	j.Run(context.Background(), 2)
}
