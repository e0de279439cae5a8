package cli

import (
	"context"
	"iter"
	"time"

	"wobbly/internal/pipeline"
)

// grace is how long what hears an interrupt has to sum up what it has.
const grace = 250 * time.Millisecond

// aside is the pipeline.Aside of the command line: what is interrupted is kept if it ends
// soon.
func aside(ctx context.Context, f func()) bool {
	begun := pipeline.Begin(f)
	if begun.Within(ctx.Done()) {
		return true
	}
	late, stop := context.WithTimeout(context.Background(), grace)
	defer stop()
	return begun.Within(late.Done())
}

// tryKept is pipeline.Try, but what f gives soon after an interrupt is kept.
func tryKept[T any](a *app, f func() (T, error)) (T, error) {
	x, err := new(T), new(error)
	if !aside(a.ctx, func() { *x, *err = f() }) {
		return *new(T), pipeline.ErrInterrupted
	}
	return *x, *err
}

// awaited yields what all yields, each element worked out aside, until ctx ends: then
// what is under way is lost. A panic of all is raised here.
func awaited[T any](ctx context.Context, do pipeline.Aside, all iter.Seq[T]) iter.Seq[T] {
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

// listed is awaited for a list of which the last elements are lost with an interrupt.
func listed[T any](a *app, all iter.Seq[T]) iter.Seq[T] {
	return awaited(a.ctx, func(ctx context.Context, f func()) bool { return pipeline.Begin(f).Within(ctx.Done()) }, all)
}
