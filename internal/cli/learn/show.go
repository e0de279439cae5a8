package learn

import (
	"bytes"
	"fmt"
	"io"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report/picture"
	"wobbly/session"
)

type showCmd struct {
	File string `arg:"" optional:"" name:"FILE" help:"The program, or a trace file that names it; - is standard input."`
	console.PositionFlags
	SVG   bool   `help:"Draw the state as SVG." name:"svg" xor:"form"`
	Lanes bool   `help:"Draw the whole trace as SVG." xor:"form"`
	HTML  bool   `help:"Write a web page that steps through the trace." name:"html" xor:"form"`
	Theme string `help:"The colours of pictures; print has none." enum:"auto,light,dark,print" default:"auto" group:"less"`
	console.OutputFlag
	console.StrictFlag
}

func (c *showCmd) Run(a *console.App) error {
	if c.File == "" && c.Trace == "" {
		return console.Usage("For example: wobbly show FILE --race R1", "FILE is missing")
	}
	core, err := c.PositionFlags.Program(a, c.File, c.Strict)
	if err != nil {
		return err
	}
	s, note, err := c.Session(a, core)
	if err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintf(a.Stderr(), "wobbly: %s\n", note)
	}
	drawing, err := c.drawInBackground(a, s)
	if err != nil {
		return console.Failed(err)
	}
	if states := s.Now().Steps() + 1; c.HTML && states > picture.MaxStates {
		fmt.Fprintf(a.Stderr(),
			"wobbly: the page has the last %d of %d states; --lanes draws the whole trace\n",
			picture.MaxStates, states)
	}
	return c.OutputFlag.Write(a, func(w io.Writer) error {
		_, err := w.Write(drawing)
		return err
	})
}

// drawInBackground returns the drawing, and gives up when the run is interrupted.
func (c *showCmd) drawInBackground(a *console.App, s *session.Session) ([]byte, error) {
	defer a.Working("drawing")()
	ended := func() error {
		if a.Interrupted() {
			return ask.ErrInterrupted
		}
		return nil
	}
	return console.TryKept(a, func() ([]byte, error) {
		var b bytes.Buffer
		err := c.draw(&b, s, ended)
		return b.Bytes(), err
	})
}

// draw writes the drawing or, if no form was chosen, the trace. It gives up a long drawing when
// ended returns an error.
func (c *showCmd) draw(w io.Writer, s *session.Session, ended func() error) error {
	if !c.SVG && !c.Lanes && !c.HTML {
		_, err := io.WriteString(w, s.Trace("wobbly "+ask.Version, "").String())
		return err
	}
	story, err := storyOf(s)
	if err != nil {
		return err
	}
	o := picture.Options{Theme: pictureThemes[c.Theme], Ended: ended}
	switch {
	case c.SVG:
		return picture.State(w, story, len(story.Scenes)-1, o)
	case c.Lanes:
		return picture.Trace(w, story, o)
	default:
		return picture.Page(w, story, o)
	}
}

var pictureThemes = map[string]picture.Theme{
	"auto": picture.Auto, "light": picture.Light, "dark": picture.Dark, "print": picture.Print,
}

// storyOf returns the execution of a session up to its current state, for drawing.
func storyOf(s *session.Session) (*picture.Story, error) {
	x, err := s.Execution()
	if err != nil {
		return nil, err
	}
	return picture.New(x), nil
}
