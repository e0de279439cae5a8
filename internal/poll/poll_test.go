package poll

import (
	"context"
	"testing"
)

// counted is a context that counts how often it is asked.
type counted struct {
	context.Context
	asked int
}

func (c *counted) Err() error {
	c.asked++
	return c.Context.Err()
}

// TestEvery: a context is polled at the first step and then after every n steps. A poll that has
// found it done does not ask again.
func TestEvery(t *testing.T) {
	for _, n := range []int{0, 1, 5} {
		inner, cancel := context.WithCancel(context.Background())
		ctx := &counted{Context: inner}
		p := Every(n, ctx)
		for step := range 4 * (n + 1) {
			if p.Step() || p.Done() {
				t.Fatalf("every %d: done at step %d", n, step)
			}
			if want := step/(n+1) + 1; ctx.asked != want {
				t.Fatalf("every %d: asked %d times after step %d, want %d", n, ctx.asked,
					step, want)
			}
		}
		cancel()
		if p.Done() {
			t.Errorf("every %d: done before the context was asked", n)
		}
		if !p.Step() || !p.Done() {
			t.Errorf("every %d: not done when the context was asked", n)
		}
		ctx.Context = context.Background()
		for range 2 * (n + 1) {
			if !p.Step() {
				t.Fatalf("every %d: not done any more", n)
			}
		}
	}
}
