// Package sweep does the same for many numbered things side by side, such that
// the sum of the results does not depend on how many work on it.
package sweep

import (
	"context"
	"sync"
	"sync/atomic"
)

// Progress is called now and then with how many are done; it may be nil.
type Progress func(done uint64)

// progressEvery is how many go by between two calls of Progress.
const progressEvery = 256

// Each calls one for the numbers 0 to n-1, on so many goroutines, each with a sum
// of its own, made by begin; and end with each of the sums, one after the other.
// What one adds to a sum must commute. It ends early when ctx ends; one must not
// add anything then, which it tells by returning false.
func Each[T any](ctx context.Context, n uint64, workers int, p Progress, begin func() T, one func(i uint64, sum T) bool, end func(T)) {
	var next, done atomic.Uint64
	var lock sync.Mutex
	var wait sync.WaitGroup
	for range max(1, workers) {
		wait.Go(func() {
			sum := begin()
			for {
				i := next.Add(1) - 1
				if i >= n || ctx.Err() != nil || !one(i, sum) {
					break
				}
				if k := done.Add(1); p != nil && k%progressEvery == 0 {
					lock.Lock()
					p(k)
					lock.Unlock()
				}
			}
			lock.Lock()
			defer lock.Unlock()
			end(sum)
		})
	}
	wait.Wait()
}
