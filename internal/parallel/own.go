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
	x := o.take()
	defer o.put(x)
	do(x)
}

func (o *Own[T]) take() T {
	o.mu.Lock()
	defer o.mu.Unlock()
	if last := len(o.spare) - 1; last >= 0 {
		x := o.spare[last]
		o.spare = o.spare[:last]
		return x
	}
	return o.Make()
}

func (o *Own[T]) put(x T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.spare = append(o.spare, x)
}
