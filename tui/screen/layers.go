package screen

import (
	"unicode"
	"unicode/utf8"

	"charm.land/bubbletea/v2"

	"wobbly/session/command"
	"wobbly/tui/draw"
)

// KeysOf returns the binding of a layer that shows all its keys.
func KeysOf(h Host) Binding {
	return Binding{Keys: []string{"?"}, Help: "all keys of this panel", Do: Does(h.Help)}
}

// ClosesFirst answers a key that a layer does not have.
const ClosesFirst = "Esc closes this first; ? shows the keys here."

// prompt is the layer that asks for a line of text. A proposed line is selected at first: typed
// text replaces it, and a key that moves the cursor keeps it.
type prompt struct {
	h        Host
	label    string
	example  string // shown while the line is empty
	line     []rune
	cursor   int // an index of line
	selected bool
	do       func(text string) (tea.Cmd, error)
	wrong    string // what was wrong with the line, shown above it
}

// Ask asks for a line of text, proposes one, and calls do with the answer. The layer is closed by
// then, so do may ask for another line. If do returns an error, the prompt reopens with the line
// and shows the error above it.
func Ask(h Host, label, text string, do func(text string) (tea.Cmd, error)) {
	AskWithExample(h, label, "", text, do) // without an example
}

// AskWithExample is like Ask, and shows an example while the line is empty: "such as 12 or r".
func AskWithExample(h Host, label, example, text string, do func(string) (tea.Cmd, error)) {
	line := []rune(text)
	h.Push(&prompt{
		h: h, label: label, example: example, line: line, cursor: len(line),
		selected: len(line) > 0, do: do,
	})
}

func (p *prompt) Keys() []Binding {
	to := func(cursor func() int) func() tea.Cmd {
		return Does(func() { p.cursor, p.selected = max(0, min(cursor(), len(p.line))), false })
	}
	return []Binding{
		{Keys: []string{"enter"}, Hint: "accept", Help: "accept the text", Do: p.enter},
		{Keys: []string{"esc"}, Hint: "cancel", Help: "leave it as it was", Do: Does(p.h.Pop)},
		{Keys: []string{"left", "ctrl+b"}, Do: to(func() int { return p.cursor - 1 }),
			Help: "left"},
		{Keys: []string{"right", "ctrl+f"}, Do: to(func() int { return p.cursor + 1 }),
			Help: "right"},
		{Keys: []string{"home", "ctrl+a"}, Help: "to the start", Do: to(func() int { return 0 })},
		{Keys: []string{"end", "ctrl+e"}, Do: to(func() int { return len(p.line) }),
			Help: "to the end"},
		{Keys: []string{"backspace", "ctrl+h"}, Do: Does(func() { p.cut(p.cursor-1, p.cursor) }),
			Help: "delete to the left"},
		{Keys: []string{"delete", "ctrl+d"}, Do: Does(func() { p.cut(p.cursor, p.cursor+1) }),
			Help: "delete to the right"},
		{Keys: []string{"ctrl+u"}, Do: Does(func() { p.cut(0, p.cursor) }),
			Help: "delete all to the left"},
		{Keys: []string{"ctrl+k"}, Do: Does(func() { p.cut(p.cursor, len(p.line)) }),
			Help: "delete all to the right"},
		{Keys: []string{"ctrl+w"}, Do: Does(func() { p.cut(p.word(), p.cursor) }),
			Help: "delete the word to the left"},
	}
}

// enter closes the prompt and passes the line to do. If that fails, it opens the prompt again.
func (p *prompt) enter() tea.Cmd {
	p.h.Pop()
	p.selected = false
	cmd, err := p.do(string(p.line))
	p.wrong = ""
	if err != nil {
		p.wrong = command.Sentence(err)
		p.h.Push(p)
		p.h.Refuse(p.wrong)
	}
	return cmd
}

// cut deletes the selected line, or else line[from:to] if these indexes are valid.
func (p *prompt) cut(from, to int) {
	if p.selected {
		from, to, p.selected = 0, len(p.line), false
	}
	if from < 0 || to > len(p.line) {
		return
	}
	p.line = append(p.line[:from:from], p.line[to:]...)
	p.cursor = from
}

// word returns the beginning of the word before the cursor.
func (p *prompt) word() int {
	n := p.cursor
	for n > 0 && p.line[n-1] == ' ' {
		n--
	}
	for n > 0 && p.line[n-1] != ' ' {
		n--
	}
	return n
}

// maxLine is the largest number of characters of a line.
const maxLine = 1 << 16

// Typed implements Layer. Control characters of pasted text become blanks.
func (p *prompt) Typed(text string) string {
	if p.selected {
		p.cut(0, 0)
	}
	var add []rune
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		if r != utf8.RuneError && len(p.line)+len(add) < maxLine {
			add = append(add, r)
		}
	}
	p.line = append(p.line[:p.cursor:p.cursor], append(add, p.line[p.cursor:]...)...)
	p.cursor += len(add)
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
	from := p.cursor
	for from > 0 && draw.Cells(string(p.line[from-1:p.cursor])) < c.W-1 {
		from--
	}
	style := draw.Plain
	if p.selected {
		style |= draw.Inverse
	}
	x = c.Text(0, 0, style, string(p.line[from:p.cursor]))
	rest := string(p.line[p.cursor:]) + " "
	n, _ := draw.FirstCharacter(rest)
	x = c.Text(x, 0, draw.Plain|draw.Inverse, rest[:n])
	c.Text(x, 0, draw.Plain, rest[n:])
	if len(p.line) == 0 {
		c.Clipped(2, 0, draw.Faint, p.example)
	}
}

// An Option is an item of a menu.
type Option struct {
	Key  string
	Sign string // another key for it; may be empty
	Text string
	Do   func() tea.Cmd
}

// menu is the layer that asks for one of several options, each with its key. It covers only the
// rows that it needs, so that the state in question stays visible.
type menu struct {
	h       Host
	title   string // in the frame
	text    string // above the options
	hint    string // for enter
	options []Option
	atOnce  bool // whether the key of an option takes it, instead of highlighting it
	list    List
}

// Choose asks for one of several options. The first one is highlighted for enter.
func Choose(h Host, text string, options []Option) {
	m := &menu{h: h, title: "choose", text: text, hint: "choose", options: options, atOnce: true}
	m.list.Moved = func() { m.highlight(m.list.At) }
	h.Push(m)
}

// Quiz asks a question. A key only highlights an answer and enter gives it, so that a slip does not
// count; at first no answer is highlighted. hint is the hint of enter.
func Quiz(h Host, question, hint string, answers []Option) {
	m := &menu{
		h: h, title: "question", text: question, hint: hint, options: answers, list: List{At: -1},
	}
	m.list.Moved = func() { m.highlight(m.list.At) }
	h.Push(m)
}

func (m *menu) Keys() []Binding {
	to := func(by int) func() tea.Cmd { return Does(func() { m.highlight(m.list.At + by) }) }
	table := []Binding{{Keys: []string{"enter"}, Hint: m.hint, Do: m.take, Off: m.noneHighlighted,
		Help: "take the highlighted one"}}
	for i, o := range m.options {
		b := Binding{Keys: []string{o.Key}, Help: o.Text, Do: func() tea.Cmd {
			m.highlight(i)
			if m.atOnce {
				return m.take()
			}
			return nil
		}}
		if o.Sign != "" {
			b.Keys = append(b.Keys, o.Sign)
		}
		table = append(table, b)
	}
	return append(table,
		Binding{Keys: []string{"down"}, Hint: "down", Help: "down", Do: to(1)},
		Binding{Keys: []string{"up"}, Hint: "up", Help: "up", Do: to(-1)},
		Binding{Keys: []string{"esc"}, Hint: "cancel", Do: Does(m.h.Pop),
			Help: "leave it as it was"},
		KeysOf(m.h))
}

// highlight highlights an option. The status line repeats an answer before it is given.
func (m *menu) highlight(i int) {
	m.list.At = draw.Clamp(i, len(m.options))
	m.h.Say("")
	if !m.atOnce {
		o := m.options[m.list.At]
		m.h.Say("Enter: " + o.Key + ", " + o.Text)
	}
}

func (m *menu) noneHighlighted() Refusal {
	return command.When(m.list.At < 0, "Choose an answer first, with down and up or by its letter.")
}

func (m *menu) take() tea.Cmd {
	m.h.Pop()
	return m.options[m.list.At].Do()
}

func (m *menu) Typed(string) string {
	return "Choose with down and up, or by a key of the list; esc cancels."
}

// Draw draws the text, cut if necessary, and the options above the status line.
func (m *menu) Draw(c draw.Canvas) {
	lines := draw.Wrap(m.text, c.W-4)
	room := c.H - 3 // without the frame and the status line
	lines = draw.Cut(lines, room-len(m.options), c.W-4)
	rows := min(len(m.options), room-len(lines))
	h := len(lines) + rows + 2
	box := c.Part(0, c.H-1-h, c.W, h)
	box.Fill(draw.Plain, " ")
	in := draw.Box(box, draw.Plain|draw.Strong, m.title, draw.More(len(m.options)-rows))
	for y, line := range lines {
		in.Clipped(1, y, draw.Plain|draw.Strong, line)
	}
	m.list.Draw(in.Part(0, len(lines), in.W, rows), len(m.options), func(c draw.Canvas, i int) {
		c.Clipped(c.Text(0, 0, draw.Key, draw.Pad(m.options[i].Key, 2))+1, 0, draw.Plain,
			m.options[i].Text)
	}, m.take)
	text, refused := m.h.Status()
	mark := "  "
	if refused {
		mark = "! "
	}
	status := c.Row(c.H - 1)
	status.Fill(draw.Plain, " ")
	status.Clipped(0, 0, draw.Plain|draw.Strong, mark+text)
}

// minPanel is the height that a panel may have even if it covers more than three fifths.
const minPanel = 8

// panel blanks the lower rows for a layer of n lines in a frame, and returns them. It leaves at
// least two fifths of the rows to the screen below, unless the layer would be too small.
func panel(h Host, c draw.Canvas, n int) draw.Canvas {
	c = aboveRefusal(h, c)
	rows := min(n+2, max(c.H*3/5, minPanel), c.H)
	c = c.Part(0, c.H-rows, c.W, rows)
	c.Fill(draw.Plain, " ")
	return c
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
	closes := Binding{Keys: []string{"esc", "enter", "q"}, Hint: "close", Do: Does(p.H.Pop),
		Help: "close"}
	return append(append([]Binding{closes}, p.Scroller.Keys()...), KeysOf(p.H))
}

func (p *Page) Typed(string) string { return ClosesFirst }

func (p *Page) Draw(c draw.Canvas) {
	var lines []string
	for _, t := range p.Text {
		lines = append(lines, draw.Hanging(t, c.W-4)...)
	}
	c = panel(p.H, c, len(lines))
	c.Wheel(p.Wheel)
	show := func(row draw.Canvas, i int) { row.Clipped(0, 0, draw.Plain, lines[i]) }
	below := p.Scroller.Draw(c.Part(2, 1, c.W-4, c.H-2), len(lines), show)
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
		[]Binding{{Keys: []string{"enter"}, Hint: "choose", Help: "choose the highlighted one",
			Do: p.choose}},
		p.List.Keys(func() int { return p.Rows }, nil),
		[]Binding{
			{Keys: []string{"esc", "q"}, Hint: "cancel", Help: "leave it as it was",
				Do: Does(p.H.Pop)},
			KeysOf(p.H),
		})
}

func (p *Picker) choose() tea.Cmd {
	p.H.Pop()
	return p.Do(p.List.At)
}

func (p *Picker) Typed(string) string { return "Choose a row with down and up, or esc." }

func (p *Picker) Draw(c draw.Canvas) {
	c = panel(p.H, c, p.Rows)
	in := draw.Box(c, draw.Plain|draw.Strong, p.Title, "")
	show := func(c draw.Canvas, i int) { c.Clipped(0, 0, draw.Plain, p.Row(i, c.W)) }
	draw.Below(c, draw.Plain|draw.Strong, p.List.Draw(in, p.Rows, show, p.choose))
}
