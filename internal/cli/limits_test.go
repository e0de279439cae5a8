package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestSilentInput: an interrupt ends a run that waits for silent standard input.
func TestSilentInput(t *testing.T) {
	for _, args := range [][]string{
		{"check", "-"}, {"predict", "-"}, {"export", "--promela", "-"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		silent, neverWritten := io.Pipe()
		var stderr strings.Builder
		exit := make(chan int)
		go func() {
			exit <- runWobbly(ctx,
				console.System{Args: args, Stdin: silent, Stdout: io.Discard, Stderr: &stderr})
		}()
		cancel()
		if code := <-exit; code != int(console.ExitInconclusive) ||
			stderr.String() != "wobbly: interrupted\n" {
			t.Errorf("wobbly %v: exit %d, %q; want exit %d and that it was interrupted", args, code,
				&stderr, console.ExitInconclusive)
		}
		neverWritten.Close()
	}
}

// TestLongLine: in plain mode, a line that is too long ends the program, which says so.
func TestLongLine(t *testing.T) {
	for _, args := range [][]string{
		{"step", "--plain", burblePath}, {"lesson", "play", "--plain", "1"},
	} {
		code, _, stderr := execute(t.Context(), strings.Repeat("A", 2<<20)+"\nquit\n", args...)
		if code != int(console.ExitUsage) ||
			!strings.Contains(stderr, "wobbly: a line is longer than 1 MB\n") {
			t.Errorf("wobbly %v: exit %d, %s; want exit %d and that a line is too long", args, code,
				stderr, console.ExitUsage)
		}
	}
}
