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

// Do calls do with 0 to workers-1, each in a goroutine, and waits for all. A panic of one
// is raised here: of several that of the least number.
func Do(workers int, do func(worker int)) {
	if single || workers <= 1 {
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

// Each runs do n times on the given number of workers; each worker takes the next free index.
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
