package step

import (
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/session/beside"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// sideBySide is the layer that compares two executions: how each ends, their moves around the
// present row, and the facts in the state there. It marks the differences.
type sideBySide struct {
	h   screen.Host
	c   *beside.Comparison
	row int
}

func (b *sideBySide) Keys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"right", "down", "j", "l"}, Hint: "next", Help: "to the next state of both",
			Do: screen.Does(func() { b.to(b.row + 1) })},
		{Keys: []string{"left", "up", "k", "h"}, Hint: "back", Help: "to the state before",
			Do: screen.Does(func() { b.to(b.row - 1) })},
		{Keys: []string{"n"}, Hint: "where they diverge", Help: "to where the two part",
			Do: screen.Does(func() { b.to(b.c.Parts) }), Off: b.together},
		{Keys: []string{"home", "0"}, Do: screen.Does(func() { b.to(0) }),
			Help: "to the first state"},
		{Keys: []string{"end", "$"}, Do: screen.Does(func() { b.to(b.c.Rows()) }),
			Help: "to the last state"},
		{Keys: []string{"pgdown", "space"}, Do: screen.Does(func() { b.to(b.row + 10) }),
			Help: "on by 10"},
		{Keys: []string{"pgup"}, Help: "back by 10", Do: screen.Does(func() { b.to(b.row - 10) })},
		{Keys: []string{"esc", "enter", "q", "|"}, Hint: "close", Do: screen.Does(b.h.Pop),
			Help: "close"},
		screen.KeysOf(b.h),
	}
}

func (b *sideBySide) to(row int) { b.row = draw.Clamp(row, b.c.Rows()) }

// together returns why there is no state where the executions part.
func (b *sideBySide) together() screen.Refusal {
	return command.When(b.c.Parts < 0, "They do not part: nothing differs.")
}

func (b *sideBySide) Typed(string) string { return screen.ClosesFirst }

func (b *sideBySide) Draw(c draw.Canvas) {
	c = screen.Cover(b.h, c)
	c.Wheel(func(rows int) tea.Cmd { b.to(b.row + rows); return nil })
	foot := draw.Wrap(b.c.Parting(), c.W-2)
	if c.H < screen.RoomyHeight && len(foot) > 1 {
		foot = []string{draw.Clip(b.c.Parting(), c.W-2)}
	}
	body := c.Part(0, 0, c.W, c.H-len(foot))
	half := (c.W + 1) / 2
	wide := [2]int{half, c.W - half + 1}
	var verdicts, facts int
	state := b.c.State(b.row)
	for side := range 2 {
		verdicts = max(verdicts, len(b.verdicts(side, wide[side]-4)))
		facts = max(facts, len(flow(state[side], wide[side]-4)))
	}
	rows := draw.Share(body.H-1, []draw.Need{
		{Least: 2, Most: 1 + verdicts},
		{Least: 3, Most: 1 + b.c.Rows()},
		{Least: 3, Most: 1 + facts},
	}, 1)
	g := draw.NewGrid(c)
	y := 0
	for _, h := range rows {
		if h > 0 {
			g.Frame(0, y, wide[0], h+1, false)
			g.Frame(half-1, y, wide[1], h+1, false)
		}
		y += h
	}
	g.Draw()
	for side := range 2 {
		b.drawSide(body.Part(side*(half-1), 0, wide[side], body.H), side, rows)
	}
	for n, line := range foot {
		c.Text(1, body.H+n, draw.Plain|draw.Strong, line)
	}
}

func (b *sideBySide) verdicts(side, w int) []string {
	return draw.Wrap(strings.Join(b.c.Sides[side].Verdicts, " "), w)
}

// drawSide draws a side. rows are the heights of its verdicts, moves and facts, with their titles.
func (b *sideBySide) drawSide(c draw.Canvas, side int, rows []int) {
	x := b.c.Sides[side]
	title := func(y int, left, right string) {
		draw.Titles(c.Part(2, y, c.W-4, 1), draw.Plain|draw.Strong, left, right)
	}
	in := func(y, h int) draw.Canvas { return c.Part(2, y+1, c.W-4, h-1) }
	title(0, [2]string{"left: ", "right: "}[side]+x.Title, "")
	inside := in(0, rows[0])
	for n, line := range b.verdicts(side, inside.W) {
		inside.Clipped(0, n, draw.Plain, line)
	}
	if rows[1] > 0 {
		title(rows[0], "moves", strconv.Itoa(x.Session.Len()))
		b.drawMoves(in(rows[0], rows[1]), side)
	}
	if y := rows[0] + rows[1]; rows[2] > 0 {
		at, mark := min(b.row, x.Session.Len()), ""
		if v, ok := x.Session.State(at); ok && v.Races() {
			mark = "!! RACE"
		}
		title(y, "state "+strconv.Itoa(at), mark)
		inside := in(y, rows[2])
		lines := flow(b.c.State(b.row)[side], inside.W)
		for n := range min(len(lines), inside.H) {
			inside.Line(0, n, lines[n])
		}
	}
}

func (b *sideBySide) drawMoves(c draw.Canvas, side int) {
	top := draw.Scroll(b.row, b.c.Rows(), c.H)
	digits := len(strconv.Itoa(b.c.Rows() - 1))
	for y := range min(c.H, b.c.Rows()-top) {
		n := top + y
		row := c.Row(y)
		mark, look := " ", draw.Plain
		if n == b.row {
			mark = ">"
		}
		if b.c.Parts >= 0 && n >= b.c.Parts && b.c.Move(0, n) != b.c.Move(1, n) {
			mark, look = mark+"*", draw.Changed
		} else {
			mark += " "
		}
		text := b.c.Move(side, n)
		if text == "" {
			text, look = "-", draw.Faint
		}
		number := strconv.Itoa(n)
		x := row.Text(0, 0, look|draw.Strong,
			mark+strings.Repeat(" ", digits-len(number))+number+" ")
		row.Clipped(x, 0, look, text)
		if n == b.row {
			row.Paint(0, 0, draw.Strong)
		}
		row.Click(func() tea.Cmd { b.to(n); return nil })
	}
}

const between = "   "

// flow arranges facts in lines of w cells, and marks those that differ.
func flow(facts []beside.Fact, w int) []draw.Line {
	var all []draw.Line
	var l draw.Line
	for _, f := range facts {
		text, look := f.String(), draw.Plain
		if f.Differs {
			text, look = text+" *", draw.Changed
		}
		alone := f.Single()
		if len(l) > 0 && (alone || l.Cells()+len(between)+draw.Cells(text) > w) {
			all, l = append(all, l), nil
		}
		if len(l) > 0 {
			l.Add(draw.Plain, between)
		}
		l.Add(look, draw.Clip(text, w))
		if alone {
			all, l = append(all, l), nil
		}
	}
	if len(l) > 0 {
		all = append(all, l)
	}
	return all
}
