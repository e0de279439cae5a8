package parallel

import "sync"

// Own lends things to goroutines, each to one at a time; for example, caches that are not safe for
// concurrent use. It makes no more of them than are in use at once.
type Own[T any] struct {
	Make  func() T
	mu    sync.Mutex
	spare []T
}

// With calls do with a value that nobody else uses until do returns.
func (o *Own[T]) With(do func(x T)) {
	x := func() T {
		o.mu.Lock()
		defer o.mu.Unlock()
		last := len(o.spare) - 1
		if last < 0 {
			return o.Make()
		}
		x := o.spare[last]
		o.spare = o.spare[:last]
		return x
	}()
	defer func() {
		o.mu.Lock()
		o.spare = append(o.spare, x)
		o.mu.Unlock()
	}()
	do(x)
}
