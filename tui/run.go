package tui

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"wobbly/tui/plain"
	"wobbly/tui/screen"
)

// Run shows the screens until the user leaves or the context ends, and returns what to print
// then. It restores the terminal, also if something panics, which is reported as an error.
func Run(ctx context.Context, o Options) (screen.Farewell, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a, err := newApp(ctx, o)
	if err != nil {
		return screen.Farewell{}, err
	}
	_, err = tea.NewProgram(a, teaOptions(ctx, o)...).Run()
	killed := errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrProgramPanic)
	if errors.Is(err, tea.ErrInterrupted) || killed && ctx.Err() != nil {
		err = nil // a signal; the key ctrl+c quits without an error
	}
	return a.farewell(), err
}

func teaOptions(ctx context.Context, o Options) []tea.ProgramOption {
	list := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.In != nil {
		list = append(list, tea.WithInput(o.In))
	}
	if o.Out != nil {
		list = append(list, tea.WithOutput(o.Out))
	}
	if o.Environ != nil {
		list = append(list, tea.WithEnvironment(o.Environ))
	}
	if o.Width > 0 && o.Height > 0 {
		list = append(list, tea.WithWindowSize(o.Width, o.Height))
	}
	if o.NoColor {
		list = append(list, tea.WithColorProfile(colorprofile.ASCII))
	}
	return list
}

// Plain is Run for lines: it reads commands as words, and answers each with lines that end in
// an empty one.
func Plain(ctx context.Context, in io.Reader, out io.Writer, o Options) (screen.Farewell, error) {
	return plain.Run(ctx, in, out, plain.Options{
		Program: o.Program, Controls: o.controls(), Files: o.Files, ASCII: o.ASCII, Prompt: o.Prompt,
	})
}
