package analysis

import (
	"strconv"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Layouts of Analysis: from which width on a row holds all, and how wide its
// columns are.
const (
	analysisWide = 96
	ruleColumn   = 12
	codeColumn   = 30
	lockColumn   = 5
)

// Draw implements screen.Screen.
func (s *analysisScreen) Draw(c draw.Canvas) {
	v := s.h.Session().Now()
	if s.h.Zoomed() || c.H < 16 {
		s.drawUnit(c, v, screen.ThreadOf(s.h.Focused()))
		return
	}
	half := c.H / 2
	s.drawUnit(c.Part(0, 0, c.W, half), v, semantics.A)
	s.drawUnit(c.Part(0, half, c.W, c.H-half), v, semantics.B)
}

// drawUnit draws the analysis of the unit where a thread stands.
func (s *analysisScreen) drawUnit(c draw.Canvas, v session.View, i semantics.Tid) {
	u := s.point(i).Unit()
	frame, border := c, screen.Border(s.h, screen.CodePane(i))
	depth := "concrete lock x" + strconv.Itoa(v.Depth(i))
	c = draw.Box(c, border, draw.NameTitle(i.String()+"  "+session.Signature(u), depth, c.W-4), depth)
	if why := s.empty(u); why != "" {
		draw.Explain(c, why)
		return
	}
	lines, each := s.lines(u), 1
	if c.W < analysisWide {
		each = 2
	}
	here := s.here(i)
	at := draw.Clamp(here+s.cursor[i], len(lines)+1)
	if each == 1 {
		drawAnalysisHead(c.Row(0))
		c = c.Part(0, 1, c.W, c.H-1)
	}
	fit := max(1, c.H/each)
	top := draw.Scroll(at, len(lines)+1, fit)
	for n := range min(fit+1, len(lines)+1-top) {
		row := c.Part(0, n*each, c.W, each)
		s.drawRow(row, lines, top+n, here, i)
		if top+n == at && s.cursor[i] != 0 {
			row.Paint(0, 0, draw.Inverse)
		}
	}
	draw.Below(frame, border, len(lines)+1-top-(c.H+each-1)/each)
}

func drawAnalysisHead(c draw.Canvas) {
	x := c.Text(3, 0, draw.Faint, draw.Pad("line", 6)+draw.Pad("statement", codeColumn)+draw.Pad("rule", ruleColumn)+draw.Pad("L", lockColumn))
	c.Text(x, 0, draw.Faint, "W and A")
}

// drawRow draws a statement, in a row or two; behind the last one the end of the
// unit.
func (s *analysisScreen) drawRow(c draw.Canvas, lines []advice.Line, n, here int, i semantics.Tid) {
	l := draw.Plain
	if n == here {
		l = draw.Thread(i) | draw.Strong
		c.Text(1, 0, l, ">")
	}
	if n == len(lines) {
		c.Clipped(3, 0, l, draw.Pad("", 6)+"end")
		return
	}
	x := lines[n]
	col := c.Text(3, 0, draw.Faint, draw.Pad(strconv.Itoa(x.At.Line), 6))
	width := codeColumn
	if c.H > 1 {
		width = max(c.W-col-ruleColumn-lockColumn-1, 8)
	}
	c.Part(col, 0, width-1, 1).Clipped(0, 0, l, x.Text)
	col += width
	c.Part(col, 0, ruleColumn-1, 1).Clipped(0, 0, draw.Faint, x.Rule)
	col = c.Text(col+ruleColumn, 0, draw.Lock, draw.Pad("L="+strconv.Itoa(x.Lock), lockColumn))
	added := draw.Line{}
	added.Add(draw.Changed, advice.Added("W", x.W))
	if len(x.W) > 0 && len(x.A) > 0 {
		added.Add(draw.Plain, "  ")
	}
	added.Add(draw.Plain, advice.Added("A", x.A))
	if c.H > 1 {
		c.Line(9, 1, added)
	} else {
		c.Line(col, 0, added)
	}
}
