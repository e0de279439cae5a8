package console

import (
	"context"
	"errors"
	"testing"

	"wobbly/internal/ask"
)

// TestTryKept: a result soon after an interrupt is kept, and work that ignores the interrupt is
// abandoned.
func TestTryKept(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	n, err := TryKept(&App{Ctx: ctx}, func() (int, error) { cancel(); return 7, nil })
	if n != 7 || err != nil {
		t.Errorf("TryKept of work that ends soon = %d, %v; want 7", n, err)
	}
	_, err = TryKept(&App{Ctx: ctx}, func() (int, error) { return 1, nil })
	if !errors.Is(err, ask.ErrInterrupted) {
		t.Errorf("TryKept after the interrupt = %v, want ErrInterrupted", err)
	}

	ctx, cancel = context.WithCancel(context.Background())
	block := make(chan bool)
	defer close(block)
	_, err = TryKept(&App{Ctx: ctx}, func() (int, error) {
		cancel()
		<-block
		return 1, nil
	})
	if !errors.Is(err, ask.ErrInterrupted) {
		t.Errorf("TryKept of work that goes on = %v, want ErrInterrupted", err)
	}
}
