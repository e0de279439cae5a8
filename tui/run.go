package tui

import (
	"context"
	"errors"

	"charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Run shows the screens until the user leaves, and gives what is to be printed
// then. If the context ends, so does Run, without an error. The terminal is left as it was, also
// where something panics: that is the error then.
func Run(ctx context.Context, o Options) (Farewell, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a, err := newApp(ctx, o)
	if err != nil {
		return Farewell{}, err
	}
	_, err = tea.NewProgram(a, teaOptions(ctx, o)...).Run()
	killed := errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrProgramPanic)
	if errors.Is(err, tea.ErrInterrupted) || killed && ctx.Err() != nil { // from outside; the key is an ordinary way to quit
		err = nil
	}
	return a.farewell(), err
}

// teaOptions are those of bubbletea.
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
