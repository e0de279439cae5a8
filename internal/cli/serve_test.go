package cli

import (
	"context"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestServeRefuses: an invalid port, and an argument, are errors that say so.
func TestServeRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"--port 70000": "between 0 and 65535",
		"--port=-1":    "between 0 and 65535",
		"here":         "unexpected argument here",
	} {
		code, out, stderr := execute(context.Background(), "",
			append([]string{"serve", "--no-open"}, strings.Fields(args)...)...)
		if code != int(console.ExitUsage) || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, %s%s", args, code, out, stderr)
		}
	}
}

// TestServeElsewhere: without Go or the project's source, nothing can be built, and the error says
// what to do. A run that is interrupted before wobbly-serve is built is incomplete.
func TestServeElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	code, out, stderr := execute(context.Background(), "", "serve", "--no-open", "--port", "0")
	if code != int(console.ExitUsage) || out != "" ||
		!strings.Contains(stderr, "wobbly-serve is not in the folder of wobbly, and cannot be built: exec: \"go\"") || !strings.Contains(stderr, "folder of the project") {
		t.Errorf("exit %d, %s%s", code, out, stderr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if code, out, stderr = execute(ctx, "", "serve", "--no-open", "--port", "0"); code != int(console.ExitInconclusive) || out != "" {
		t.Errorf("exit %d, %s%s", code, out, stderr)
	}
}
