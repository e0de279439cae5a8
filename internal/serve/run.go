package serve

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"wobbly/internal/gotool"
)

// A MissingError says that there is no wobbly-serve, and none can be built.
type MissingError struct{ Err error }

// Error implements error.
func (e MissingError) Error() string {
	return fmt.Sprintf("%s is not beside wobbly, and cannot be built: %s", Program, e.Err)
}

// Unwrap is what is in the way of building it.
func (e MissingError) Unwrap() error { return e.Err }

// grace is how long wobbly-serve has to end.
const grace = 5 * time.Second

// Run runs wobbly-serve with options until it ends, or until ctx does: then it is told
// to, and ends as by itself. It also ends if this process dies. The error is of type
// MissingError, or *exec.ExitError with its exit code, or another.
func Run(ctx context.Context, o Options, out, errs io.Writer) error {
	file, err := find(ctx, errs)
	if err != nil {
		return err
	}
	o.Attached = true
	command := exec.CommandContext(ctx, file, o.args()...)
	command.Stdout, command.Stderr, command.WaitDelay = out, errs, grace
	input, err := command.StdinPipe() // it is held open, by this process alone
	if err != nil {
		return err
	}
	command.Cancel = func() error {
		input.Close()
		return os.ErrProcessDone // how it ends is for the program to say
	}
	return command.Run()
}

// find is the file of wobbly-serve: beside this program, as in a release and behind
// make and go install, or else built in the project, where make builds it too.
func find(ctx context.Context, errs io.Writer) (string, error) {
	name := Program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		file := filepath.Join(filepath.Dir(self), name)
		if i, err := os.Stat(file); err == nil && i.Mode().IsRegular() {
			return file, nil
		}
	}
	root, err := gotool.Project(ctx)
	if err != nil {
		return "", MissingError{err}
	}
	fmt.Fprintf(errs, "wobbly: building %s with %s; the next time it is there\n", Program, runtime.Version())
	folder := filepath.Join(root, "bin")
	if _, err := gotool.Run(ctx, nil, "build", "-C", root, "-o", folder+string(filepath.Separator), "./cmd/"+Program); err != nil {
		return "", MissingError{err}
	}
	return filepath.Join(folder, name), nil
}
