package tui

import (
	"context"
	"errors"
	"io"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	"wobbly/tui/theorem"
)

// Options configures Run and Plain. The zero value of each field is usable.
type Options struct {
	// Program is the program that Run opens in Step. If it is nil, Run begins at Home.
	Program *screen.Program
	// Seed is the seed of the first random run. Each further run uses the next one.
	Seed uint64

	Terminal
	screen.Files

	Words    Words
	Home     home.Options
	Reports  reports.Options
	Analysis advice.Analysis
	Repair   advice.Repairs
	Theorem  theorem.Options
	Lesson   lesson.Options
}

// Terminal describes the terminal.
type Terminal struct {
	Theme   draw.Theme // Auto if empty
	NoColor bool       // shows no colours, whatever the theme
	ASCII   bool       // shows only ASCII characters
	NoMouse bool
	Prompt  string    // of Plain, before each line that it reads
	In      io.Reader // the standard input if nil
	Out     io.Writer // the standard output if nil
	Environ []string  // such as "TERM=xterm"; that of the process if nil
	// Width and Height are the size in cells. If they are 0, Run queries the terminal.
	Width, Height int
	// Pause waits for the time that autoplay shows a state. If it is nil, there is no autoplay.
	Pause func(ctx context.Context)
}

func (o *Options) controls() *command.Controls {
	files := command.Files{Save: o.Save, Tool: o.Tool, Address: o.Address}
	if o.Changed != nil {
		files.Read = func(name string) (*il.Core, error) {
			x := o.Changed(context.Background(), name, "", false)
			if x.Core == nil && x.Err == nil {
				return nil, errors.New("nothing is in " + name)
			}
			return x.Core, x.Err
		}
	}
	return &command.Controls{
		Seed: o.Seed, Analysis: o.Analysis, Repairs: o.Repair, Files: files,
		Explain: o.Words.Explain,
	}
}
