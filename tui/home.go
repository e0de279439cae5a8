package tui

import (
	"charm.land/bubbletea/v2"
)

// homeScreen lists lessons, examples and recent files.
type homeScreen struct {
	a  *app
	at int // the highlighted item
}

func newHome(a *app) screen { return &homeScreen{a: a} }

func (h *homeScreen) enter() tea.Cmd         { return nil }
func (h *homeScreen) panes() []string        { return []string{"list"} }
func (h *homeScreen) update(tea.Msg) tea.Cmd { return nil }
func (h *homeScreen) heading() string        { return "" }
func (h *homeScreen) command() string        { return "wobbly step FILE" }

func (h *homeScreen) keys() []binding {
	return []binding{
		{keys: []string{"down", "j"}, hint: "down", help: "down", do: does(func() { h.move(1) }), off: h.empty},
		{keys: []string{"up", "k"}, hint: "up", help: "up", do: does(func() { h.move(-1) }), off: h.empty},
		{keys: []string{"pgdown"}, help: "ten down", do: does(func() { h.move(10) }), off: h.empty},
		{keys: []string{"pgup"}, help: "ten up", do: does(func() { h.move(-10) }), off: h.empty},
		{keys: []string{"enter"}, hint: "open", help: "open the highlighted one", do: h.open, off: h.empty},
	}
}

func (h *homeScreen) empty() string {
	if len(h.a.o.Items) == 0 || h.a.o.Open == nil {
		return "There is nothing to open; begin with a file: wobbly step FILE."
	}
	return ""
}

func (h *homeScreen) move(by int) { h.at = max(0, min(h.at+by, len(h.a.o.Items)-1)) }

func (h *homeScreen) open() tea.Cmd {
	item := h.a.o.Items[h.at]
	p, err := h.a.o.Open(item)
	if err == nil {
		err = h.a.open(p)
	}
	if err != nil {
		h.a.refuse(item.Name + " cannot be opened: " + err.Error() + ".")
		return nil
	}
	return h.a.screens[h.a.at].enter()
}

func (h *homeScreen) draw(c canvas) {
	c = box(c, lookPlain|strong, "Home", "")
	if len(h.a.o.Items) == 0 {
		c.clipped(1, 1, lookPlain, h.empty())
		return
	}
	var lines []int // of items; -1-i for the heading of item i's group
	here := 0
	for i, item := range h.a.o.Items {
		if i == 0 || item.Group != h.a.o.Items[i-1].Group {
			lines = append(lines, -1-i)
		}
		if i == h.at {
			here = len(lines)
		}
		lines = append(lines, i)
	}
	top := scroll(here, len(lines), c.h)
	for y := range min(c.h, len(lines)-top) {
		h.line(c.row(y), lines[top+y])
	}
}

// line draws an item or a heading.
func (h *homeScreen) line(c canvas, i int) {
	if i < 0 {
		c.clipped(1, 0, lookPlain|strong, h.a.o.Items[-1-i].Group)
		return
	}
	item := h.a.o.Items[i]
	l, mark := lookPlain, "   "
	if i == h.at {
		l, mark = lookPlain|inverse, " > "
	}
	x := c.text(0, 0, l, mark+pad(item.Name, 18)+"  ")
	c.clipped(x, 0, l, item.Title)
	c.click(func() tea.Cmd {
		if h.at == i {
			return h.open()
		}
		h.at = i
		return nil
	})
}

// scroll is the first of n lines to show in h rows so that one of them is in
// the middle where possible.
func scroll(line, n, h int) int { return max(0, min(line-h/2, n-h)) }
