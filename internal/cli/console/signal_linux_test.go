package console

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestOneRequest: a second signal just behind the first is the same request, and does not
// kill what the run still has to say.
func TestOneRequest(t *testing.T) {
	ctx, stop := Ending(context.Background())
	defer stop()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM, syscall.SIGINT} {
		if err := syscall.Kill(os.Getpid(), signal); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		time.Sleep(oneRequest / 20)
	}
}
