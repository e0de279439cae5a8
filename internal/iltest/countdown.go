package iltest

import (
	"context"
	"sync/atomic"
	"testing"
)

// A Countdown is a context that ends when it is asked for the n-th time whether it has ended, as
// if a signal came just then.
type Countdown struct {
	context.Context
	// End ends it at once.
	End  context.CancelFunc
	left atomic.Int64
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.left.Add(-1) == 0 {
		c.End()
	}
	return c.Context.Err()
}

// NewCountdown returns one that ends when it is asked for the n-th time, at once if n is 0.
func NewCountdown(t *testing.T, n int) *Countdown {
	c := &Countdown{}
	c.Context, c.End = context.WithCancel(t.Context())
	t.Cleanup(c.End)
	c.left.Store(int64(n))
	if n == 0 {
		c.End()
	}
	return c
}
