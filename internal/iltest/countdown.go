package iltest

import (
	"context"
	"sync/atomic"
	"testing"
)

// A Countdown is a context that ends at the n-th call of Err, as if a signal came just then.
type Countdown struct {
	context.Context
	End context.CancelFunc // ends the context at once

	remaining atomic.Int64 // calls of Err before it ends
}

// Err counts the call, ends the context at the n-th, and returns its error.
func (c *Countdown) Err() error {
	if c.remaining.Add(-1) == 0 {
		c.End()
	}
	return c.Context.Err()
}

// NewCountdown returns a context that ends at the n-th call of Err, or at once if n is 0.
func NewCountdown(t *testing.T, n int) *Countdown {
	c := &Countdown{}
	c.Context, c.End = context.WithCancel(t.Context())
	t.Cleanup(c.End)
	c.remaining.Store(int64(n))
	if n == 0 {
		c.End()
	}
	return c
}
