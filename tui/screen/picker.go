package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// Picker is the layer that offers rows to choose from.
type Picker struct {
	H     Host
	Title string
	Rows  int
	Row   func(i int) string
	Do    func(i int) tea.Cmd
	List  List
}

// Keys implements Layer.
func (p *Picker) Keys() []Binding {
	return Join(
		[]Binding{{Keys: []string{"enter"}, Hint: "choose", Help: "choose the highlighted one", Do: p.choose}},
		p.List.Keys(func() int { return p.Rows }, nil),
		[]Binding{{Keys: []string{"esc", "q"}, Hint: "never mind", Help: "forget it", Do: Does(p.H.Pop)}})
}

func (p *Picker) choose() tea.Cmd {
	p.H.Pop()
	return p.Do(p.List.At)
}

// Typed implements Layer.
func (p *Picker) Typed(text string) {
	if text != "" {
		p.H.Refuse("Choose a row with down and up, or esc.")
	}
}

// Draw implements Layer.
func (p *Picker) Draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	in := draw.Box(c, draw.Plain|draw.Strong, p.Title, "")
	p.List.Draw(in, p.Rows, func(c draw.Canvas, i int) { c.Clipped(0, 0, draw.Plain, p.Row(i)) }, p.choose)
}
