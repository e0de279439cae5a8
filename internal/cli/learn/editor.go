package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"

	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/tui/screen"
)

// chosenEditor is the user's editor, nil where there is none: VISUAL, EDITOR, or else vi, as
// others have it.
func chosenEditor(a *console.App) func(file string) screen.Editor {
	said := cmp.Or(strings.TrimSpace(a.Getenv("VISUAL")), strings.TrimSpace(a.Getenv("EDITOR")))
	if said == "" {
		vi, err := exec.LookPath("vi")
		if err != nil {
			return nil
		}
		said = text.ShellWord(vi)
	}
	return func(file string) screen.Editor {
		if strings.HasPrefix(file, "-") {
			file = "./" + file // else an option
		}
		c := editorCommand(a.Ctx, said, file)
		c.Env = a.Sys.Env
		return editor{c, said}
	}
}

// editorCommand is the command that edits a file. What says how is read as git reads it: by the shell
// where it holds anything that means something there, such as a blank or a quotation mark.
func editorCommand(ctx context.Context, said, file string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		words := strings.Fields(said)
		if _, err := exec.LookPath(said); err == nil { // a path with blanks
			words = []string{said}
		}
		return exec.CommandContext(ctx, words[0], append(words[1:len(words):len(words)], file)...)
	}
	if !strings.ContainsAny(said, "|&;<>()$`\\\"' \t\n*?[#~=%") {
		return exec.CommandContext(ctx, said, file)
	}
	return exec.CommandContext(ctx, "sh", "-c", said+` "$@"`, said, file)
}

// editor is a command as the screens run it.
type editor struct {
	*exec.Cmd
	said string // by the environment
}

// notFound is the exit code of a shell that finds no such program.
const notFound = 127

// Run implements screen.Editor. Where there is no such program it says who has named it.
func (e editor) Run() error {
	err := e.Cmd.Run()
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == notFound {
		return fmt.Errorf("there is no program %s; VISUAL or EDITOR names your editor", text.Quote(e.said))
	}
	return err
}

func (e editor) SetStdin(r io.Reader)  { e.Stdin = r }
func (e editor) SetStdout(w io.Writer) { e.Stdout = w }
func (e editor) SetStderr(w io.Writer) { e.Stderr = w }
