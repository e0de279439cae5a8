package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestDeafInput: an interrupt ends a run that waits for silent standard input.
func TestDeafInput(t *testing.T) {
	for _, args := range [][]string{
		{"check", "-"}, {"predict", "-"}, {"export", "--promela", "-"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		quiet, never := io.Pipe()
		var said strings.Builder
		ended := make(chan int)
		go func() {
			ended <- runWobbly(ctx,
				console.System{Args: args, Stdin: quiet, Stdout: io.Discard, Stderr: &said})
		}()
		cancel()
		if code := <-ended; code != int(console.ExitInconclusive) ||
			said.String() != "wobbly: interrupted\n" {
			t.Errorf("%v: exit %d, %q", args, code, &said)
		}
		never.Close()
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
			t.Errorf("%v: exit %d, %s", args, code, stderr)
		}
	}
}
