// Package parallel shares work among goroutines. A panic in one of them is raised in the goroutine
// that started it, with its stack and a description of the work. Results can be taken in order, so
// that they do not depend on the number of goroutines.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls do with 0 to workers-1, each in its own goroutine, and waits for all of them. If some of
// the calls panic, Do panics with the value and stack of the one with the lowest number.
func Do(workers int, do func(worker int)) {
	if single || workers <= 1 {
		do(0)
		return
	}
	var all sync.WaitGroup
	panics := make([]any, workers)
	for w := range workers {
		all.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panics[w] = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
				}
			}()
			do(w)
		})
	}
	all.Wait()
	for _, r := range panics {
		if r != nil {
			panic(r)
		}
	}
}

// Each calls do once for each i below n, on at most the given number of workers. A worker that is
// free takes the next i.
func Each(workers, n int, do func(worker, i int)) {
	if single || min(workers, n) <= 1 {
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
