package screen

import (
	"unicode"
	"unicode/utf8"

	"charm.land/bubbletea/v2"

	"wobbly/internal/slice"
	"wobbly/session/command"
	"wobbly/tui/draw"
)

// KeysOf returns the binding of a layer that shows all its keys.
func KeysOf(h Host) Binding {
	return Binding{Keys: []string{"?"}, Help: "all keys of this", Do: Does(h.Help)}
}

// ClosesFirst answers a key that a layer does not have.
const ClosesFirst = "Esc closes this first; ? shows the keys here."

// prompt is the layer that asks for a line of text.
type prompt struct {
	h     Host
	label string
	such  string // an example, shown while the line is empty
	line  []rune
	at    int // the cursor, an index of line
	do    func(text string) (tea.Cmd, error)
	wrong string // what was wrong with the line, shown above it
}

// Ask asks for a line of text and calls do with it. The layer is gone by then, so do may
// ask for another line. If do returns an error, the prompt comes back with the line, and
// shows the error above it.
func Ask(h Host, label, text string, do func(text string) (tea.Cmd, error)) {
	AskSuch(h, label, "", text, do)
}

// AskSuch is Ask with an example, which is shown while the line is empty: "such as 12 or r".
func AskSuch(h Host, label, such, text string, do func(text string) (tea.Cmd, error)) {
	line := []rune(text)
	h.Push(&prompt{h: h, label: label, such: such, line: line, at: len(line), do: do})
}

func (p *prompt) Keys() []Binding {
	return []Binding{
		{Keys: []string{"enter"}, Hint: "take it", Help: "take the text", Do: p.enter},
		{Keys: []string{"esc"}, Hint: "cancel", Help: "leave it as it was", Do: Does(p.h.Pop)},
		{Keys: []string{"left", "ctrl+b"}, Help: "left", Do: Does(func() { p.at = max(0, p.at-1) })},
		{Keys: []string{"right", "ctrl+f"}, Help: "right", Do: Does(func() { p.at = min(len(p.line), p.at+1) })},
		{Keys: []string{"home", "ctrl+a"}, Help: "to the start", Do: Does(func() { p.at = 0 })},
		{Keys: []string{"end", "ctrl+e"}, Help: "to the end", Do: Does(func() { p.at = len(p.line) })},
		{Keys: []string{"backspace", "ctrl+h"}, Help: "delete to the left", Do: Does(func() { p.cut(p.at-1, p.at) })},
		{Keys: []string{"delete", "ctrl+d"}, Help: "delete to the right", Do: Does(func() { p.cut(p.at, p.at+1) })},
		{Keys: []string{"ctrl+u"}, Help: "delete all to the left", Do: Does(func() { p.cut(0, p.at) })},
		{Keys: []string{"ctrl+k"}, Help: "delete all to the right", Do: Does(func() { p.cut(p.at, len(p.line)) })},
		{Keys: []string{"ctrl+w"}, Help: "delete the word to the left", Do: Does(func() { p.cut(p.word(), p.at) })},
	}
}

func (p *prompt) enter() tea.Cmd {
	p.h.Pop()
	cmd, err := p.do(string(p.line))
	if p.wrong = ""; err != nil {
		p.wrong = command.Sentence(err)
		p.h.Push(p)
		p.h.Refuse(p.wrong)
	}
	return cmd
}

// cut deletes line[from:to], if the line has these characters.
func (p *prompt) cut(from, to int) {
	if from < 0 || to > len(p.line) {
		return
	}
	p.line = append(p.line[:from:from], p.line[to:]...)
	p.at = from
}

// word returns the index at which the word to the left of the cursor begins.
func (p *prompt) word() int {
	n := p.at
	for n > 0 && p.line[n-1] == ' ' {
		n--
	}
	for n > 0 && p.line[n-1] != ' ' {
		n--
	}
	return n
}

// maxLine is the largest number of characters in a prompt.
const maxLine = 1 << 16

// Typed implements Layer. Control characters of pasted text become blanks.
func (p *prompt) Typed(text string) string {
	var add []rune
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		if r != utf8.RuneError && len(p.line)+len(add) < maxLine {
			add = append(add, r)
		}
	}
	p.line = append(p.line[:p.at:p.at], append(add, p.line[p.at:]...)...)
	p.at += len(add)
	return ""
}

// Draw draws the line over the status line.
func (p *prompt) Draw(c draw.Canvas) {
	if p.wrong != "" {
		lines := draw.Wrap(p.wrong, c.W-3)
		lines = lines[:min(len(lines), c.H-1)]
		drawRefusal(c, c.H-1-len(lines), lines)
	}
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	x := c.Text(0, 0, draw.Key|draw.Strong, p.label+":") + 1
	c = c.Part(x, 0, c.W-x, 1)
	// A long line is shown up to the cursor, with room for a wide character there.
	from := p.at
	for from > 0 && draw.Cells(string(p.line[from-1:p.at])) < c.W-1 {
		from--
	}
	x = c.Text(0, 0, draw.Plain, string(p.line[from:p.at]))
	rest := string(p.line[p.at:]) + " "
	n, _ := draw.FirstCharacter(rest)
	x = c.Text(x, 0, draw.Plain|draw.Inverse, rest[:n])
	c.Text(x, 0, draw.Plain, rest[n:])
	if len(p.line) == 0 {
		c.Clipped(2, 0, draw.Faint, p.such)
	}
}

// Option is an item of a menu.
type Option struct {
	Key  string
	Text string
	Do   func() tea.Cmd
}

// menu is the layer that asks for one of several options.
type menu struct {
	h       Host
	label   string
	options []Option
}

// Choose asks for one of several options, each with its key.
func Choose(h Host, label string, options []Option) { h.Push(&menu{h, label, options}) }

func (m *menu) Keys() []Binding {
	table := slice.Map(m.options, func(o Option) Binding {
		return Binding{Keys: []string{o.Key}, Hint: o.Text, Help: o.Text, Do: func() tea.Cmd {
			m.h.Pop()
			return o.Do()
		}}
	})
	return append(table, Binding{Keys: []string{"esc"}, Hint: "cancel", Help: "leave it as it was", Do: Does(m.h.Pop)}, KeysOf(m.h))
}

func (m *menu) Typed(string) string {
	return m.label + " Choose one of the keys at the bottom, or esc."
}

// Draw draws the question, or what was refused, over the status line. The line of hints
// shows the options.
func (m *menu) Draw(c draw.Canvas) {
	if rest := aboveRefusal(m.h, c); rest.H < c.H {
		return
	}
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	c.Clipped(1, 0, draw.Plain|draw.Strong, m.label)
}

// Page is the layer that shows a text.
type Page struct {
	Scroller
	H     Host
	Title string
	Text  []string
}

// Tell shows lines of text in a layer, until it is closed. Long lines are wrapped.
func Tell(h Host, title string, text []string) { h.Push(&Page{H: h, Title: title, Text: text}) }

func (p *Page) Keys() []Binding {
	closes := Binding{Keys: []string{"esc", "enter", "q"}, Hint: "close", Help: "close", Do: Does(p.H.Pop)}
	return append(append([]Binding{closes}, p.Scroller.Keys()...), KeysOf(p.H))
}

func (p *Page) Typed(string) string { return ClosesFirst }

func (p *Page) Draw(c draw.Canvas) {
	c = Cover(p.H, c)
	c.Wheel(p.Wheel)
	in := c.Part(2, 1, c.W-4, c.H-2)
	var lines []string
	for _, t := range p.Text {
		lines = append(lines, draw.Hanging(t, in.W)...)
	}
	below := p.Scroller.Draw(in, len(lines), func(row draw.Canvas, i int) { row.Clipped(0, 0, draw.Plain, lines[i]) })
	draw.Box(c, draw.Plain|draw.Strong, p.Title, draw.More(below))
}

// Picker is the layer that offers rows to choose from.
type Picker struct {
	H     Host
	Title string
	Rows  int                   // how many there are
	Row   func(i, w int) string // the text of row i in w cells
	Do    func(i int) tea.Cmd
	List  List
}

func (p *Picker) Keys() []Binding {
	return Join(
		[]Binding{{Keys: []string{"enter"}, Hint: "choose", Help: "choose the highlighted one", Do: p.choose}},
		p.List.Keys(func() int { return p.Rows }, nil),
		[]Binding{{Keys: []string{"esc", "q"}, Hint: "cancel", Help: "leave it as it was", Do: Does(p.H.Pop)}, KeysOf(p.H)})
}

func (p *Picker) choose() tea.Cmd {
	p.H.Pop()
	return p.Do(p.List.At)
}

func (p *Picker) Typed(string) string { return "Choose a row with down and up, or esc." }

func (p *Picker) Draw(c draw.Canvas) {
	c = Cover(p.H, c)
	in := draw.Box(c, draw.Plain|draw.Strong, p.Title, "")
	below := p.List.Draw(in, p.Rows, func(c draw.Canvas, i int) { c.Clipped(0, 0, draw.Plain, p.Row(i, c.W)) }, p.choose)
	draw.Below(c, draw.Plain|draw.Strong, below)
}
