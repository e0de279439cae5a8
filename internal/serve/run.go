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

// A MissingError means that wobbly-serve does not exist and cannot be built.
type MissingError struct{ Err error }

func (e MissingError) Error() string {
	return fmt.Sprintf("%s is not in the folder of wobbly, and cannot be built: %s", Program, e.Err)
}

// Unwrap returns the reason why it cannot be built.
func (e MissingError) Unwrap() error { return e.Err }

// grace is the time that wobbly-serve has to end.
const grace = 5 * time.Second

// Run runs wobbly-serve until it ends by itself, ctx ends, or this process dies. In the last two
// cases its standard input ends, and it stops. The error may be a MissingError, or an
// *exec.ExitError with its exit code.
func Run(ctx context.Context, o Options, out, errs io.Writer) error {
	file, err := findOrBuild(ctx, errs)
	if err != nil {
		return err
	}
	o.Attached = true
	command := exec.CommandContext(ctx, file, o.args()...)
	command.Stdout, command.Stderr, command.WaitDelay = out, errs, grace
	input, err := command.StdinPipe() // open as long as this process lives
	if err != nil {
		return err
	}
	command.Cancel = func() error {
		input.Close()
		return os.ErrProcessDone // so that the error of command.Run is that of the program
	}
	return command.Run()
}

// findOrBuild returns the file of wobbly-serve. It is in the directory of this program after make,
// after go install and in a release. Otherwise findOrBuild says so on errs, and builds it in the
// project, where make builds it too.
func findOrBuild(ctx context.Context, errs io.Writer) (string, error) {
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
	fmt.Fprintf(errs, "wobbly: building %s with %s; the next time it is there\n", Program,
		runtime.Version())
	folder := filepath.Join(root, "bin")
	build := []string{
		"build", "-C", root, "-o", folder + string(filepath.Separator), "./cmd/" + Program,
	}
	if _, err := gotool.Run(ctx, nil, build...); err != nil {
		return "", MissingError{err}
	}
	return filepath.Join(folder, name), nil
}
