package engine

import (
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/report/picture"
	"wobbly/session"
)

func (c *call) picture(p pictureAsk) (drawing, error) {
	x, err := c.session(p.Session)
	if err != nil {
		return drawing{}, err
	}
	theme, err := themeOf(p.Theme)
	if err != nil {
		return drawing{}, err
	}
	kinds := map[string]string{
		"memory": "image/svg+xml", "state": "image/svg+xml", "trace": "image/svg+xml",
		"html": "text/html",
	}
	kind, ok := kinds[p.What]
	if !ok {
		return drawing{}, unknown("picture", p.What, []string{"memory", "state", "trace", "html"})
	}
	s := x.controls.Session
	if s.At() > maxPicture && (p.What == "trace" || p.What == "html") {
		return drawing{}, &refusal{problem{
			Code: "limit", Exit: ask.ExitInconclusive,
			Message: fmt.Sprintf("a picture of the trace has at most %d moves here, and this one "+
				"has %d", maxPicture, s.At()),
			Fix: "wobbly show draws longer ones",
		}}
	}
	text, err := drawn(func(b *strings.Builder) error { return draw(b, s, p.What, theme) })
	return drawing{kind, text}, err
}

// draw draws the present state of a session, or the trace that leads to it.
func draw(b *strings.Builder, s *session.Session, what string, theme picture.Theme) error {
	execution, err := s.Execution()
	if err != nil {
		return err
	}
	story := picture.New(execution)
	o := picture.Options{Theme: theme}
	last := len(story.Scenes) - 1
	switch what {
	case "trace":
		return picture.Trace(b, story, o)
	case "html":
		return picture.Page(b, story, o)
	case "state":
		return picture.State(b, story, last, o)
	default:
		return picture.Memory(b, story, last, o)
	}
}

func drawn(draw func(*strings.Builder) error) (string, error) {
	var b strings.Builder
	err := draw(&b)
	return b.String(), err
}

// themes maps names to the themes of pictures.
var themes = map[string]picture.Theme{
	"": picture.Auto, "auto": picture.Auto, "light": picture.Light, "dark": picture.Dark,
	"print": picture.Print,
}

func themeOf(name string) (picture.Theme, error) {
	t, ok := themes[name]
	if !ok {
		return t, unknown("theme", name, []string{"auto", "light", "dark", "print"})
	}
	return t, nil
}
