package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrInterrupted is the error of what was given up since the context ended.
var ErrInterrupted = errors.New("interrupted")

// Await runs f aside and waits for it, but not longer than until ctx ends; then it is
// false and what f does is lost. A panic of f is raised here.
func Await[T any](ctx context.Context, f func() T) (T, bool) {
	type outcome struct {
		value T
		panic any
		stack []byte
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if o.panic = recover(); o.panic != nil {
				o.stack = debug.Stack()
			}
			done <- o
		}()
		o.value = f()
	}()
	select {
	case o := <-done:
		if o.panic != nil {
			panic(fmt.Sprintf("%v\n%s", o.panic, o.stack))
		}
		return o.value, true
	case <-ctx.Done():
		var none T
		return none, false
	}
}

// try is Await for what can fail.
func try[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	x, ok := Await(ctx, func() answer {
		v, err := f()
		return answer{v, err}
	})
	if !ok {
		return x.value, ErrInterrupted
	}
	return x.value, x.err
}
