package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns how many goroutines should share n things so that each gets at least the number
// each: at least 1, and at most one for each processor.
func Workers(n, each int) int {
	if single || n < 2*each {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), n/each)
}

// single is set where a program has only one processor. It is a constant, so that the page has no
// code for several workers.
const single = runtime.GOARCH == "wasm"

// InOrder builds n things in parallel and passes them to take in order, so that the result does not
// depend on the number of workers. Only a few finished things wait at any time. A panic of a
// builder is raised here, as in Do; after a panic of take, nothing more is built.
func InOrder[T any](workers, n int, build func(worker, i int) T, take func(i int, built T)) {
	if workers = min(workers, n); single || workers <= 1 {
		for i := range n {
			take(i, build(0, i))
		}
		return
	}
	capacity := 2 * workers
	slots := make([]chan T, capacity)     // the i-th thing goes through slot i modulo capacity
	free := make(chan struct{}, capacity) // a token for each thing that may be begun
	for i := range slots {
		slots[i] = make(chan T, 1)
		free <- struct{}{}
	}
	stopped := make(chan struct{}) // closed when nothing more is to be built
	stop := sync.OnceFunc(func() { close(stopped) })
	done := make(chan struct{}) // closed when all builders have ended
	var panicked any            // the panic of a builder; may be read once done is closed
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		var next atomic.Int64
		Do(workers, func(w int) {
			ended := false
			defer func() {
				if !ended { // a panic
					stop()
				}
			}()
			for !ended {
				select {
				case <-stopped:
					ended = true
				case <-free:
					// Things are begun in order, each with a token, so all that are not yet taken
					// have different slots.
					if i := int(next.Add(1)) - 1; i < n {
						slots[i%capacity] <- build(w, i)
					} else {
						ended = true
					}
				}
			}
		})
	}()
	defer func() {
		stop()
		<-done
		if panicked != nil {
			panic(panicked)
		}
	}()
	for i := range n {
		select {
		case built := <-slots[i%capacity]:
			take(i, built)
			free <- struct{}{}
		case <-stopped:
			return
		}
	}
}
