package reports

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

const (
	// wide is the least width at which a row shows both accesses in full.
	wide = 64
	// verdictColumn is the width of the word CONFIRMED.
	verdictColumn = 10
	// minName is the number of cells that a method's name keeps.
	minName    = 12
	detailRows = 8
)

func (r *Screen) Draw(c draw.Canvas) {
	switch {
	case r.h.Zoomed() && r.h.Focused() == paneReport:
		r.drawReport(c)
	case !r.h.Zoomed() && c.H >= 14 && len(r.items) > 0:
		r.drawList(c.Part(0, 0, c.W, c.H-detailRows))
		r.drawReport(c.Part(0, c.H-detailRows, c.W, detailRows))
	default:
		r.drawList(c)
	}
}

func (r *Screen) drawList(c draw.Canvas) {
	border := screen.Border(r.h, paneReports)
	pairs := len(r.h.Program().Core.Pairs())
	title := "reports on " + session.PairNames(r.h.Program().Pair)
	if pairs > 1 {
		title = "reports on all " + strconv.Itoa(pairs) + " pairs"
	}
	in := draw.Box(c, border, title, r.Heading())
	if why := r.empty(); why.Refuses() {
		draw.Explain(in, why.String())
		return
	}
	below := r.list.Draw(in, len(r.items),
		func(c draw.Canvas, i int) { drawRow(c, r.items[i], pairs > 1) },
		func() tea.Cmd {
			return screen.Perform(r.h, screen.Binding{Do: r.witness, Off: r.noWitness})
		})
	draw.Below(c, border, below)
}

// head returns the heading above item i, if it is the first of its kind.
func (r *Screen) head(i int) string {
	switch {
	case i == r.found && i == 0:
		return "No races are reported. Filtered, because a path is not stable:"
	case i == r.found:
		return "filtered, because a path is not stable:"
	case i == r.races:
		return "deadlocks:"
	case i == 0:
		return "races:"
	}
	return ""
}

// drawRow draws "R1  !! CONFIRMED  reps W b.f 31:3  meps R b.f 24:10". units adds the names of the
// methods, which are the same in all rows if there is only one pair.
func drawRow(c draw.Canvas, x Item, units bool) {
	style, verdict := draw.Plain, x.Verdict
	mark, look := "!! ", draw.Race // look is the style of the mark and the verdict
	switch {
	case x.Deadlock:
		mark, look = "## ", draw.Lock|draw.Strong
	case !x.Race:
		style, verdict = draw.Faint, "filtered"
		mark, look = "   ", draw.Faint
	}
	n := c.Text(0, 0, style, draw.Pad(x.ID, 4)+" ")
	if c.W < wide {
		n = c.Text(n, 0, look, mark)
		left, right := "", ""
		if units {
			room := c.W - n - len(brief(x.Sides[0], " ")+brief(x.Sides[1], " "))
			left, right = draw.ShortenBoth(x.Sides[0].Unit, x.Sides[1].Unit, max(room, 2*minName))
		}
		c.Clipped(n, 0, style, brief(x.Sides[0], left)+"  "+brief(x.Sides[1], right))
		return
	}
	n = c.Text(n, 0, look, mark+draw.Pad(verdict, verdictColumn)+" ")
	half := (c.W - n) / 2
	for i, part := range [2]draw.Canvas{c.Part(n, 0, half-1, 1), c.Part(n+half, 0, c.W-n-half, 1)} {
		s := x.Sides[i]
		text := s.letter() + " " + s.Path + " " + s.At.String()
		if s.Locks > 0 {
			text += " lock x" + strconv.Itoa(s.Locks)
		}
		switch room := part.W - draw.Cells(text) - 1; {
		case !units:
		case room >= min(minName, draw.Cells(s.Unit)):
			text = draw.Shorten(s.Unit, room) + " " + text
		default: // without the path, which the pane below shows
			text = brief(s, draw.Shorten(s.Unit, part.W-len(brief(s, " "))+1))
		}
		part.Clipped(0, 0, draw.Thread(semantics.Tid(i)), text)
	}
}

// brief writes a side as "W b.f 31:3", or with the name of its method as "reps 31:3 W".
func brief(s Side, unit string) string {
	if unit != "" {
		return unit + " " + s.At.String() + " " + s.letter()
	}
	return s.letter() + " " + s.Path + " " + s.At.String()
}

// letter returns R or W, and # for a thread that waits in a deadlock.
func (s Side) letter() string {
	if s.Holds != "" {
		return "#"
	}
	return session.AccessLetter(s.Kind)
}

func (r *Screen) drawReport(c draw.Canvas) {
	border := screen.Border(r.h, paneReport)
	if len(r.items) == 0 {
		draw.Explain(draw.Box(c, border, "report", ""), r.empty().String())
		return
	}
	in := draw.Box(c, border, "report "+r.chosen().ID, r.chosen().Verdict)
	draw.Below(c, border, draw.Lines(in, draw.Paragraphs(reportText(r.chosen()), in.W-2), 0))
}
