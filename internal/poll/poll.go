// Package poll asks a context now and then whether it is done. A context may look at a clock,
// which takes longer than a step of an inner loop.
package poll

import "context"

// Context polls a context every so many steps. It is for one goroutine.
type Context struct {
	ctx   context.Context
	every int
	left  int // steps until the context is asked again
	done  bool
}

// Every polls ctx at the first step, and then after every n more.
func Every(n int, ctx context.Context) Context { return Context{ctx: ctx, every: n} }

// Step reports whether the context was done when it was last asked. Once it is done, it stays so.
func (c *Context) Step() bool {
	c.left--
	return c.done || c.left < 0 && c.ask()
}

//go:noinline
func (c *Context) ask() bool { // apart, so that Step can be inlined
	c.left = c.every
	c.done = c.ctx.Err() != nil
	return c.done
}

// Done reports whether the context is known to be done, without asking it.
func (c *Context) Done() bool { return c.done }
