package console

import (
	"context"
	"testing"

	"wobbly/internal/ask"
)

// TestTryKept: a result soon after an interrupt is kept, and work that ignores the interrupt is
// abandoned.
func TestTryKept(t *testing.T) {
	t.Parallel()
	block := make(chan bool)
	defer close(block)
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := TryKept(&App{Ctx: ctx}, func() (int, error) {
		cancel()
		<-block
		return 1, nil
	}); err != ask.ErrInterrupted {
		t.Errorf("%v", err)
	}
	if _, err := TryKept(&App{Ctx: ctx}, func() (int, error) {
		return 1, nil
	}); err != ask.ErrInterrupted {
		t.Errorf("begun after the end: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	if n, err := TryKept(&App{Ctx: ctx}, func() (int, error) { cancel(); return 7, nil }); n != 7 ||
		err != nil {
		t.Errorf("what hears the end is not kept: %d, %v", n, err)
	}
}
