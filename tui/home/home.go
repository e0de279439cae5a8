package home

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Options is what the caller gives the screen Home.
type Options struct {
	Items []Item
	// Open loads an item, or a file by name. nil: there is nothing to open.
	Open func(Item) (*screen.Program, error)
	// Says is what the status line says at first; may be empty.
	Says string
}

// Item is a line of home.
type Item struct {
	Group string // "Lessons", "Recent programs"
	Name  string // "4", "burble.il"
	Title string
	Note  func() string // at the right end: "1 of 2 tasks done"; may be nil
}

// homeScreen lists lessons and examples.
type homeScreen struct {
	h     screen.Host
	items []Item
	begin func(Item) (tea.Cmd, error) // nil: nothing can be opened
	at    int                         // the highlighted item
}

// New makes home. begin begins a lesson, or opens a program; nil: nothing
// can be opened.
func New(h screen.Host, items []Item, begin func(Item) (tea.Cmd, error)) screen.Screen {
	return &homeScreen{h: h, items: items, begin: begin}
}

// Enter implements screen.Screen.
func (h *homeScreen) Enter() tea.Cmd { return nil }

// Panes implements screen.Screen.
func (h *homeScreen) Panes() []string { return []string{"list"} }

// Update implements screen.Screen.
func (h *homeScreen) Update(tea.Msg) tea.Cmd { return nil }

// Heading implements screen.Screen.
func (h *homeScreen) Heading() string { return "" }

// Command implements screen.Screen.
func (h *homeScreen) Command() string { return "wobbly step FILE" }

// Keys implements screen.Screen.
func (h *homeScreen) Keys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"enter"}, Hint: "open", Help: "open the highlighted one", Do: h.open, Off: h.empty},
		{Keys: []string{"down", "j"}, Hint: "down", Help: "down", Do: screen.Does(func() { h.move(1) }), Off: h.empty},
		{Keys: []string{"up", "k"}, Hint: "up", Help: "up", Do: screen.Does(func() { h.move(-1) }), Off: h.empty},
		{Keys: []string{"pgdown"}, Help: "ten down", Do: screen.Does(func() { h.move(10) }), Off: h.empty},
		{Keys: []string{"pgup"}, Help: "ten up", Do: screen.Does(func() { h.move(-10) }), Off: h.empty},
		{Keys: []string{"home"}, Help: "to the first", Do: screen.Does(func() { h.move(-len(h.items)) }), Off: h.empty},
		{Keys: []string{"end"}, Help: "to the last", Do: screen.Does(func() { h.move(len(h.items)) }), Off: h.empty},
		{Keys: []string{"right", "l"}, Hint: "next group", Help: "to the first of the next group", Do: screen.Does(func() { h.at = h.group(1) }), Off: h.empty},
		{Keys: []string{"left", "h"}, Help: "to the first of this group, and then of the one before", Do: screen.Does(func() { h.at = h.group(-1) }), Off: h.empty},
	}
}

func (h *homeScreen) empty() string {
	if len(h.items) == 0 || h.begin == nil {
		return "There is nothing to open; begin with a file: wobbly step FILE."
	}
	return ""
}

func (h *homeScreen) move(by int) { h.at = max(0, min(h.at+by, len(h.items)-1)) }

// group is the first item of a group: of the next one, or going back of this one, and where that is
// highlighted of the one before. Behind the last group and before the first one it stays.
func (h *homeScreen) group(by int) int {
	begins := func(i int) bool { return i == 0 || h.items[i].Group != h.items[i-1].Group }
	for i := h.at + by; i >= 0 && i < len(h.items); i += by {
		if begins(i) {
			return i
		}
	}
	return h.at
}

// LessonsGroup is the group of the items that are lessons.
const LessonsGroup = "Lessons"

func (h *homeScreen) open() tea.Cmd {
	item := h.items[h.at]
	if h.begin == nil {
		h.h.Refuse(item.Name + " cannot be opened: nothing opens it.")
		return nil
	}
	cmd, err := h.begin(item)
	if err != nil {
		h.h.Refuse(item.Name + " cannot be opened: " + err.Error() + ".")
		return nil
	}
	return cmd
}

// Draw implements screen.Screen.
func (h *homeScreen) Draw(c draw.Canvas) {
	if len(h.items) == 0 {
		draw.Box(c, draw.Plain|draw.Strong, "Home", "").Clipped(1, 1, draw.Plain, h.empty())
		return
	}
	const gapLine = -1 << 30
	var lines []int // of items; -1-i for the heading of item i's group
	here := 0
	for i, item := range h.items {
		if i > 0 && item.Group != h.items[i-1].Group {
			lines = append(lines, gapLine)
		}
		if i == 0 || item.Group != h.items[i-1].Group {
			lines = append(lines, -1-i)
		}
		if i == h.at {
			here = len(lines)
		}
		lines = append(lines, i)
	}
	top := draw.Scroll(here, len(lines), c.H-2)
	c = draw.Box(c, draw.Plain|draw.Strong, "Home", draw.More(len(lines)-top-c.H+2))
	for y := range min(c.H, len(lines)-top) {
		if lines[top+y] != gapLine {
			h.line(c.Row(y), lines[top+y])
		}
	}
}

// line draws an item or a heading.
func (h *homeScreen) line(c draw.Canvas, i int) {
	if i < 0 {
		c.Clipped(1, 0, draw.Plain|draw.Strong, h.items[-1-i].Group)
		return
	}
	item := h.items[i]
	l, mark := draw.Plain, "   "
	if i == h.at {
		l, mark = draw.Plain|draw.Inverse, " > "
	}
	note := ""
	if item.Note != nil {
		note = item.Note()
	}
	if i == h.at {
		c.Fill(l, " ")
	}
	x := c.Text(0, 0, l, mark+draw.Pad(item.Name, h.nameWidth(item.Group))+"  ")
	room := c.W - x - 1
	if draw.Cells(item.Title)+2+draw.Cells(note) <= room {
		c.Right(1, 0, l, note)
		room -= draw.Cells(note) + 2
	}
	c.Text(x, 0, l, draw.Clip(item.Title, room))
	c.Click(func() tea.Cmd {
		if h.at == i {
			return h.open()
		}
		h.at = i
		return nil
	})
}

// nameWidth is the width of the names of a group.
func (h *homeScreen) nameWidth(group string) int {
	w := 0
	for _, item := range h.items {
		if item.Group == group {
			w = max(w, draw.Cells(item.Name))
		}
	}
	return min(w, 22)
}
