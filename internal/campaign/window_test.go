package campaign

import (
	"context"
	"sync"
	"testing"
	"time"
)

// TestWindow: while the first shard is not done, exactly window shards are handed out.
func TestWindow(t *testing.T) {
	var mu sync.Mutex
	last := uint64(0) // the highest shard that was begun
	full := make(chan struct{})
	j := &Job[Range, int]{
		Plan: NewRanges(Range{N: 2 * window}, 1, func(Range, int) bool { return true }),
		Do: func(_ context.Context, r Range) (int, bool) {
			if r.First == 0 {
				<-full
				time.Sleep(20 * time.Millisecond) // so that the other goroutine could get one more
				mu.Lock()
				defer mu.Unlock()
				if last != window-1 {
					t.Errorf("shard %d was handed out before the first was done, want at most %d", last,
						window-1)
				}
				return 0, true
			}
			mu.Lock()
			defer mu.Unlock()
			last = max(last, r.First)
			if r.First == window-1 {
				close(full)
			}
			return 0, true
		},
	}
	j.Run(context.Background(), 2)
}
