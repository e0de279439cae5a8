// Package poll asks a context at intervals whether it is done. Asking it at every step of an inner
// loop would take longer than the step.
package poll

import "context"

// A Context polls a context after a number of steps. Only one goroutine may use it.
type Context struct {
	ctx       context.Context
	every     int
	remaining int // steps until the context is polled again
	done      bool
}

// Every returns a Context that polls ctx at the first step and then once every n+1 steps.
func Every(n int, ctx context.Context) Context { return Context{ctx: ctx, every: n} }

// Step counts a step, polls the context if it is time, and reports whether it was done when it was
// last polled.
func (c *Context) Step() bool {
	c.remaining--
	return c.done || c.remaining < 0 && c.ask()
}

// ask polls the context. It is separate so that Step can be inlined.
//
//go:noinline
func (c *Context) ask() bool {
	c.remaining = c.every
	c.done = c.ctx.Err() != nil
	return c.done
}

// Done reports whether the context was done when it was last polled.
func (c *Context) Done() bool { return c.done }
