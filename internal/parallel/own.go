package parallel

import "sync"

// Own has things of which each goroutine has one for itself while it needs it, such as
// what remembers what it was asked. There are never more than were needed at once.
type Own[T any] struct {
	Make  func() T
	mu    sync.Mutex
	spare []T
}

// With does something with one of them.
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
