package console

import (
	"io"
	"iter"
	"time"

	"wobbly/report"
)

// flushEvery is how long a result may wait in the buffer of standard output while the next
// one is worked out.
const flushEvery = 50 * time.Millisecond

// flushed passes results on, and what was written of them is seen soon: the first one at
// once. An error stays until the end.
func flushed[T any](a *App, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		var last time.Time
		for x := range all {
			if !yield(x) {
				return
			}
			if now := time.Now(); now.Sub(last) >= flushEvery {
				last = now
				a.Out.Flush()
			}
		}
	}
}

// Explored is flushed for pairs, and for the races of each.
func (a *App) Explored(pairs iter.Seq[report.Explored]) iter.Seq[report.Explored] {
	return flushed(a, func(yield func(report.Explored) bool) {
		for x := range pairs {
			x.Races = flushed(a, awaited(a.Ctx, Aside, x.Races))
			if !yield(x) {
				return
			}
		}
	})
}

// AtOnce is standard output for someone who answers: what is written is passed on at once.
type AtOnce struct {
	io.Writer
	App *App
}

// Write implements io.Writer.
func (w AtOnce) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err == nil {
		err = w.App.Out.Flush()
	}
	return n, err
}
