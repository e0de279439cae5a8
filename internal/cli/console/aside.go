package console

import (
	"context"
	"time"

	"wobbly/internal/ask"
)

// grace is how long what hears an interrupt has to sum up what it has.
const grace = 250 * time.Millisecond

// Late is the ask.Late of the command line: it ends a grace after ctx.
func Late(ctx context.Context) (context.Context, context.CancelFunc) {
	over, stop := context.WithCancel(context.WithoutCancel(ctx))
	unheard := context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	return over, func() { unheard(); stop() }
}

// AtEnd is the ask.Late of what is not waited for when ctx has ended.
func AtEnd(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }

// TryKept is ask.TryLate with the context of the run.
func TryKept[T any](a *App, f func() (T, error)) (T, error) { return ask.TryLate(a.Ctx, Late, f) }
