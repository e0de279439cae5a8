package ask

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"

	"wobbly/internal/compare"
)

// Many answers poll their context seldom or not at all. Each is computed in a goroutine of its own,
// which is abandoned when the context ends.
//
// After an interrupt no answer is begun: otherwise it would depend on the scheduler whether a short
// one still arrives. When memory has run out, answers that can fail are still begun; the rest of
// the memory suffices for short ones, such as the page's about a text.

// ErrInterrupted is the error of an answer that was given up because the context ended.
var ErrInterrupted = errors.New("interrupted")

// causeOf returns why ctx has ended, or nil. It calls ctx.Err only after the end, unlike
// context.Cause: the page's contexts measure the memory at each call of Err.
func causeOf(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	default:
		return nil
	}
}

// Begun is a function that runs in a goroutine of its own.
type Begun struct {
	done  chan struct{} // closed when it has returned
	panic string        // its panic, with the stack; empty for none
}

// Begin runs f in a goroutine.
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

// Within waits until the function has returned or ended is closed, and reports whether the
// function has returned. It panics if the function did.
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

// Await runs f and waits for its result until ctx ends. Then ok is false and the result of f is
// lost; if ctx has ended before, f does not run. Await panics if f does.
func Await[T any](ctx context.Context, f func() T) (x T, ok bool) {
	if causeOf(ctx) != nil {
		return x, false
	}
	result := new(T)
	if !Begin(func() { *result = f() }).Within(ctx.Done()) {
		return x, false // f may still write to result
	}
	return *result, true
}

// Try is Await for a function that can fail. The error is ErrInterrupted if ctx ended first. If
// memory ran out before, Try waits until f returns.
func Try[T any](ctx context.Context, f func() (T, error)) (T, error) {
	ended := ctx.Done()
	if causeOf(ctx) != nil {
		ended = nil
	}
	return attempt(ctx, f, func(f func()) bool { return Begin(f).Within(ended) })
}

// attempt lets do run f, which can fail, unless ctx was interrupted before. The error is
// ErrInterrupted if f was not run or do gave up.
func attempt[T any](ctx context.Context, f func() (T, error), do func(func()) bool) (T, error) {
	if cause := causeOf(ctx); cause != nil && !errors.Is(cause, ErrMemory) {
		return *new(T), ErrInterrupted
	}
	x, err := new(T), new(error)
	if !do(func() { *x, *err = f() }) {
		return *new(T), ErrInterrupted
	}
	return *x, *err
}

// Grace returns a context that ends a while after ctx. A face waits until then for work that was
// under way when ctx ended. A nil Grace waits until the work is done, in the caller's goroutine.
type Grace func(ctx context.Context) (context.Context, context.CancelFunc)

// Do runs f and reports whether it returned before the face stopped waiting.
func (g Grace) Do(ctx context.Context, f func()) bool {
	if g == nil {
		f()
		return true
	}
	over, stop := g(ctx)
	defer stop()
	return Begin(f).Within(over.Done())
}

// background adapts Do for package compare, where nil means to run everything directly.
func (g Grace) background() compare.Background {
	if g == nil {
		return nil
	}
	return g.Do
}

// TryWithGrace is like Try, but keeps a result that arrives soon after ctx has ended. It does not
// keep an error: the error may be a consequence of the end of ctx.
func TryWithGrace[T any](ctx context.Context, grace Grace, f func() (T, error)) (T, error) {
	x, err := attempt(ctx, f, func(f func()) bool { return grace.Do(ctx, f) })
	if err != nil && ctx.Err() != nil {
		return *new(T), ErrInterrupted
	}
	return x, err
}

// each yields the elements of a sequence, each computed by do. If do gives up, the sequence ends
// without the current element.
func each[T any](all iter.Seq[T], do func(func()) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		next, stop := iter.Pull(all)
		for {
			x, ok := new(T), new(bool)
			if !do(func() { *x, *ok = next() }) {
				return // next is still under way, and stop would wait for it
			}
			if !*ok || !yield(*x) {
				stop()
				return
			}
		}
	}
}

// onPage leaves out what needs a Grace, which the page does not have.
const onPage = runtime.GOARCH == "wasm"

// listed yields the elements of a sequence that are ready when the face stops waiting.
func listed[T any](ctx context.Context, grace Grace, all iter.Seq[T]) iter.Seq[T] {
	if onPage || grace == nil {
		return all
	}
	return func(yield func(T) bool) {
		over, stop := grace(ctx)
		defer stop()
		each(all, func(f func()) bool { return Begin(f).Within(over.Done()) })(yield)
	}
}
