package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/internal/spell"
	"wobbly/report"
)

// maxInput bounds what is read of a file or of standard input, which may be a device that
// has no end.
const maxInput = 1 << 30

// readMost reads everything up to the given number of bytes; if there is more, the error is tooLarge.
func readMost(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, TooLarge(most)
	}
	return text, err
}

// readFile is readMost of a file.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= maxInput {
		return os.ReadFile(name) // in a buffer of its size
	}
	return readMost(f, maxInput)
}

// Read reads a file, or standard input.
func (a *App) Read(name string) ([]byte, error) {
	if name == report.StdinName {
		return a.readStdin()
	}
	defer a.Working(name)()
	text, err := ask.Try(a.Ctx, func() ([]byte, error) { return readFile(name) })
	var path *fs.PathError
	var large TooLarge
	switch {
	case err == ask.ErrInterrupted:
		return nil, ErrInterrupted
	case errors.As(err, &path):
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), path.Err)
	case errors.As(err, &large):
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), err)
	}
	return text, err
}

// readStdin reads standard input.
func (a *App) readStdin() ([]byte, error) {
	text, err := ask.Try(a.Ctx, func() ([]byte, error) { return readMost(a.Sys.Stdin, maxInput) })
	if err == ask.ErrInterrupted {
		return nil, ErrInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	return text, nil
}

// Source reads a program text.
func (a *App) Source(name string) (*il.Source, error) {
	text, err := a.Read(name)
	if err != nil {
		return nil, err
	}
	return il.NewSource(name, string(text)), nil
}

// Load reads, parses and checks a program. The errors of an illegal one are
// printed, as a JSON document too if asked for.
func (a *App) Load(name string, strict, json bool) (*il.Core, error) {
	src, err := a.Source(name)
	if err != nil {
		return nil, err
	}
	defer a.Working(name)()
	core, err := ask.Load(a.Ctx, src, strict)
	return core, a.Refused(err, json)
}

// Refused is failed, and prints what is wrong with an illegal program.
func (a *App) Refused(err error, json bool) error {
	var e *ask.Illegal
	if errors.As(err, &e) {
		return a.Illegal(e.Source, e.Errors, json)
	}
	return Failed(err)
}

// Failed gives an error of package ask the exit that it means.
func Failed(err error) error {
	var name *ask.Misnamed
	var limit *ask.Limit
	var refused *ask.Refusal
	switch {
	case errors.Is(err, ask.ErrInterrupted):
		return ErrInterrupted
	case errors.As(err, &refused):
		text := refused.Text
		if refused.Of != "" {
			text = "--" + refused.Of + ": " + text
		}
		return Failure{Exit: Exit(refused.Exit), Text: text, Hint: refused.Hint}
	case errors.As(err, &limit):
		return Failure{Exit: ExitInconclusive, Text: err.Error()}
	case errors.As(err, &name):
		return Usage(spell.Hint(name.Name, name.Known, name.Hint), "%s", err)
	default:
		return err
	}
}

// Illegal prints what is wrong with a program.
func (a *App) Illegal(src *il.Source, errs diag.List, json bool) error {
	if json {
		if err := report.ErrorsJSON(a.Out, src, errs); err != nil {
			return err
		}
	}
	if err := report.ErrorsText(a.Stderr(), a.Style(a.Sys.Stderr), src, errs); err != nil {
		return err
	}
	return Failure{Exit: ExitIllegal}
}

// FileFirst is what a command is about, with the program first, also where it stands behind the
// number of a report.
func FileFirst(words ...string) []string {
	if len(words) == 2 && ask.IsID(words[0]) {
		if _, err := os.Stat(words[0]); err != nil {
			return []string{words[1], words[0]}
		}
	}
	return words
}

// Shipped loads a program of a text, such as one that is shipped with wobbly.
func Shipped(name, text string) (*il.Core, error) {
	core, err := ask.Load(context.Background(), il.NewSource(name, text), false)
	var e *ask.Illegal
	if errors.As(err, &e) {
		return nil, fmt.Errorf("%s is not a legal program: %s: %s", name, e.Source.At(e.Errors[0].At), e.Errors[0].Message)
	}
	return core, err
}
