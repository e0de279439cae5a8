package tui

import (
	"wobbly/semantics"
	"wobbly/session"
)

// Layouts of Analysis: from which width on a row holds all, and how wide its
// columns are.
const (
	analysisWide = 96
	ruleColumn   = 12
	codeColumn   = 30
	lockColumn   = 5
)

func (s *analysisScreen) draw(c canvas) {
	v := s.a.session.Now()
	if s.a.zoomed || c.h < 16 {
		s.drawUnit(c, v, threadOf(s.a.focused()))
		return
	}
	half := c.h / 2
	s.drawUnit(c.part(0, 0, c.w, half), v, semantics.A)
	s.drawUnit(c.part(0, half, c.w, c.h-half), v, semantics.B)
}

// drawUnit draws the analysis of the unit where a thread stands.
func (s *analysisScreen) drawUnit(c canvas, v session.View, i semantics.Tid) {
	u := s.point(i).Unit()
	c = box(c, s.a.frameLook(codePane(i)), i.String()+"  "+signature(u), "concrete lock x"+itoa(v.Depth(i)))
	if why := s.empty(u); why != "" {
		explain(c, why)
		return
	}
	lines, each := s.lines(u), 1
	if c.w < analysisWide {
		each = 2
	}
	here := s.here(i)
	at := clamp(here+s.cursor[i], len(lines)+1)
	if each == 1 {
		drawAnalysisHead(c.row(0))
		c = c.part(0, 1, c.w, c.h-1)
	}
	fit := max(1, c.h/each)
	top := scroll(at, len(lines)+1, fit)
	for n := range min(fit+1, len(lines)+1-top) {
		row := c.part(0, n*each, c.w, each)
		s.drawRow(row, lines, top+n, here, i)
		if top+n == at && s.cursor[i] != 0 {
			row.paint(0, 0, inverse)
		}
	}
}

func drawAnalysisHead(c canvas) {
	x := c.text(3, 0, lookFaint, pad("line", 6)+pad("statement", codeColumn)+pad("rule", ruleColumn)+pad("L", lockColumn))
	c.text(x, 0, lookFaint, "W and A")
}

// drawRow draws a statement, in a row or two; behind the last one the end of the
// unit.
func (s *analysisScreen) drawRow(c canvas, lines []AnalysisLine, n, here int, i semantics.Tid) {
	l := lookPlain
	if n == here {
		l = of(i) | strong
		c.text(1, 0, l, ">")
	}
	if n == len(lines) {
		c.clipped(3, 0, l, pad("", 6)+"end")
		return
	}
	x := lines[n]
	col := c.text(3, 0, lookFaint, pad(itoa(x.At.Line), 6))
	width := codeColumn
	if c.h > 1 {
		width = max(c.w-col-ruleColumn-lockColumn-1, 8)
	}
	c.part(col, 0, width-1, 1).clipped(0, 0, l, x.Text)
	col += width
	c.part(col, 0, ruleColumn-1, 1).clipped(0, 0, lookFaint, x.Rule)
	col = c.text(col+ruleColumn, 0, lookLock, pad("L="+itoa(x.Lock), lockColumn))
	added := line{}
	added.add(lookChanged, addedText("W", x.W))
	if len(x.W) > 0 && len(x.A) > 0 {
		added.add(lookPlain, "  ")
	}
	added.add(lookPlain, addedText("A", x.A))
	if c.h > 1 {
		c.line(9, 1, added)
	} else {
		c.line(col, 0, added)
	}
}
