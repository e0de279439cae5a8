package gotool

import (
	"context"
	"strings"
	"testing"
)

// TestRun: Run passes the variables on, reports the standard error of a command that fails, and
// ends with its context.
func TestRun(t *testing.T) {
	if got, err := Run(t.Context(), []string{"GOOS=plan9"}, "env", "GOOS"); err != nil ||
		got != "plan9" {
		t.Errorf("Run(env GOOS) with GOOS=plan9 = %q, %v; want plan9", got, err)
	}
	if _, err := Run(t.Context(), nil, "tool", "no-such-tool"); err == nil ||
		!strings.HasPrefix(err.Error(), "go tool: ") ||
		!strings.Contains(err.Error(), "no-such-tool") {
		t.Errorf("Run(tool no-such-tool): %v, want the error of go tool, with its output", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, nil, "version"); err == nil {
		t.Error("Run ran a command although its context was cancelled")
	}
}
