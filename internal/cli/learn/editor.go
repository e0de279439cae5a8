package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/tui/screen"
)

// chosenEditor returns a function that returns the user's editor for a file: VISUAL, EDITOR, or
// else vi. It is nil if there is none.
func chosenEditor(a *console.App) func(file string) screen.Editor {
	setting := cmp.Or(strings.TrimSpace(a.Getenv("VISUAL")), strings.TrimSpace(a.Getenv("EDITOR")))
	if setting == "" {
		vi, err := exec.LookPath("vi")
		if err != nil {
			return nil
		}
		setting = text.ShellWord(vi)
	}
	return func(file string) screen.Editor {
		if strings.HasPrefix(file, "-") {
			file = "./" + file // otherwise it would be read as an option
		}
		c := editorCommand(a.Ctx, setting, file)
		c.Env = a.Sys.Env
		return editor{Cmd: c, setting: setting}
	}
}

// editorCommand returns the command that edits a file. As in git, the setting is a shell command if
// it contains a character that is special to the shell, such as a space or a quotation mark.
func editorCommand(ctx context.Context, setting, file string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		words := strings.Fields(setting)
		if _, err := exec.LookPath(setting); err == nil { // a path with spaces
			words = []string{setting}
		}
		return exec.CommandContext(ctx, words[0], append(words[1:len(words):len(words)], file)...)
	}
	if !strings.ContainsAny(setting, "|&;<>()$`\\\"' \t\n*?[#~=%") {
		return exec.CommandContext(ctx, setting, file)
	}
	return exec.CommandContext(ctx, "sh", "-c", setting+` "$@"`, setting, file)
}

type editor struct {
	*exec.Cmd
	// setting is the value of VISUAL or EDITOR.
	setting string
}

// notFound is the exit code of a shell that cannot find a program.
const notFound = 127

// Run runs the editor. If the program does not exist, the error has the setting that names it.
func (e editor) Run() error {
	err := e.Cmd.Run()
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == notFound {
		return fmt.Errorf("there is no program %s; set VISUAL or EDITOR to your editor",
			text.Quote(e.setting))
	}
	return err
}

func (e editor) SetStdin(r io.Reader)  { e.Stdin = r }
func (e editor) SetStdout(w io.Writer) { e.Stdout = w }
func (e editor) SetStderr(w io.Writer) { e.Stderr = w }

const (
	// pollEvery is the time between two looks at a watched file.
	pollEvery = 300 * time.Millisecond
	// maxReread limits the size of a watched file, in bytes.
	maxReread = 16 << 20
)

// changed returns a function that reads a program again. If wait is true, it first waits until the
// file's text differs from known.
func changed(strict bool) func(ctx context.Context, file, known string, wait bool) screen.Changed {
	return func(ctx context.Context, file, known string, wait bool) screen.Changed {
		if file == report.StdinName {
			if wait {
				<-ctx.Done()
			}
			return screen.Changed{Text: known}
		}
		text, err := reread(file)
		if wait {
			text, err = waitForChange(ctx, file, known)
		}
		x := screen.Changed{Text: text, Err: err}
		if err == nil && text != known {
			x.Core, x.Err = parseLegal(ctx, file, text, strict)
		}
		return x
	}
}

// waitForChange waits until the file's text differs from known, and returns the new text. It
// returns known when the context ends. It waits for a missing file, because editors replace files.
func waitForChange(ctx context.Context, file, known string) (string, error) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var seen os.FileInfo
	for {
		select {
		case <-ctx.Done():
			return known, nil
		case <-tick.C:
		}
		now, err := os.Stat(file)
		if err != nil ||
			seen != nil && now.ModTime().Equal(seen.ModTime()) && now.Size() == seen.Size() {
			continue
		}
		seen = now
		if text, err := reread(file); err == nil && text != known {
			return text, nil
		}
	}
}

// reread reads a regular file of at most maxReread bytes.
func reread(name string) (string, error) {
	raw, err := console.ReadRegular(console.Files{}, name, maxReread)
	var other console.NotRegular
	var large console.TooLarge
	switch {
	case errors.As(err, &other):
		return "", fmt.Errorf("%s is not a regular file", report.FileName(name))
	case errors.As(err, &large):
		return "", fmt.Errorf("%s has more than %d MB", report.FileName(name), maxReread>>20)
	case err != nil:
		return "", fmt.Errorf("cannot read %s", report.FileName(name))
	}
	program, _ := text.Decode(raw)
	return string(program), nil
}

// parseLegal parses and checks a text. It returns the first error.
func parseLegal(ctx context.Context, file, text string, strict bool) (*il.Core, error) {
	core, err := ask.Load(ctx, il.NewSource(file, text), strict)
	var e *ask.Illegal
	if errors.As(err, &e) {
		d := e.Errors[0]
		return nil, fmt.Errorf("%s: %s", e.Source.Position(d.At), d.Message)
	}
	return core, err
}
