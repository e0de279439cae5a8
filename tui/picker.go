package tui

import (
	"wobbly/tui/draw"

	"charm.land/bubbletea/v2"
)

// picker is the layer that offers rows to choose from.
type picker struct {
	h     host
	title string
	rows  int
	row   func(i int) string
	do    func(i int) tea.Cmd
	list  list
}

func (p *picker) keys() []binding {
	return also(
		[]binding{{keys: []string{"enter"}, hint: "choose", help: "choose the highlighted one", do: p.choose}},
		p.list.keys(func() int { return p.rows }, nil),
		[]binding{{keys: []string{"esc", "q"}, hint: "never mind", help: "forget it", do: does(p.h.Pop)}})
}

func (p *picker) choose() tea.Cmd {
	p.h.Pop()
	return p.do(p.list.at)
}

func (p *picker) typed(text string) {
	if text != "" {
		p.h.Refuse("Choose a row with down and up, or esc.")
	}
}

func (p *picker) draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	in := draw.Box(c, draw.Plain|draw.Strong, p.title, "")
	p.list.draw(in, p.rows, func(c draw.Canvas, i int) { c.Clipped(0, 0, draw.Plain, p.row(i)) }, p.choose)
}
