package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"wobbly/internal/campaign"
	"wobbly/internal/pipeline"
	"wobbly/report"
)

// system is what a run of wobbly touches of the world outside.
type system struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Env            []string // as os.Environ gives it
	Secret         string   // that nobody else knows, for the server of wobbly-hive
}

// app is one run: the streams, the settings that all commands share, and the
// worst exit so far.
type app struct {
	ctx  context.Context
	stop func() // interrupts the run
	sys  system
	out  *output
	exit exit
	name string        // of the program
	post campaign.Post // carries the messages of wobbly-hive; nil for wobbly

	elsewhere *elsewhere // does the campaign of this run; nil for goroutines

	toldMemory      bool // it was said that memory was used up
	toldInterrupted bool // it was said that the run was interrupted

	color string // auto, always or never
	ascii bool
}

// program returns the name of the program.
func (a *app) program() string { return cmp.Or(a.name, "wobbly") }

// found makes the exit at least as bad as e.
func (a *app) found(e exit) { a.exit = worse(a.exit, e) }

// end reports the error that a command ended with, and in any case that memory was used
// up.
func (a *app) end(err error) {
	a.fail(err)
	if _, over := a.overdrawn(); over && !errors.Is(err, errInterrupted) {
		a.fail(errInterrupted)
	}
}

// fail reports an error and enters its exit. A pipe that nobody reads any more
// is no news to anyone.
func (a *app) fail(err error) {
	if err == nil {
		return
	}
	if e, over := a.overdrawn(); over && errors.Is(err, errInterrupted) {
		if a.toldMemory {
			return
		}
		a.toldMemory = true
		err = failure{exit: exitInconclusive, text: e.Error(), hint: memoryHint}
	}
	a.found(exitOf(err))
	if err == error(errInterrupted) {
		if a.toldInterrupted {
			return
		}
		a.toldInterrupted = true
	}
	if pipeClosed(err, runtime.GOOS) || err.Error() == "" {
		return
	}
	fmt.Fprintf(a.stderr(), "%s: %s\n", a.program(), err)
	var f failure
	if errors.As(err, &f) && f.hint != "" {
		fmt.Fprintf(a.stderr(), "%s\n", f.hint)
	}
}

// pipeClosed tells whether what was written to has no reader any more, on a system.
func pipeClosed(err error, system string) bool {
	var n syscall.Errno
	if system == "windows" && errors.As(err, &n) {
		return n == 109 || n == 232 || n == 233 // ERROR_BROKEN_PIPE, ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED
	}
	return errors.Is(err, syscall.EPIPE)
}

// interrupted tells whether the run was told to stop.
func (a *app) interrupted() bool { return a.ctx.Err() != nil }

// text is standard output for text, in ASCII if asked for, without what a terminal would
// obey, and of long names the beginning.
func (a *app) text() io.Writer { return a.legible(a.plain(report.Brief(a.out))) }

// legible is a way to standard output on which a terminal obeys nothing but colours.
func (a *app) legible(w io.Writer) io.Writer { return a.style(a.sys.Stdout).Legible(w) }

// print writes a document as JSON, or for people.
func (a *app) print(d report.Document, json bool) error {
	if json {
		return report.JSON(a.out, d)
	}
	return a.show(d)
}

// show writes something for people.
func (a *app) show(d report.Shown) error {
	return report.Text(a.text(), a.style(a.sys.Stdout), d)
}

// stderr is standard error for text, as text is standard output.
func (a *app) stderr() io.Writer {
	return a.style(a.sys.Stderr).Legible(a.plain(report.Brief(a.sys.Stderr)))
}

func (a *app) plain(w io.Writer) io.Writer {
	if a.ascii {
		return report.ASCII(w)
	}
	return w
}

// style decides about colour on a stream: as --color says, and by itself on a
// terminal that is not dumb, unless NO_COLOR is set to anything. A console of Windows
// has no TERM, and is told that colours will come.
func (a *app) style(w io.Writer) report.Style {
	switch a.color {
	case "always":
		return report.Style{Color: true, ASCII: a.ascii}
	case "never":
		return report.Style{ASCII: a.ascii}
	}
	t := a.getenv("TERM")
	if t == "" && runtime.GOOS == "windows" {
		t = "console"
	}
	color := isTerminal(w) && t != "" && t != "dumb" && a.getenv("NO_COLOR") == ""
	if color {
		lipgloss.EnableLegacyWindowsANSI(w.(*os.File))
	}
	return report.Style{Color: color, ASCII: a.ascii}
}

func (a *app) getenv(name string) string {
	value, _ := a.lookup(name)
	return value
}

// lookup is getenv, and whether the environment has the variable.
func (a *app) lookup(name string) (value string, ok bool) {
	for _, e := range a.sys.Env {
		if v, is := strings.CutPrefix(e, name+"="); is {
			value, ok = v, true
		}
	}
	return value, ok
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// await runs f aside and waits for it, but not longer than until the run is
// interrupted; then it is false and what f does is lost.
func await[T any](a *app, f func() T) (T, bool) { return pipeline.Await(a.ctx, f) }

// errInterrupted ends a run that was stopped before it had anything.
var errInterrupted = failure{exit: exitInconclusive, text: "interrupted"}

// patienceAtEnd is how long a run that was interrupted has to end in order: to sum up
// what it has, write its files, and tell others that it is over.
const patienceAtEnd = 5 * time.Second

// guarded does something as a run. A panic in it, or in a goroutine that it waits for, is an
// internal error.
func (a *app) guarded(do func() error) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(a.sys.Stderr, "wobbly: internal error: %v\nPlease report this together with the command and its input.\n\n%s", r, debug.Stack())
			code = int(exitInternal)
		}
	}()
	err := do()
	if flush := a.out.Flush(); flush != nil && err == nil {
		err = flush
	}
	a.end(err)
	return int(a.exit)
}

// abandon ends a run that does not hear that it was interrupted. What was printed stays, but
// for what a pipe does not take that nobody reads: that is not waited for.
func (a *app) abandon() int {
	over := app{ctx: a.ctx, sys: a.sys, name: a.name}
	why := make(chan error, 2)
	if !shortly(func() { why <- errors.Join(a.out.cutOff(), errInterrupted) }) {
		why <- errInterrupted
	}
	if shortly(func() { over.end(<-why) }) {
		return int(over.exit)
	}
	return int(exitInconclusive)
}

// shortly does something, and is false if that takes longer than a grace.
func shortly(do func()) bool {
	over := make(chan struct{})
	defer time.AfterFunc(grace, func() { close(over) }).Stop()
	return pipeline.Begin(do).Within(over)
}

// A subcommand is a word of the command line and what kong reads behind it.
type subcommand struct {
	name, help string
	grammar    func() any // a pointer to a struct
}

// of makes the grammar of a command.
func of[T any]() any { return new(T) }

// A runner is a command as a grammar reads it.
type runner interface{ Run(a *app) error }

// elsewhere is workers that get their work by messages.
type elsewhere struct {
	// crew does a campaign, by so many workers beside those that have joined.
	crew func(workers int, w *watch, title string) campaign.Crew
	// joined is whether others can have joined.
	joined bool
}
