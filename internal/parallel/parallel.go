// Package parallel has goroutines share work, so that what they panic with is not lost:
// it is raised where they were started, with the place of it, and what that was about
// can be said there. What they build together can be taken in order, so that it is the
// same for any number of them.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls do with 0 to workers-1, each in a goroutine, and waits for all. A panic of one
// is raised here: of several that of the least number.
func Do(workers int, do func(worker int)) {
	if workers <= 1 {
		do(0)
		return
	}
	var all sync.WaitGroup
	broken := make([]any, workers)
	for w := range workers {
		all.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					broken[w] = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
				}
			}()
			do(w)
		})
	}
	all.Wait()
	for _, r := range broken {
		if r != nil {
			panic(r)
		}
	}
}

// Each has workers do n things: each takes the next one that nobody has taken.
func Each(workers, n int, do func(worker, i int)) {
	if min(workers, n) <= 1 {
		for i := range n {
			do(0, i)
		}
		return
	}
	var next atomic.Int64
	Do(min(workers, n), func(w int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(w, i)
		}
	})
}
