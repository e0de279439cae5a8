package tui

import (
	"context"
	"errors"
	"io"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/explore"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	"wobbly/tui/theorem"
)

// Options are all that Run and Plain know of the world. The zero value of a
// field is a sensible one.
type Options struct {
	Program *screen.Program // to begin with; nil begins at home
	Screen  string          // the name of the screen to begin with, "reports"; empty for Step, or home without a program

	Seed uint64 // of the first random run; each further one has the next

	Terminal
	screen.Files

	Home     home.Options
	Reports  reports.Options
	Explore  explore.Options
	Analysis advice.Analysis
	Repair   advice.Repairs
	Theorem  theorem.Options
	Lesson   lesson.Options
}

// Terminal is what is known of the terminal.
type Terminal struct {
	Theme         draw.Theme // empty for Auto
	NoColor       bool       // no colours, whatever the theme says
	ASCII         bool       // nothing but ASCII on the screen
	NoMouse       bool
	Prompt        string                    // before each line that Plain awaits
	In            io.Reader                 // nil for the standard input
	Out           io.Writer                 // nil for the standard output
	Environ       []string                  // "TERM=xterm", of the terminal; nil for that of the process
	Width, Height int                       // 0 to ask it
	Pause         func(ctx context.Context) // as long as a state is shown where the trace plays by itself; nil: it does not
}

// controls are those of a session with what the options bring.
func (o *Options) controls() *command.Controls {
	return &command.Controls{Seed: o.Seed, Analysis: o.Analysis, Repairs: o.Repair, Files: command.Files{Save: o.Save, Read: o.program(), Tool: o.Tool, Address: o.Address}}
}

// program reads the program in a file; nil where no file can be read.
func (o *Options) program() func(name string) (*il.Core, error) {
	if o.Changed == nil {
		return nil
	}
	return func(name string) (*il.Core, error) {
		x := o.Changed(context.Background(), name, "", false)
		if x.Core == nil && x.Err == nil {
			return nil, errors.New("nothing is in " + name)
		}
		return x.Core, x.Err
	}
}
