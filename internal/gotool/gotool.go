// Package gotool runs the Go that is installed: what has to be compiled on this machine
// is compiled by it, and cached by it.
package gotool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Run is what a command of Go prints, without the end of its last line. The variables, as in
// PATH=x, are added to those of this process. An error holds what the command has said.
func Run(ctx context.Context, variables []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), variables...)
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
