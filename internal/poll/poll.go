// Package poll asks a context at intervals whether it is done. A context may look at a clock, which
// takes longer than a step of an inner loop.
package poll

import "context"

// Context polls a context after a number of steps. It is for one goroutine.
type Context struct {
	ctx       context.Context
	every     int
	remaining int // steps until the context is asked again
	done      bool
}

// Every polls ctx at the first step, and then after every n more.
func Every(n int, ctx context.Context) Context { return Context{ctx: ctx, every: n} }

// Step reports whether the context was done when it was last asked.
func (c *Context) Step() bool {
	c.remaining--
	return c.done || c.remaining < 0 && c.ask()
}

//go:noinline
func (c *Context) ask() bool { // apart, so that Step can be inlined
	c.remaining = c.every
	c.done = c.ctx.Err() != nil
	return c.done
}

// Done reports whether the context is known to be done, without asking it.
func (c *Context) Done() bool { return c.done }
