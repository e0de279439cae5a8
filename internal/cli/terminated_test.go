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
		incomplete := strings.Contains(unwrapped(out), "Interrupted: this is not everything") ||
			strings.Contains(unwrapped(out), "Not complete: ")
		if code != int(console.ExitInconclusive) || !incomplete {
			t.Errorf("%v after SIGTERM: exit %d, %s; want exit %d and that this is not everything",
				args, code, out, console.ExitInconclusive)
		}
	}
}

// terminate runs a command and sends it SIGTERM. A process that was killed by the signal did not
// listen yet; then the command runs again and gets the signal later.
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
		_ = c.Wait() // its exit code is in ProcessState
		if c.ProcessState.Exited() || patience > 20*time.Second {
			return text.String(), c.ProcessState.ExitCode()
		}
	}
}
