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
	o.mu.Lock()
	last := len(o.spare) - 1
	var x T
	if last >= 0 {
		x, o.spare = o.spare[last], o.spare[:last]
	} else {
		x = o.Make()
	}
	o.mu.Unlock()
	defer func() {
		o.mu.Lock()
		o.spare = append(o.spare, x)
		o.mu.Unlock()
	}()
	do(x)
}
