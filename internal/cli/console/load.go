package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

// maxInput limits the bytes read from a file or standard input, which may be an endless device.
const maxInput = 1 << 30

// readMost reads at most the given number of bytes. If there are more, it returns TooLarge.
func readMost(r io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(text)) > limit {
		return nil, TooLarge(limit)
	}
	return text, err
}

// readFile reads a file of at most maxInput bytes.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= maxInput {
		return os.ReadFile(name) // allocates the size of the file
	}
	return readMost(f, maxInput)
}

// Read reads a text from a file, or standard input, in UTF-8 or UTF-16, which Windows writes.
func (a *App) Read(name string) ([]byte, error) {
	raw, err := a.read(name)
	decoded, _ := text.Decode(raw)
	return decoded, err
}

// read reads the bytes of a file or of standard input. It gives up when the run is interrupted.
func (a *App) read(name string) ([]byte, error) {
	if name == report.StdinName {
		text, err := ask.Try(a.Ctx,
			func() ([]byte, error) { return readMost(a.Sys.Stdin, maxInput) })
		if err == ask.ErrInterrupted {
			return nil, ErrInterrupted
		}
		if err != nil {
			return nil, fmt.Errorf("reading standard input: %w", err)
		}
		return text, nil
	}
	defer a.Working(name)()
	text, err := ask.Try(a.Ctx, func() ([]byte, error) { return readFile(name) })
	var path *fs.PathError
	var large TooLarge
	switch {
	case err == ask.ErrInterrupted:
		return nil, ErrInterrupted
	case errors.As(err, &path):
		if hint := otherFile(name); hint != "" {
			return nil, Usage(hint, "cannot read %s: %s", report.FileName(name), path.Err)
		}
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), path.Err)
	case errors.As(err, &large):
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), err)
	}
	return text, err
}

// otherFile suggests a file to read instead of one that cannot be read: a program with a similar
// name in the same folder, or a program in the folder of that name. For an example that help names,
// it says how to open it without its file. It returns "" if there is nothing to suggest.
func otherFile(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		// A name with characters of a pattern is an error or finds nothing; both mean no hint.
		programs, _ := filepath.Glob(filepath.Join(name, "*.il"))
		switch len(programs) {
		case 0:
			return "It is a folder without programs (*.il)."
		case 1:
			return "It is a folder. Its program is " + ShellWord(programs[0]) + "."
		default:
			return fmt.Sprintf("It is a folder with %d programs, such as %s.", len(programs),
				ShellWord(programs[0]))
		}
	}
	if strings.Contains(name, ",") && !strings.ContainsAny(name, "./") {
		return "For a pair of methods: --pair " + ShellWord(name)
	}
	siblings, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.il"))
	if slices.Contains(siblings, name+".il") {
		return "Did you mean " + ShellWord(name+".il") + "?"
	}
	if near := spell.Near(filepath.Clean(name), siblings); near != "" {
		return "Did you mean " + ShellWord(near) + "?"
	}
	if _, ok := examples.Find(filepath.Base(name)); ok {
		return "This example can also be opened by name: wobbly step --example " +
			filepath.Base(name)
	}
	return ""
}

// Source reads a program text.
func (a *App) Source(name string) (*il.Source, error) {
	text, err := a.Read(name)
	if err != nil {
		return nil, err
	}
	return il.NewSource(name, string(text)), nil
}

// Load reads, parses and checks a program. It prints its warnings, or the errors of an illegal one;
// if json is true, also as a JSON document.
func (a *App) Load(name string, strict, json bool) (*il.Core, error) {
	src, err := a.Source(name)
	if err != nil {
		return nil, err
	}
	core, err := a.Checked(src, strict)
	return core, a.Refused(err, json)
}

// Checked is ask.Load for a text of the user. It prints warnings.
func (a *App) Checked(src *il.Source, strict bool) (*il.Core, error) {
	defer a.Working(src.Name)()
	core, err := ask.Load(a.Ctx, src, strict)
	if err != nil {
		return nil, err
	}
	return core, a.Warn(src, ask.Warnings(core))
}

// Warn prints warnings about a program.
func (a *App) Warn(src *il.Source, list diag.List) error {
	if len(list) == 0 {
		return nil
	}
	return report.ErrorsText(a.Stderr(), a.Style(a.Sys.Stderr), src, list)
}

// Refused is like Failed, but prints the errors of an illegal program.
func (a *App) Refused(err error, json bool) error {
	var e *ask.Illegal
	if errors.As(err, &e) {
		return a.Illegal(e.Source, e.Errors, json)
	}
	return Failed(err)
}

// Failed turns an error of package ask into one with an exit code.
func Failed(err error) error {
	var name *ask.Misnamed
	var limit *ask.Limit
	var refused *ask.Refusal
	switch {
	case errors.Is(err, ask.ErrInterrupted):
		return ErrInterrupted
	case errors.As(err, &refused):
		message := refused.Text
		if refused.Of != "" {
			message = "--" + refused.Of + ": " + message
		}
		return Failure{Exit: Exit(refused.Exit), Text: message, Hint: refused.Hint}
	case errors.As(err, &limit):
		return Failure{Exit: ExitInconclusive, Text: err.Error()}
	case errors.As(err, &name):
		return Usage(spell.Hint(name.Name, name.Known, name.Hint), "%s", err)
	default:
		return err
	}
}

// Illegal prints the errors of a program. If the text does not look like a program at all, it
// prints nothing and the returned error says what the text is.
func (a *App) Illegal(src *il.Source, errs diag.List, json bool) error {
	if err := NotAProgram(src); err != nil {
		return err
	}
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

// FileFirst returns the arguments of a command with the program first, even if it was given after
// the number of a report.
func FileFirst(words ...string) []string {
	if len(words) == 2 && ask.IsID(words[0]) {
		if _, err := os.Stat(words[0]); err != nil {
			return []string{words[1], words[0]}
		}
	}
	return words
}

// Shipped loads a program from a text, such as an example that is shipped with wobbly.
func Shipped(name, text string) (*il.Core, error) {
	return ask.Load(context.Background(), il.NewSource(name, text), false)
}

// IsFile reports whether a word of the command line names a file that exists, or standard input.
func IsFile(word string) bool {
	info, err := os.Stat(word)
	return word == report.StdinName || err == nil && !info.IsDir()
}

// LooksLikeFile reports whether a word of the command line is probably the name of a file, even if
// there is none: it ends in .il or .trace, or contains a slash.
func LooksLikeFile(word string) bool {
	return IsFile(word) || strings.HasSuffix(word, ".il") || strings.HasSuffix(word, ".trace") ||
		strings.ContainsAny(word, `/\`)
}
