package parallel

import "sync"

// Own lends values to goroutines, each to one at a time; for example, caches that are not safe for
// concurrent use. It makes only as many of them as are in use at once.
type Own[T any] struct {
	Make func() T

	mu    sync.Mutex
	spare []T // values that nobody uses now
}

// With calls do with a value that nobody else uses until do returns.
func (o *Own[T]) With(do func(x T)) {
	x := o.take()
	defer func() {
		o.mu.Lock()
		o.spare = append(o.spare, x)
		o.mu.Unlock()
	}()
	do(x)
}

func (o *Own[T]) take() T {
	o.mu.Lock()
	defer o.mu.Unlock()
	last := len(o.spare) - 1
	if last < 0 {
		return o.Make()
	}
	x := o.spare[last]
	o.spare = o.spare[:last]
	return x
}
