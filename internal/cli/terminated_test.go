package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"wobbly/internal/cli/console"
)

// TestTerminated: SIGTERM ends a campaign like Ctrl+C: with the results so far and exit 3.
func TestTerminated(t *testing.T) {
	for _, args := range [][]string{
		{"wobbly", "theorem", "fuzz", "theorem1", "--cases", "100000000", "--workers", "1"},
		{"wobbly", "theorem", "enumerate", "--size", "6", "--workers", "1"},
		{"wobbly-hive", "theorem", "fuzz", "theorem1", "--cases", "100000000", "--workers", "1"},
		{"wobbly-hive", "run", "--processes", "--workers", "2", "--runs", "100000000",
			filepath.Join("..", "..", "examples", "burble.il")},
	} {
		out, code := terminate(t, args)
		said := strings.Join(strings.Fields(out), " ")
		if code != int(console.ExitInconclusive) ||
			!strings.Contains(said, "Interrupted: this is not everything") &&
				!strings.Contains(said, "Not complete: ") {
			t.Errorf("%v: exit %d, %s", args, code, out)
		}
	}
}

// terminate runs a command, and has it terminated when it has begun. How long it takes to
// begin is up to the machine.
func terminate(t *testing.T, args []string) (out string, code int) {
	t.Helper()
	for patience := 300 * time.Millisecond; ; patience *= 3 {
		var text strings.Builder
		c := exec.Command(os.Args[0], args[1:]...)
		c.Args[0] = args[0]
		c.Stdout, c.Stderr = &text, &text
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(patience, func() { _ = c.Process.Signal(syscall.SIGTERM) })
		_ = c.Wait()
		if c.ProcessState.Exited() || patience > 20*time.Second { // else it did not listen yet
			return text.String(), c.ProcessState.ExitCode()
		}
	}
}
