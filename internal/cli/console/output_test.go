package console

import (
	"context"
	"errors"
	"testing"

	"wobbly/internal/ask"
)

func TestTryKept(t *testing.T) {
	t.Parallel()
	t.Run("a result soon after the interrupt is kept", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		n, err := TryKept(&App{Ctx: ctx}, func() (int, error) {
			cancel()
			return 7, nil
		})
		if n != 7 || err != nil {
			t.Errorf("TryKept = %d, %v; want 7", n, err)
		}
	})
	t.Run("work does not begin after the interrupt", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		n, err := TryKept(&App{Ctx: ctx}, func() (int, error) { return 1, nil })
		if !errors.Is(err, ask.ErrInterrupted) {
			t.Errorf("TryKept = %d, %v; want ErrInterrupted", n, err)
		}
	})
	t.Run("work that ignores the interrupt is abandoned", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		block := make(chan bool)
		defer close(block)
		n, err := TryKept(&App{Ctx: ctx}, func() (int, error) {
			cancel()
			<-block
			return 1, nil
		})
		if !errors.Is(err, ask.ErrInterrupted) {
			t.Errorf("TryKept = %d, %v; want ErrInterrupted", n, err)
		}
	})
}
