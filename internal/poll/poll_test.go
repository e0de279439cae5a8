package poll

import (
	"context"
	"testing"
)

// counted is a context that counts how often it is polled.
type counted struct {
	context.Context
	polls int
}

func (c *counted) Err() error {
	c.polls++
	return c.Context.Err()
}

// TestEvery: a context is polled at the first step and then once every n+1 steps. Once it was found
// done, it stays done.
func TestEvery(t *testing.T) {
	for _, n := range []int{0, 1, 5} {
		inner, cancel := context.WithCancel(context.Background())
		ctx := &counted{Context: inner}
		p := Every(n, ctx)
		for step := range 4 * (n + 1) {
			if p.Step() || p.Done() {
				t.Fatalf("every %d: done at step %d", n, step)
			}
			if want := step/(n+1) + 1; ctx.polls != want {
				t.Fatalf("every %d: polled %d times after step %d, want %d", n, ctx.polls,
					step, want)
			}
		}
		cancel()
		if p.Done() {
			t.Errorf("every %d: done before the context was polled", n)
		}
		if !p.Step() || !p.Done() {
			t.Errorf("every %d: not done after the context was polled", n)
		}
		ctx.Context = context.Background()
		for range 2 * (n + 1) {
			if !p.Step() {
				t.Fatalf("every %d: not done any more", n)
			}
		}
	}
}
