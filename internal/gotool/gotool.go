// Package gotool runs the installed Go toolchain.
package gotool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Run runs a go command and returns its output without the last line feed. The variables, such as
// PATH=x, are added to the environment of this process. The error contains the standard error.
func Run(ctx context.Context, variables []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), variables...)
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err,
			strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
