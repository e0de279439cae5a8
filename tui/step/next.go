package step

import (
	"strconv"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

// nextTitle counts the threads: "next: 2 can go, 0 blocked", "next: 1 can go, A has ended".
func nextTitle(v session.View) string {
	can, wait, ended := 0, 0, ""
	for _, i := range semantics.Tids {
		switch v.Next(i).Stop {
		case session.Went, session.AtChoice:
			can++
		case session.Ended:
			ended += ", " + i.String() + " has ended"
		default:
			wait++
		}
	}
	title := "next: " + strconv.Itoa(can) + " can go"
	switch {
	case v.Done():
		return "next"
	case wait > 0 || ended == "":
		title += ", " + strconv.Itoa(wait) + " blocked"
	}
	return title + ended
}

// drawNext draws what each thread can do or why it is blocked, and why the state is a race.
func (s *Screen) drawNext(c draw.Canvas, v session.View) {
	rows := s.nextRows()
	chosen := draw.Clamp(s.chosen, len(rows))
	why := s.whyLines(v, c.W-2)
	free := c.H - len(rows) - len(why)
	y := 0
	for n, r := range rows {
		text := draw.Wrap(r.text, c.W-nextIndent)
		if len(text) > 1+free {
			text = []string{r.text} // cut off at the edge
		}
		free -= len(text) - 1
		s.drawNextRow(c.Part(0, y, c.W, len(text)), r, text, n == chosen)
		y += len(text)
		if s.h.Projected() && free > 1 && n+1 < len(rows) {
			y++
			free--
		}
	}
	if y+1+len(why) <= c.H {
		y++
	}
	for n, text := range draw.Cut(why, c.H-y, c.W-2) {
		c.Text(1, y+n, draw.Plain, text)
	}
}

const nextIndent = 7

func (s *Screen) drawNextRow(c draw.Canvas, r nextRow, text []string, chosen bool) {
	style, mark, sign := draw.Thread(r.thread), " ", draw.Pad(r.mark, 3)
	if chosen {
		mark = ">"
	}
	switch {
	case r.next.Races:
		style, sign = draw.Race, "!! "
	case r.key == "":
		style = draw.Faint
	}
	x := c.Text(0, 0, draw.Key|draw.Strong, mark+draw.Pad(r.key, 2)+" ")
	x = c.Text(x, 0, style|draw.Strong, sign)
	for y, line := range text {
		c.Clipped(x, y, style, line)
		if chosen && s.h.Focused() == paneNext {
			c.Paint(0, y, draw.Strong)
		}
	}
	c.Click(r.do)
}

// whyLines explains why the state races, why the next accesses never do, or why no thread steps.
func (s *Screen) whyLines(v session.View, w int) []string {
	if r, ok := v.Race(); ok {
		text := "Why: " + r.Text + " " + v.WhyLock()
		lines, hinted := draw.Wrap(text, w), draw.Wrap(text+" f proposes a repair.", w)
		if !s.repair.WithoutRemove().Refuses() && len(hinted) <= max(2, len(lines)) {
			return hinted // the hint fits on the same lines
		}
		return lines
	}
	if x, ok := s.related(v); ok && x.Never != "" {
		return draw.Wrap(x.Certified(), w)
	}
	for _, i := range semantics.Tids {
		if n := v.Next(i); n.Stop == session.Went || n.Stop == session.AtChoice {
			return nil
		}
	}
	if v.Done() {
		return nil
	}
	if text := v.DeadlockText(); text != "" {
		return draw.Wrap(text, w)
	}
	return draw.Wrap("No thread can go on: this run is stuck.", w)
}
