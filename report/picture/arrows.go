package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/semantics"
)

// arrow is an arrow of a state. All coordinates are relative to the memory.
//
// An arrow to a column further right leaves its box on the right and meets the object from the
// left. An arrow to the left is the mirror image. An arrow within a column leaves and arrives on
// the right. Between the columns it swings, and through them it runs level in the space between two
// boxes, so that it crosses no box.
type arrow struct {
	slot slot
	// name is the name of the variable or cell, such as "A.b" or "o1.f".
	name  string
	class string
	// from is the object that it leaves, or Nil for a variable.
	from semantics.Loc
	// level is -1 for variables of A, 1 for those of B, and 0 for cells.
	level int
	start point
	to    semantics.Loc
	tip   point
	// direction is 1 if the arrow meets the object from the left, and -1 if from the right.
	direction int
	// lanes are its runs through the columns between, in order.
	lanes []*run
}

type point struct{ x, y int }

// levelGap is the distance at an object between arrows of different levels.
const levelGap = 6

// run is a stretch of arrows through a column. Arrows of one level to one object share it.
type run struct {
	column int
	// between is the index of the box above which it runs.
	between int
	to      semantics.Loc
	level   int
	// wish is the height at which it would be straight, and y its height.
	wish, y int
}

func (g *layered) route(arrows []*arrow) {
	var runs []*run
	for _, a := range arrows {
		from, to := g.columnOf(a.from), g.column[a.to]
		for c := from + a.direction; from != to && c != to; c += a.direction {
			wish := a.start.y + (a.tip.y-a.start.y)*abs(c-from)/abs(to-from)
			r := g.run(runs, c, wish, a)
			if r == nil {
				r = &run{column: c, between: g.space(c, wish), to: a.to, level: a.level, wish: wish}
				runs = append(runs, r)
			}
			a.lanes = append(a.lanes, r)
		}
	}
	slice.SortStable(runs, func(r, s *run) int {
		return cmp.Or(r.column-s.column, r.between-s.between, r.wish-s.wish, r.level-s.level,
			int(r.to-s.to))
	})
	for from, i := 0, 1; i <= len(runs); i++ {
		if i == len(runs) || runs[i].column != runs[from].column ||
			runs[i].between != runs[from].between {
			g.spread(runs[from:i])
			from = i
		}
	}
}

// run returns the run that an arrow can share, or nil.
func (g *layered) run(runs []*run, c, wish int, a *arrow) *run {
	for _, r := range runs {
		if r.column == c && r.to == a.to && r.level == a.level && r.between == g.space(c, wish) {
			return r
		}
	}
	return nil
}

// bounds returns the heights between which arrows may run above box i of a column, or below the
// last one.
func (g *layered) bounds(c, i int) (top, bottom int) {
	list := g.columns[c-1]
	top, bottom = g.top()-nodeGap/2, g.height
	if i > 0 {
		top = g.y[list[i-1]] + g.boxH
	}
	if i < len(list) {
		bottom = g.y[list[i]]
	}
	return top + 7, bottom - 7
}

// space returns the index of the space between the boxes of a column that is nearest to a height.
func (g *layered) space(c, wish int) int {
	best, least := 0, 1<<30
	for i := range len(g.columns[c-1]) + 1 {
		top, bottom := g.bounds(c, i)
		if d := max(top-wish, wish-bottom, 0); d < least {
			best, least = i, d
		}
	}
	return best
}

// spread gives the runs through one space their heights, in their order: as they wish, but apart
// from each other while there is room.
func (g *layered) spread(runs []*run) {
	top, bottom := g.bounds(runs[0].column, runs[0].between)
	step := min(levelGap, (bottom-top)/max(1, len(runs)-1))
	for i, r := range runs {
		r.y = max(r.wish, top+i*step)
		if i > 0 {
			r.y = max(r.y, runs[i-1].y+step)
		}
	}
	for i, r := range slices.Backward(runs) {
		r.y = min(r.y, bottom-(len(runs)-1-i)*step)
	}
}

func (m *memory) draw(a *arrow) {
	g := m.sh.graph
	var d strings.Builder
	fmt.Fprintf(&d, "M%d %d", m.x+a.start.x, m.y+a.start.y)
	shaft := point{a.tip.x - 6*a.direction, a.tip.y}
	switch {
	case a.from == a.to:
		// All arrows from an object to itself share a handle.
		fmt.Fprintf(&d, "h12q4 0 4 -4V%dq0 -4 -4 -4H%d", m.y+shaft.y+4, m.x+shaft.x)
	case g.columnOf(a.from) == g.column[a.to]:
		// The arrow is a bow at the right of the column.
		out := a.start.x + min(28+abs(shaft.y-a.start.y)/5, column+8)
		fmt.Fprintf(&d, "C%d %d %d %d %d %d", m.x+out, m.y+a.start.y, m.x+out, m.y+shaft.y,
			m.x+shaft.x, m.y+shaft.y)
	default:
		// The arrow goes from column to column, through the spaces on its route.
		at := a.start
		for _, r := range a.lanes {
			enter := point{g.x(r.column), r.y}
			if a.direction < 0 {
				enter.x += g.boxW
			}
			m.swing(&d, at, enter)
			at = point{enter.x + a.direction*g.boxW, r.y}
			fmt.Fprintf(&d, "H%d", m.x+at.x)
		}
		m.swing(&d, at, shaft)
	}
	out := m.canvas.group(a.slot)
	fmt.Fprintf(out, `<path d="%s" class="%s" data-from="%s" data-to="%s"/>`, d.String(), a.class,
		escape(a.name), escape(m.sh.Name(a.to)))
	fmt.Fprintf(out, `<path d="M%d %dl%d -5v10z" class="head %s"/>`, m.x+a.tip.x, m.y+a.tip.y,
		-9*a.direction, a.class)
	fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="3" class="head %s"/>`, m.x+a.start.x,
		m.y+a.start.y, a.class)
}

// swing draws a curve that is level at both ends.
func (m *memory) swing(d *strings.Builder, from, to point) {
	half := (from.x + to.x) / 2
	fmt.Fprintf(d, "C%d %d %d %d %d %d", m.x+half, m.y+from.y, m.x+half, m.y+to.y,
		m.x+to.x, m.y+to.y)
}

func abs(n int) int { return max(n, -n) }
