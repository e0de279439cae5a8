package console

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestOneRequest: a signal soon after the first one belongs to the same request, and does not kill
// the process before it has finished its output.
func TestOneRequest(t *testing.T) {
	ctx, stop := Ending(context.Background())
	defer stop()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM, syscall.SIGINT} {
		if err := syscall.Kill(os.Getpid(), signal); err != nil {
			t.Fatalf("sending %v: %v", signal, err)
		}
		<-ctx.Done()
		time.Sleep(oneRequest / 20) // the test fails if the process dies
	}
}
