package reports

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// reportsWide is from which width on both accesses of a report are shown in
// full in its row.
const reportsWide = 64

// Draw implements screen.Screen.
func (r *reportsScreen) Draw(c draw.Canvas) {
	detail := 0
	if c.H >= 14 && len(r.items) > 0 {
		detail = 8
	}
	switch {
	case r.h.Zoomed() && r.h.Focused() == "report":
		r.drawReport(c)
		return
	case r.h.Zoomed():
		detail = 0
	}
	r.drawList(c.Part(0, 0, c.W, c.H-detail))
	if detail > 0 {
		r.drawReport(c.Part(0, c.H-detail, c.W, detail))
	}
}

// drawList draws the races, and behind a line what was filtered.
func (r *reportsScreen) drawList(c draw.Canvas) {
	border := screen.Border(r.h, "reports")
	in := draw.Box(c, border, r.listTitle(), r.Heading())
	if why := r.empty(); why != "" {
		draw.Explain(in, why)
		return
	}
	rows, here := r.rows()
	top := draw.Scroll(here, len(rows), in.H)
	for y := range min(in.H, len(rows)-top) {
		row, i := in.Row(y), rows[top+y]
		if i < 0 {
			row.Clipped(1, 0, draw.Faint, r.title(i))
			continue
		}
		drawReportRow(row.Part(3, 0, row.W-3, 1), r.items[i], len(r.h.Program().Core.Pairs()) > 1)
		r.list.Answer(row, i, r.openChosen)
	}
	draw.Below(c, border, len(rows)-top-in.H)
}

// listTitle says what the reports are on.
func (r *reportsScreen) listTitle() string {
	if n := len(r.h.Program().Core.Pairs()); n > 1 {
		return "reports on all " + strconv.Itoa(n) + " pairs"
	}
	return "reports on " + session.PairNames(r.h.Program().Pair)
}

// The headings among the rows.
const (
	rowRaces    = -1
	rowFiltered = -2
)

// rows are the indices of items with headings between, and where the
// highlighted one is.
func (r *reportsScreen) rows() (rows []int, here int) {
	rows = append(rows, rowRaces)
	for i := range r.items {
		if i == r.races {
			rows = append(rows, rowFiltered)
		}
		if i == r.list.At {
			here = len(rows)
		}
		rows = append(rows, i)
	}
	return rows, here
}

func (r *reportsScreen) title(row int) string {
	if row == rowFiltered {
		return "filtered, because a path is not stable:"
	}
	if r.races == 0 {
		return "No races are reported."
	}
	return "races:"
}

// openChosen opens the witness of the highlighted report, or says why not.
func (r *reportsScreen) openChosen() tea.Cmd {
	return screen.Perform(r.h, screen.Binding{Do: r.witness, Off: r.noWitness})
}

// drawReportRow draws "R1  !! CONFIRMED  reps W b.f 31:3  meps R b.f 24:10", the
// units where there are several pairs.
func drawReportRow(c draw.Canvas, x Item, units bool) {
	l, mark, verdict := draw.Faint, "   ", "filtered"
	if x.Race {
		l, mark, verdict = draw.Plain, "!! ", x.Verdict
	}
	n := c.Text(0, 0, l, draw.Pad(x.ID, 4)+" ")
	if c.W < reportsWide {
		n = c.Text(n, 0, draw.Race, mark)
		left, right := names(x, units, c.W-n-len("  ")-len(sideNarrow(x.Sides[0], " ")+sideNarrow(x.Sides[1], " "))+2)
		c.Clipped(n, 0, l, sideNarrow(x.Sides[0], left)+"  "+sideNarrow(x.Sides[1], right))
		return
	}
	ll := draw.Faint
	if x.Race {
		ll = draw.Race
	}
	n = c.Text(n, 0, ll, mark+draw.Pad(verdict, len(confirmed)+1)+" ")
	half := (c.W - n) / 2
	for i, part := range [2]draw.Canvas{c.Part(n, 0, half-1, 1), c.Part(n+half, 0, c.W-n-half, 1)} {
		part.Clipped(0, 0, draw.Thread(semantics.Tid(i)), sideIn(x.Sides[i], units, part.W))
	}
}

// leastName is how many cells of a unit's name are shown at least, so that it can be known.
const leastName = 12

// sideIn is a side in w cells: where all of it does not fit, the unit's name is shortened, and then the
// path is left out, which stands below the list.
func sideIn(s Side, unit bool, w int) string {
	if !unit {
		return sideShort(s, "")
	}
	room := w - draw.Cells(sideShort(s, "")) - 1
	if room < min(leastName, draw.Cells(s.Unit)) {
		return sideNarrow(s, draw.Shorten(s.Unit, w-len(sideNarrow(s, " "))+1))
	}
	return sideShort(s, draw.Shorten(s.Unit, room))
}

// names are the names of a report's units in n cells together; empty where they are not asked for.
func names(x Item, units bool, n int) (left, right string) {
	if !units {
		return "", ""
	}
	return draw.ShortenBoth(x.Sides[0].Unit, x.Sides[1].Unit, max(n, 2*leastName))
}

// sideShort is "W b.f 31:3 lock x1", behind the unit's name if it is not empty.
func sideShort(s Side, unit string) string {
	text := session.AccessLetter(s.Kind) + " " + s.Path + " " + s.At.String()
	if unit != "" {
		text = unit + " " + text
	}
	if s.Locks > 0 {
		text += " lock x" + strconv.Itoa(s.Locks)
	}
	return text
}

// sideNarrow is "W b.f 31:3", or with the unit's name "reps 31:3 W".
func sideNarrow(s Side, unit string) string {
	if unit != "" {
		return unit + " " + s.At.String() + " " + session.AccessLetter(s.Kind)
	}
	return session.AccessLetter(s.Kind) + " " + s.Path + " " + s.At.String()
}

// drawReport draws the highlighted report.
func (r *reportsScreen) drawReport(c draw.Canvas) {
	if len(r.items) == 0 {
		draw.Explain(draw.Box(c, screen.Border(r.h, "report"), "report", ""), r.empty())
		return
	}
	x, border := r.items[r.list.At], screen.Border(r.h, "report")
	in := draw.Box(c, border, "report "+x.ID, x.Verdict)
	draw.Below(c, border, draw.Lines(in, draw.Paragraphs(reportText(x), in.W-2), 0))
}
