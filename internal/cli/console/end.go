package console

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"wobbly/internal/ask"
)

// ErrInterrupted ends a run that was interrupted before it had results.
var ErrInterrupted error = Failure{Exit: ExitInconclusive, Text: "interrupted"}

// PatienceAtEnd is how long an interrupted run has to sum up its results, write its files and stop
// its workers.
const PatienceAtEnd = 5 * time.Second

// end reports the error of a command and, in any case, that memory has run out.
func (a *App) end(err error) {
	a.Fail(err)
	if _, over := a.overdrawn(); over && !errors.Is(err, ErrInterrupted) {
		a.Fail(ErrInterrupted)
	}
}

// Fail records the exit of an error and prints it. An interrupt ends every part of a run, so it is
// printed once; if the reason was memory, that is printed instead. A closed pipe is not an error:
// the reader has ended.
func (a *App) Fail(err error) {
	if err == nil {
		return
	}
	var printed *bool // whether an ending was printed; nil for another error
	switch memory, over := a.overdrawn(); {
	case over && errors.Is(err, ErrInterrupted):
		printed = &a.printed.memory
		err = Failure{Exit: ExitInconclusive, Text: memory.Error(), Hint: memoryHint}
	case err == ErrInterrupted: // not errors.Is: a wrapped one says more, and is printed
		printed = &a.printed.interrupt
	}
	a.Found(exitOf(err))
	if printed != nil {
		if *printed {
			return
		}
		*printed = true
	}
	if !pipeClosed(err, runtime.GOOS) && err.Error() != "" {
		a.printError(err)
	}
}

func (a *App) printError(err error) {
	fmt.Fprintf(a.Stderr(), "%s: %s\n", a.Program(), err)
	var f Failure
	if errors.As(err, &f) && f.Hint != "" {
		fmt.Fprintf(a.Stderr(), "%s\n", f.Hint)
	}
}

// pipeClosed reports whether err means that the reader of a pipe is gone, on the given system.
func pipeClosed(err error, system string) bool {
	var n syscall.Errno
	if system == "windows" && errors.As(err, &n) {
		// ERROR_BROKEN_PIPE, ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED
		return n == 109 || n == 232 || n == 233
	}
	return errors.Is(err, syscall.EPIPE)
}

// Guarded calls run, flushes the output, prints the error, and returns the exit code. A panic in
// run, or in a goroutine that it waits for, is reported as an internal error.
func (a *App) Guarded(run func() error) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(a.Sys.Stderr, "%s: internal error: %v\nPlease report this together with "+
				"the command and its input.\n\n%s", a.Program(), r, debug.Stack())
			code = int(ExitInternal)
		}
	}()
	err := run()
	if flushErr := a.Out.Flush(); err == nil {
		err = flushErr
	}
	a.end(err)
	return int(a.Exit)
}

// Abandon ends a run that does not react to an interrupt, and returns the exit code. It flushes the
// output, but does not wait for a pipe that nobody reads.
func (a *App) Abandon() int {
	last := App{Ctx: a.Ctx, Sys: a.Sys, Name: a.Name} // the run still uses a
	reason := make(chan error, 2)                     // for both senders
	if !finishes(func() { reason <- errors.Join(a.Out.cutOff(), ErrInterrupted) }) {
		reason <- ErrInterrupted
	}
	if finishes(func() { last.end(<-reason) }) {
		return int(last.Exit)
	}
	return int(ExitInconclusive)
}

// finishes calls f and reports whether it returns within the grace period.
func finishes(f func()) bool {
	over := make(chan struct{})
	defer time.AfterFunc(grace, func() { close(over) }).Stop()
	return ask.Begin(f).Within(over)
}
