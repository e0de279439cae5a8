// Package console has what all commands share: a run with its streams and exit, files, flags,
// limits on time and memory, progress on a terminal, and files of unfinished work.
package console

import (
	"cmp"
	"context"
	"io"
	"os"
	"runtime"
	"strings"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/report"
)

// System is everything outside the process that a run uses.
type System struct {
	// Args are the arguments without the program's name.
	Args           []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Env is the environment in the form of os.Environ.
	Env []string
	// Secret is a random secret for the server of wobbly-hive.
	Secret string
}

// An App is one run of a program. It is passed to every command.
type App struct {
	// Ctx ends when the run is interrupted, and Stop interrupts it.
	Ctx  context.Context
	Stop func()
	Sys  System
	Out  *output
	// Exit is the worst exit so far.
	Exit Exit
	// printed has the endings that Fail has printed, because it prints each once.
	printed struct{ memory, interrupt bool }

	// Name is the name of the program, or empty for wobbly. Command has the words of the command,
	// such as "theorem check".
	Name, Command string
	// Color is auto, always or never.
	Color string
	Ascii bool

	// Post carries the messages of wobbly-hive, and Elsewhere does the campaign of the run. Both
	// are nil for wobbly, whose campaigns run in goroutines.
	Post      campaign.Transport
	Elsewhere *Elsewhere
}

// Program returns the name of the program.
func (a *App) Program() string { return cmp.Or(a.Name, "wobbly") }

// Found makes the exit at least as bad as e.
func (a *App) Found(e Exit) { a.Exit = Worse(a.Exit, e) }

// Interrupted reports whether the run has been interrupted.
func (a *App) Interrupted() bool { return a.Ctx.Err() != nil }

// Text returns a writer of text to standard output: ASCII if --ascii is set, without control
// sequences, and with long words abbreviated.
func (a *App) Text() io.Writer { return a.Legible(a.Plain(report.Brief(a.Out))) }

// Legible returns a writer to w that, if standard output is a terminal, drops control sequences
// other than those of colours.
func (a *App) Legible(w io.Writer) io.Writer { return a.Style(a.Sys.Stdout).Legible(w) }

// Print writes a document to standard output, as JSON or else for people.
func (a *App) Print(d report.Document, json bool) error {
	if json {
		return report.JSON(a.Out, d)
	}
	return a.Show(d)
}

// Show writes a document for people to standard output.
func (a *App) Show(d report.Shown) error { return report.Text(a.Text(), a.Style(a.Sys.Stdout), d) }

// Stderr returns a writer of text to standard error, with the same filters as Text.
func (a *App) Stderr() io.Writer {
	return a.Style(a.Sys.Stderr).Legible(a.Plain(report.Brief(a.Sys.Stderr)))
}

// Plain returns a writer to w that writes ASCII if --ascii is set.
func (a *App) Plain(w io.Writer) io.Writer {
	if a.Ascii {
		return report.ASCII(w)
	}
	return w
}

// Style chooses the colours of a stream: those of --color or, by default, colours on a terminal
// that is not dumb unless NO_COLOR is set. A Windows console has no TERM, and interprets colours
// only after a request.
func (a *App) Style(w io.Writer) report.Style {
	switch a.Color {
	case "always":
		return report.Style{Color: true, ASCII: a.Ascii}
	case "never":
		return report.Style{ASCII: a.Ascii}
	}
	term := a.Getenv("TERM")
	capable := term != "dumb" && (term != "" || runtime.GOOS == "windows")
	color := IsTerminal(w) && capable && a.Getenv("NO_COLOR") == ""
	if color {
		lipgloss.EnableLegacyWindowsANSI(w.(*os.File))
	}
	return report.Style{Color: color, ASCII: a.Ascii}
}

// LacksUTF8 reports whether the locale has another character set than UTF-8, such as that of
// LC_ALL=C. An environment that names no locale is taken for UTF-8.
func (a *App) LacksUTF8() bool {
	locale := strings.ToLower(cmp.Or(a.Getenv("LC_ALL"), a.Getenv("LC_CTYPE"), a.Getenv("LANG")))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

func (a *App) Getenv(name string) string {
	value, _ := a.Lookup(name)
	return value
}

// Lookup is like os.LookupEnv.
func (a *App) Lookup(name string) (value string, ok bool) {
	for _, e := range a.Sys.Env {
		if v, found := strings.CutPrefix(e, name+"="); found {
			value, ok = v, true
		}
	}
	return value, ok
}

func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Await runs f in the background until the run is interrupted. ok is false if f was still running;
// its result is then dropped.
func Await[T any](a *App, f func() T) (T, bool) { return ask.Await(a.Ctx, f) }

// A Command is a word of the command line and the grammar of the arguments after it.
type Command struct {
	Name, Help string
	// Grammar returns a pointer to a new struct with the tags of kong.
	Grammar func() any
}

// Of returns a pointer to a new T. It is the Grammar of a command.
func Of[T any]() any { return new(T) }

// A Runner is a command that kong has parsed.
type Runner interface{ Run(a *App) error }

// Elsewhere describes workers in other processes, which receive their work as messages.
type Elsewhere struct {
	// Runner runs a campaign with the given number of workers, in addition to those that have
	// joined.
	Runner func(workers int, w *Watch, title string) campaign.Runner
	// Joined reports whether other workers can have joined.
	Joined bool
}
