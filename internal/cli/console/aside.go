package console

import (
	"context"
	"iter"
	"time"

	"wobbly/internal/compare"
	"wobbly/internal/pipeline"
)

// grace is how long what hears an interrupt has to sum up what it has.
const grace = 250 * time.Millisecond

// Late is a context that ends a grace after ctx.
func Late(ctx context.Context) (context.Context, context.CancelFunc) {
	over, stop := context.WithCancel(context.WithoutCancel(ctx))
	unheard := context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	return over, func() { unheard(); stop() }
}

// Aside is the compare.Aside of the command line: what is interrupted is kept if it ends
// soon.
func Aside(ctx context.Context, f func()) bool {
	over, stop := Late(ctx)
	defer stop()
	return pipeline.Begin(f).Within(over.Done())
}

// TryKept is pipeline.Try, but what f gives soon after an interrupt is kept, unless it fails: that
// may be for what the interrupt left out, such as a report.
func TryKept[T any](a *App, f func() (T, error)) (T, error) {
	x, err := new(T), new(error)
	if !Aside(a.Ctx, func() { *x, *err = f() }) || *err != nil && a.Interrupted() {
		return *new(T), pipeline.ErrInterrupted
	}
	return *x, *err
}

// awaited yields what all yields, each element worked out aside, until ctx ends: then
// what is under way is lost. A panic of all is raised here.
func awaited[T any](ctx context.Context, do compare.Aside, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		next, stop := iter.Pull(all)
		for {
			x, ok := new(T), new(bool)
			if !do.Do(ctx, func() { *x, *ok = next() }) {
				return // next is still under way, and stop would wait for it
			}
			if !*ok || !yield(*x) {
				stop()
				return
			}
		}
	}
}

// Listed is awaited for a list of which those elements are lost that are not there when
// over ends: late, for what of a list can be had soon after an interrupt.
func Listed[T any](over context.Context, all iter.Seq[T]) iter.Seq[T] {
	return awaited(over, func(ctx context.Context, f func()) bool { return pipeline.Begin(f).Within(ctx.Done()) }, all)
}
