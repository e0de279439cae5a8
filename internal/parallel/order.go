package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is how many goroutines may share n things of which each goroutine should have
// at least so many: as many as there are processors, and 1 where it is not worth it.
func Workers(n, each int) int {
	if n < 2*each { // the usual case, in which nobody need be asked
		return 1
	}
	return min(runtime.GOMAXPROCS(0), n/each)
}

// InOrder has workers build n things, side by side, and takes them here, in order. So
// what comes of it does not depend on the number of workers. Only a few things are
// built and not yet taken at any time. A panic of a builder is raised here as by Do; if
// take panics, nothing more is built.
func InOrder[T any](workers, n int, build func(worker, i int) T, take func(i int, built T)) {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			take(i, build(0, i))
		}
		return
	}
	l := newLine[T](workers)
	go l.run(workers, n, build)
	defer l.end()
	for i := range n {
		select {
		case built := <-l.slot(i):
			take(i, built)
			l.free <- struct{}{}
		case <-l.stopped:
			return // end raises what has stopped it
		}
	}
}

// line is what stands between the builders and who takes.
type line[T any] struct {
	slots   []chan T      // the i-th thing goes through slot i modulo their number
	free    chan struct{} // a token for each thing that may be begun
	stopped chan struct{} // closed where no more is built
	stop    func()
	done    chan struct{} // closed where all builders have ended
	broken  any           // what a builder has panicked with, after done
}

func newLine[T any](workers int) *line[T] {
	room := 2 * workers
	l := &line[T]{slots: make([]chan T, room), free: make(chan struct{}, room), stopped: make(chan struct{}), done: make(chan struct{})}
	l.stop = sync.OnceFunc(func() { close(l.stopped) })
	for i := range l.slots {
		l.slots[i] = make(chan T, 1)
		l.free <- struct{}{}
	}
	return l
}

func (l *line[T]) slot(i int) chan T { return l.slots[i%len(l.slots)] }

// run builds everything. Things are begun in order, each for a token, so that those
// which are not yet taken have different slots.
func (l *line[T]) run(workers, n int, build func(worker, i int) T) {
	defer close(l.done)
	defer func() { l.broken = recover() }()
	var next atomic.Int64
	Do(workers, func(w int) {
		whole := false
		defer func() {
			if !whole {
				l.stop()
			}
		}()
		for l.mayBegin() {
			i := int(next.Add(1)) - 1
			if i >= n {
				break
			}
			l.slot(i) <- build(w, i)
		}
		whole = true
	})
}

// mayBegin waits for a token.
func (l *line[T]) mayBegin() bool {
	select {
	case <-l.stopped:
		return false
	case <-l.free:
		return true
	}
}

// end waits for the builders, and raises what one of them has panicked with.
func (l *line[T]) end() {
	l.stop()
	<-l.done
	if l.broken != nil {
		panic(l.broken)
	}
}
