package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestTerminated: SIGTERM ends a campaign as Ctrl+C does: with what there is, and exit 3.
func TestTerminated(t *testing.T) {
	for _, args := range [][]string{
		{"wobbly", "theorem", "fuzz", "theorem1", "--cases", "100000000", "--workers", "1"},
		{"wobbly", "theorem", "enumerate", "--size", "6", "--workers", "1"},
		{"wobbly-hive", "theorem", "fuzz", "theorem1", "--cases", "100000000", "--workers", "1"},
		{"wobbly-hive", "run", "--processes", "--workers", "2", "--runs", "100000000", filepath.Join("..", "..", "examples", "burble.il")},
	} {
		out, code := terminate(t, args)
		said := strings.Join(strings.Fields(out), " ")
		if code != int(console.ExitInconclusive) || !strings.Contains(said, "Interrupted: this is not everything") && !strings.Contains(said, "Not complete: ") {
			t.Errorf("%v: exit %d, %s", args, code, out)
		}
	}
}
