package ask

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// An end of the context is heard here for what does not ask the context, or not often: it
// is done aside, and given up.

// ErrInterrupted is the error of what was given up since the context ended.
var ErrInterrupted = errors.New("interrupted")

// Await runs f aside and waits for it, but not longer than until ctx ends; then it is
// false and what f does is lost. A panic of f is raised here.
func Await[T any](ctx context.Context, f func() T) (T, bool) {
	x := new(T)
	if !await(ctx, func() { *x = f() }) {
		var none T // f may still write to x
		return none, false
	}
	return *x, true
}

// Begun is something that is done aside.
type Begun struct {
	done  chan struct{} // closed when it is done
	panic string        // what it has panicked with, and where; empty for nothing
}

// Begin does something aside.
func Begin(f func()) *Begun {
	b := &Begun{done: make(chan struct{})}
	go func() {
		defer close(b.done)
		defer func() {
			if r := recover(); r != nil {
				b.panic = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
		}()
		f()
	}()
	return b
}

// Within waits until it is done, or a channel is closed; it is false where that came
// first. A panic is raised here.
func (b *Begun) Within(ended <-chan struct{}) bool {
	select {
	case <-b.done:
	case <-ended:
		select {
		case <-b.done:
		default:
			return false
		}
	}
	if b.panic != "" {
		panic(b.panic)
	}
	return true
}

func await(ctx context.Context, f func()) bool { return Begin(f).Within(ctx.Done()) }

// Try is Await for what can fail.
func Try[T any](ctx context.Context, f func() (T, error)) (T, error) {
	x, err := new(T), new(error)
	if !await(ctx, func() { *x, *err = f() }) {
		return *new(T), ErrInterrupted
	}
	return *x, *err
}
