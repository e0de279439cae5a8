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

// showCmd is `wobbly show`.
type showCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	console.PositionFlags
	SVG   bool   `help:"A picture of the state." name:"svg" xor:"form"`
	Lanes bool   `help:"A picture of the trace, as SVG." xor:"form"`
	HTML  bool   `help:"One page that steps through the trace in a browser." name:"html" xor:"form"`
	Theme string `help:"Colours of pictures; print has none." enum:"auto,light,dark,print" default:"auto"`
	console.OutputFlag
	console.StrictFlag
}

// Run implements the command.
func (c *showCmd) Run(a *console.App) error {
	core, err := a.Load(c.File, c.Strict, false)
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
	text, err := c.drawn(a, s)
	if err != nil {
		return console.Failed(err)
	}
	return c.OutputFlag.Write(a, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// drawn is what was asked for; it is given up when the run is interrupted.
func (c *showCmd) drawn(a *console.App, s *session.Session) ([]byte, error) {
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

// draw writes what was asked for: without a form, the trace file. With an error of ended a long
// drawing is given up.
func (c *showCmd) draw(w io.Writer, s *session.Session, ended func() error) error {
	if !c.SVG && !c.Lanes && !c.HTML {
		_, err := io.WriteString(w, s.Trace("wobbly "+ask.BuildVersion(), "").String())
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

// storyOf is the way of a session to its present state, to be drawn.
func storyOf(s *session.Session) (*picture.Story, error) {
	x, err := s.Execution()
	if err != nil {
		return nil, err
	}
	return picture.New(x), nil
}
