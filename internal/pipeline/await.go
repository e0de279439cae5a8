package pipeline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
)

// An end of the context is heard here for all that does not ask the context, or not
// often: it is done aside, and given up.

// ErrInterrupted is the error of what was given up since the context ended.
var ErrInterrupted = errors.New("interrupted")

// Await runs f aside and waits for it, but not longer than until ctx ends; then it is
// false and what f does is lost. A panic of f is raised here.
func Await[T any](ctx context.Context, f func() T) (T, bool) {
	return await(ctx, false, f)
}

// grace is how many nanoseconds what hears an end of the context has to sum up what it
// has.
const grace = 250_000_000

// AwaitKept is Await for what asks the context itself, and then gives what it has by then:
// that is kept, if it does not take long.
func AwaitKept[T any](ctx context.Context, f func() T) (T, bool) {
	return await(ctx, true, f)
}

// outcome is what became of something that is done aside.
type outcome[T any] struct {
	value T
	panic string // with the place of it; empty for none
}

// raised is the value, where there was no panic.
func (o outcome[T]) raised() T {
	if o.panic != "" {
		panic(o.panic)
	}
	return o.value
}

// outcomeOf does something.
func outcomeOf[T any](f func() T) (o outcome[T]) {
	defer func() {
		if r := recover(); r != nil {
			o.panic = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	o.value = f()
	return o
}

func await[T any](ctx context.Context, kept bool, f func() T) (none T, ok bool) {
	done := make(chan outcome[T], 1)
	go func() { done <- outcomeOf(f) }()
	select {
	case o := <-done:
		return o.raised(), true
	case <-ctx.Done():
	}
	if !kept {
		select {
		case o := <-done:
			return o.raised(), true
		default:
			return none, false
		}
	}
	late, stop := context.WithTimeout(context.Background(), grace)
	defer stop()
	select {
	case o := <-done:
		return o.raised(), true
	case <-late.Done():
		return none, false
	}
}

// Awaited yields what all yields, each element worked out aside, until ctx ends: then
// what is under way is lost. A panic of all is raised here.
func Awaited[T any](ctx context.Context, all iter.Seq[T]) iter.Seq[T] {
	return awaited(ctx, false, all)
}

// AwaitedKept is Awaited for what asks the context itself: elements that do not take long
// are kept, until it ends.
func AwaitedKept[T any](ctx context.Context, all iter.Seq[T]) iter.Seq[T] {
	return awaited(ctx, true, all)
}

func awaited[T any](ctx context.Context, kept bool, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		next, stop := iter.Pull(all)
		type element struct {
			value T
			ok    bool
		}
		for {
			x, ok := await(ctx, kept, func() element { v, ok := next(); return element{v, ok} })
			if !ok {
				return // next is still under way, and stop would wait for it
			}
			if !x.ok || !yield(x.value) {
				stop()
				return
			}
		}
	}
}

// Try is Await for what can fail.
func Try[T any](ctx context.Context, f func() (T, error)) (T, error) { return tryIn(ctx, false, f) }

// TryKept is AwaitKept for what can fail.
func TryKept[T any](ctx context.Context, f func() (T, error)) (T, error) { return tryIn(ctx, true, f) }

func tryIn[T any](ctx context.Context, kept bool, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	x, ok := await(ctx, kept, func() answer {
		v, err := f()
		return answer{v, err}
	})
	if !ok {
		return x.value, ErrInterrupted
	}
	return x.value, x.err
}
