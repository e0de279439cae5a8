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

// Run runs go with args and returns its standard output without the last line feed. The variables,
// such as GOOS=js, are added to the environment of this process. If the command fails, the error
// contains what it wrote to standard error.
func Run(ctx context.Context, variables []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), variables...)
	out, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err,
			strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
