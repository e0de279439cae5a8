// Package home is the screen Home, which lists lessons, examples and programs.
package home

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Options configures the screen Home.
type Options struct {
	Items []Item
	// Open loads the program of an item, or of a file by name. If it is nil, no program
	// can be opened.
	Open func(Item) (*screen.Program, error)
	// Says is the first text of the status line; it may be empty.
	Says string
}

// LessonsGroup is the group of the items that are lessons.
const LessonsGroup = "Lessons"

// Item is a lesson or a program that Home lists. Items of one group follow each other.
type Item struct {
	Group string // LessonsGroup, or another heading such as "Recent programs"
	Name  string // "4", "burble.il"
	Title string
	Note  func() string // shown at the right end: "1 of 2 tasks done"; may be nil
}

// homeScreen lists the items under the headings of their groups. One item is highlighted.
type homeScreen struct {
	h     screen.Host
	items []Item
	begin func(Item) (tea.Cmd, error) // nil if nothing can be opened
	list  screen.List
}

// New returns the screen Home. begin begins the lesson or opens the program of an item; it
// is nil if nothing can be opened.
func New(h screen.Host, items []Item, begin func(Item) (tea.Cmd, error)) screen.Screen {
	return &homeScreen{h: h, items: items, begin: begin}
}

func (h *homeScreen) Enter() tea.Cmd  { return nil }
func (h *homeScreen) Panes() []string { return []string{"list"} }
func (h *homeScreen) Heading() string { return "" }
func (h *homeScreen) Command() string { return "wobbly step FILE" }

func (h *homeScreen) Keys() []screen.Binding {
	group := func(by int) func() tea.Cmd { return screen.Does(func() { h.list.At = h.group(by) }) }
	return screen.Join(
		[]screen.Binding{{Keys: []string{"enter"}, Hint: "open", Help: "open the highlighted one", Do: h.open, Off: h.empty}},
		h.list.Keys(func() int { return len(h.items) }, h.empty),
		[]screen.Binding{
			{Keys: []string{"right", "l"}, Hint: "next group", Help: "to the first of the next group", Do: group(1), Off: h.empty},
			{Keys: []string{"left", "h"}, Help: "to the first of this group, and then of the one before", Do: group(-1), Off: h.empty},
		})
}

// empty says why nothing can be opened. It is "" if something can.
func (h *homeScreen) empty() string {
	if len(h.items) == 0 || h.begin == nil {
		return "There is nothing to open; begin with a file: wobbly step FILE."
	}
	return ""
}

// opensGroup reports whether item i is the first one of its group.
func (h *homeScreen) opensGroup(i int) bool {
	return i == 0 || h.items[i].Group != h.items[i-1].Group
}

// group returns the first item of the next group, if by is 1. If by is -1, it returns the
// first item of the present group, or of the one before if that is where it stands. It
// stays in the first and in the last group.
func (h *homeScreen) group(by int) int {
	for i := h.list.At + by; i >= 0 && i < len(h.items); i += by {
		if h.opensGroup(i) {
			return i
		}
	}
	return h.list.At
}

// open opens the highlighted item.
func (h *homeScreen) open() tea.Cmd {
	item := h.items[h.list.At]
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

func (h *homeScreen) Draw(c draw.Canvas) {
	if len(h.items) == 0 {
		draw.Box(c, draw.Plain|draw.Strong, "Home", "").Clipped(1, 1, draw.Plain, h.empty())
		return
	}
	const blank = -1 << 30
	var rows []int // i for item i, -1-i for the heading above it, or blank
	here := 0
	for i := range h.items {
		if h.opensGroup(i) {
			if i > 0 {
				rows = append(rows, blank)
			}
			rows = append(rows, -1-i)
		}
		if i == h.list.At {
			here = len(rows)
		}
		rows = append(rows, i)
	}
	height := c.H - 2 // without the frame
	top := draw.Scroll(here, len(rows), height)
	c = draw.Box(c, draw.Plain|draw.Strong, "Home", draw.More(len(rows)-top-height))
	for y := range min(c.H, len(rows)-top) {
		switch i := rows[top+y]; {
		case i >= 0:
			h.drawItem(c.Row(y), i)
		case i != blank:
			c.Row(y).Clipped(1, 0, draw.Plain|draw.Strong, h.items[-1-i].Group)
		}
	}
}

// maxName is the widest column for the names of a group.
const maxName = 22

// drawItem draws item i. Its note gives way to the title if there is no room for both. A
// click highlights the item, and a click on the highlighted one opens it.
func (h *homeScreen) drawItem(c draw.Canvas, i int) {
	item := h.items[i]
	style, mark := draw.Plain, "   "
	if i == h.list.At {
		style, mark = draw.Plain|draw.Inverse, " > "
		c.Fill(style, " ")
	}
	note, width := "", 0
	if item.Note != nil {
		note = item.Note()
	}
	for _, x := range h.items {
		if x.Group == item.Group {
			width = min(max(width, draw.Cells(x.Name)), maxName)
		}
	}
	x := c.Text(0, 0, style, mark+draw.Pad(item.Name, width)+"  ")
	room := c.W - x - 1
	if draw.Cells(item.Title)+2+draw.Cells(note) <= room {
		c.Right(1, 0, style, note)
		room -= draw.Cells(note) + 2
	}
	c.Text(x, 0, style, draw.Clip(item.Title, room))
	c.Click(func() tea.Cmd {
		if h.list.At == i {
			return h.open()
		}
		h.list.At = i
		return nil
	})
}
