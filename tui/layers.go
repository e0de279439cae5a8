package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// help is the layer that shows all keys of a screen.
type help struct {
	h    host
	rows [][2]string // keys and what they do; a row without keys is a heading or a reason
	top  int
}

func newHelp(a *app) *help {
	h := &help{h: a}
	h.section(names[a.at], a.screens[a.at].keys())
	h.section("All screens", also(a.keys(), always(a)))
	if same := a.screens[a.at].command(); same != "" && (a.program == nil || !a.program.NoFile || a.at == screenLesson) {
		h.rows = append(h.rows, [2]string{"", "The same as text: " + same})
	}
	return h
}

func (h *help) section(title string, table []binding) {
	if len(table) == 0 {
		return
	}
	h.rows = append(h.rows, [2]string{"", title})
	for _, b := range table {
		text := b.help
		if why := b.why(); why != "" {
			text += "  (not now: " + why + ")"
		}
		h.rows = append(h.rows, [2]string{b.label(), text})
	}
	h.rows = append(h.rows, [2]string{"", ""})
}

func (h *help) keys() []binding {
	return []binding{
		{keys: []string{"esc", "?", "q", "enter"}, hint: "close", help: "close the help", do: does(h.h.Pop)},
		{keys: []string{"down", "j"}, hint: "down", help: "down", do: does(func() { h.top++ })},
		{keys: []string{"up", "k"}, hint: "up", help: "up", do: does(func() { h.top-- })},
		{keys: []string{"pgdown", "space"}, help: "a page down", do: does(func() { h.top += 10 })},
		{keys: []string{"pgup"}, help: "a page up", do: does(func() { h.top -= 10 })},
	}
}

func (h *help) typed(string) {}

// keyColumn is how wide the column of keys is.
const keyColumn = 14

func (h *help) draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	c.Wheel(func(rows int) tea.Cmd { h.top += rows; return nil })
	var lines []helpLine
	for _, r := range h.rows {
		lines = append(lines, h.lines(r, c.W-keyColumn-3)...)
	}
	h.top = max(0, min(h.top, len(lines)-c.H))
	for y := range min(c.H, len(lines)-h.top) {
		lines[h.top+y].draw(c, y)
	}
}

// helpLine is a line of the help on the screen.
type helpLine struct{ keys, title, text string }

func (h *help) lines(row [2]string, w int) []helpLine {
	if row[0] == "" {
		return []helpLine{{title: row[1]}}
	}
	var lines []helpLine
	for i, text := range draw.Wrap(row[1], w) {
		l := helpLine{text: text}
		if i == 0 {
			l.keys = row[0]
		}
		lines = append(lines, l)
	}
	return lines
}

func (l helpLine) draw(c draw.Canvas, y int) {
	if l.title != "" {
		c.Clipped(1, y, draw.Plain|draw.Strong, l.title)
		return
	}
	c.Text(1, y, draw.Key, draw.Pad(l.keys, keyColumn))
	c.Text(max(1+keyColumn, 2+draw.Cells(l.keys)), y, draw.Plain, l.text)
}

// prompt is the layer that asks for a line of text.
type prompt struct {
	h     host
	label string
	line  []rune
	at    int
	do    func(text string) tea.Cmd
}

// ask asks for a line of text. do gets it and may ask again; the layer is gone
// then.
func ask(h host, label, text string, do func(text string) tea.Cmd) {
	line := []rune(text)
	h.Push(&prompt{h: h, label: label, line: line, at: len(line), do: do})
}

func (p *prompt) keys() []binding {
	return []binding{
		{keys: []string{"enter"}, hint: "do it", help: "take the text", do: p.enter},
		{keys: []string{"esc"}, hint: "never mind", help: "forget it", do: does(p.h.Pop)},
		{keys: []string{"left", "ctrl+b"}, help: "left", do: does(func() { p.at = max(0, p.at-1) })},
		{keys: []string{"right", "ctrl+f"}, help: "right", do: does(func() { p.at = min(len(p.line), p.at+1) })},
		{keys: []string{"home", "ctrl+a"}, help: "to the start", do: does(func() { p.at = 0 })},
		{keys: []string{"end", "ctrl+e"}, help: "to the end", do: does(func() { p.at = len(p.line) })},
		{keys: []string{"backspace", "ctrl+h"}, help: "delete to the left", do: does(func() { p.cut(p.at-1, p.at) })},
		{keys: []string{"delete", "ctrl+d"}, help: "delete to the right", do: does(func() { p.cut(p.at, p.at+1) })},
		{keys: []string{"ctrl+u"}, help: "delete all to the left", do: does(func() { p.cut(0, p.at) })},
		{keys: []string{"ctrl+k"}, help: "delete all to the right", do: does(func() { p.cut(p.at, len(p.line)) })},
		{keys: []string{"ctrl+w"}, help: "delete the word to the left", do: does(func() { p.cut(p.word(), p.at) })},
	}
}

func (p *prompt) enter() tea.Cmd {
	p.h.Pop()
	return p.do(string(p.line))
}

// cut deletes the characters from..to, as far as they are there.
func (p *prompt) cut(from, to int) {
	if from < 0 || to > len(p.line) {
		return
	}
	p.line = append(p.line[:from:from], p.line[to:]...)
	p.at = from
}

// word is where the word to the left begins.
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

// longestLine is how much text a prompt takes.
const longestLine = 1 << 16

func (p *prompt) typed(text string) {
	var add []rune
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		if r != utf8.RuneError && len(p.line)+len(add) < longestLine {
			add = append(add, r)
		}
	}
	p.line = append(p.line[:p.at:p.at], append(add, p.line[p.at:]...)...)
	p.at += len(add)
}

// draw draws the line over the status line, with the cursor in inverse.
func (p *prompt) draw(c draw.Canvas) {
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	x := c.Text(0, 0, draw.Key|draw.Strong, p.label) + 1
	c = c.Part(x, 0, c.W-x, 1)
	// Of a long line the part around the cursor is shown.
	from := p.at
	for from > 0 && draw.Cells(string(p.line[from-1:p.at])) < c.W-1 {
		from--
	}
	x = c.Text(0, 0, draw.Plain, string(p.line[from:p.at]))
	rest := string(p.line[p.at:]) + " "
	n, _ := draw.FirstCharacter(rest)
	x = c.Text(x, 0, draw.Plain|draw.Inverse, rest[:n])
	c.Text(x, 0, draw.Plain, rest[n:])
}

// option is a thing to choose.
type option struct {
	key  string
	text string
	do   func() tea.Cmd
}

// menu is the layer that asks for one of several things, each with its key.
type menu struct {
	h       host
	label   string
	options []option
}

// choose asks for one of several things.
func choose(h host, label string, options []option) { h.Push(&menu{h, label, options}) }

func (m *menu) keys() []binding {
	var table []binding
	for _, o := range m.options {
		table = append(table, binding{keys: []string{o.key}, hint: o.text, help: o.text, do: func() tea.Cmd {
			m.h.Pop()
			return o.do()
		}})
	}
	return append(table, binding{keys: []string{"esc"}, hint: "never mind", help: "forget it", do: does(m.h.Pop)})
}

func (m *menu) typed(text string) {
	if text != "" {
		m.h.Refuse("Choose one of the keys at the bottom, or esc.")
	}
}

// draw draws the question over the status line; the keys are the hints.
func (m *menu) draw(c draw.Canvas) {
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	c.Clipped(1, 0, draw.Plain|draw.Strong, m.label)
}

// page is the layer that shows a text.
type page struct {
	h     host
	title string
	text  []string
	top   int
}

// tell shows lines of text above the screen until a key is pressed. Long lines
// are broken.
func tell(h host, title string, text []string) { h.Push(&page{h: h, title: title, text: text}) }

func (p *page) keys() []binding {
	return []binding{
		{keys: []string{"esc", "enter", "q", "?"}, hint: "close", help: "close", do: does(p.h.Pop)},
		{keys: []string{"down", "j"}, hint: "down", help: "down", do: does(func() { p.top++ })},
		{keys: []string{"up", "k"}, hint: "up", help: "up", do: does(func() { p.top-- })},
		{keys: []string{"pgdown", "space"}, help: "a page down", do: does(func() { p.top += 10 })},
		{keys: []string{"pgup"}, help: "a page up", do: does(func() { p.top -= 10 })},
	}
}

func (p *page) typed(string) {}

func (p *page) draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	c.Wheel(func(rows int) tea.Cmd { p.top += rows; return nil })
	in := c.Part(2, 1, c.W-4, c.H-2)
	var lines []string
	for _, t := range p.text {
		lines = append(lines, hanging(t, in.W)...)
	}
	p.top = max(0, min(p.top, len(lines)-in.H))
	more := ""
	if below := len(lines) - p.top - in.H; below > 0 {
		more = "↓ " + itoa(below) + " more"
	}
	draw.Box(c, draw.Plain|draw.Strong, p.title, more)
	for y := range min(in.H, len(lines)-p.top) {
		in.Clipped(0, y, draw.Plain, lines[p.top+y])
	}
}

// hanging breaks a text into lines of at most n cells that are indented as its
// first one is. A text that fits stays as it is, with its blanks.
func hanging(text string, n int) []string {
	if draw.Cells(text) <= n {
		return []string{text}
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	lines := draw.Wrap(text, max(n-len(indent), 1))
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}
