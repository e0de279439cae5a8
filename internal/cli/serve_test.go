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
			t.Errorf("wobbly serve --no-open %s: exit %d, %s%s; want exit %d and %q", args, code,
				out, stderr, console.ExitUsage, want)
		}
	}
}

// TestServeElsewhere: without Go or the project's source, nothing can be built, and the error says
// what to do. A run that is interrupted before wobbly-serve is built is incomplete.
func TestServeElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	code, out, stderr := execute(context.Background(), "", "serve", "--no-open", "--port", "0")
	const reason = "wobbly-serve is not in the folder of wobbly, and cannot be built: exec: \"go\""
	if code != int(console.ExitUsage) || out != "" || !strings.Contains(stderr, reason) ||
		!strings.Contains(stderr, "folder of the project") {
		t.Errorf("wobbly serve without Go: exit %d, %s%s; want exit %d, %q and the folder to use",
			code, out, stderr, console.ExitUsage, reason)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, out, stderr = execute(ctx, "", "serve", "--no-open", "--port", "0")
	if code != int(console.ExitInconclusive) || out != "" {
		t.Errorf("wobbly serve, interrupted: exit %d, %s%s; want exit %d and no output", code, out,
			stderr, console.ExitInconclusive)
	}
}
