// Package home is the screen Home, which lists programs, lessons and examples.
package home

import (
	"fmt"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Options configures the screen Home.
type Options struct {
	Items []Item
	// Open loads the program of an item or file. If it is nil, no program can be opened.
	Open func(Item) (*screen.Program, error)
	// Says is the first text of the status line; it may be empty.
	Says string
}

// An Item is a lesson or a program that Home lists. Items of one group are adjacent.
type Item struct {
	Group  string // the heading, such as "Programs here and recent"
	Name   string // "4", "burble.il"
	Title  string
	Lesson bool
	More   bool          // whether it is listed only by a search, or when all items are listed
	Note   func() string // the text at the right end: "1 of 2 tasks done"; may be nil
}

// Screen lists the items under the headings of their groups. One item is highlighted.
type Screen struct {
	h     screen.Host
	items []Item
	begin func(Item) (tea.Cmd, error) // nil if nothing can be opened
	all   bool                        // whether items with More are listed too
	words string                      // only items with these words are listed; "" lists all
	shown []Item
	list  screen.List // of shown, and of a last row for the items that are not shown
}

// New returns the screen Home. begin opens an item; it is nil if nothing can be opened.
func New(h screen.Host, items []Item, begin func(Item) (tea.Cmd, error)) *Screen {
	s := &Screen{h: h, items: items, begin: begin}
	s.list.Apart, s.list.Head = true, s.head
	s.choose()
	return s
}

// choose sets s.shown, and highlights the first item.
func (s *Screen) choose() {
	s.shown, s.list.At = nil, 0
	for _, x := range s.items {
		if s.words == "" && (s.all || !x.More) || s.words != "" && x.has(s.words) {
			s.shown = append(s.shown, x)
		}
	}
}

// has reports whether all words occur in the item's texts.
func (x Item) has(words string) bool {
	text := strings.ToLower(x.Group + " " + x.Name + " " + x.Title)
	for w := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// Highlight highlights the lesson with the given name.
func (s *Screen) Highlight(lesson string) {
	for i, x := range s.shown {
		if x.Lesson && x.Name == lesson {
			s.list.At = i
		}
	}
}

func (s *Screen) Enter() tea.Cmd  { return nil }
func (s *Screen) Panes() []string { return []string{"list"} }
func (s *Screen) Command() string { return "wobbly step FILE" }

// Heading returns the purpose of wobbly; it gives way to the names of the other screens.
func (s *Screen) Heading() string      { return "data races, and how each one happens" }
func (s *Screen) ShortHeading() string { return "" }

func (s *Screen) Keys() []screen.Binding {
	group := func(by int) func() tea.Cmd { return screen.Does(func() { s.list.At = s.group(by) }) }
	return screen.Join(
		[]screen.Binding{{Keys: []string{"enter"}, Hint: "open", Help: "open the highlighted one",
			Do: s.open, Off: s.empty}},
		s.list.Keys(s.rows, s.empty),
		[]screen.Binding{
			{Keys: []string{"right", "l"}, Hint: "next group", Do: group(1), Off: s.empty,
				Help: "to the first of the next group"},
			{Keys: []string{"left", "h"}, Do: group(-1), Off: s.empty,
				Help: "to the first of this group, and then of the one before"},
			{Keys: []string{"/"}, Hint: "search", Do: screen.Does(s.search), Off: s.empty,
				Help: "list only entries that contain a word, such as lock"},
		})
}

// rows returns the number of shown items, plus one if some are hidden.
func (s *Screen) rows() int {
	if len(s.shown) < len(s.items) {
		return len(s.shown) + 1
	}
	return len(s.shown)
}

// empty returns why the keys cannot be used: there are no items, or nothing opens them.
func (s *Screen) empty() screen.Refusal {
	return command.When(len(s.items) == 0 || s.begin == nil, "There is nothing to open; begin "+
		"with a file: wobbly FILE.")
}

// head returns the heading above row i, or "".
func (s *Screen) head(i int) string {
	if i == len(s.shown) || i > 0 && s.shown[i].Group == s.shown[i-1].Group {
		return ""
	}
	return s.shown[i].Group
}

// group returns the first row of the next group, if by is 1. If by is -1, it returns the first row
// of the present group, or of the group before if that row is highlighted already. It stays within
// the first and the last group.
func (s *Screen) group(by int) int {
	for i := s.list.At + by; i >= 0 && i < len(s.shown); i += by {
		if s.head(i) != "" {
			return i
		}
	}
	return s.list.At
}

func (s *Screen) search() {
	screen.AskWithExample(s.h, "search", "such as lock; an empty line lists all", s.words,
		func(words string) (tea.Cmd, error) {
			before := s.words
			s.words = strings.TrimSpace(words)
			s.choose()
			if len(s.shown) == 0 {
				s.words = before
				s.choose()
				return nil, fmt.Errorf("nothing here has %q", strings.TrimSpace(words))
			}
			return nil, nil
		})
}

// open opens the highlighted item, or lists all items if the last row is highlighted.
func (s *Screen) open() tea.Cmd {
	if s.list.At == len(s.shown) {
		s.all, s.words = true, ""
		s.choose()
		return nil
	}
	item := s.shown[s.list.At]
	cmd, err := s.begin(item)
	if err != nil {
		s.h.Refuse(item.Name + " cannot be opened: " + err.Error() + ".")
		return nil
	}
	return cmd
}

func (s *Screen) Draw(c draw.Canvas) {
	frame := c
	c = draw.Box(c, draw.Plain|draw.Strong, "Home", "")
	if len(s.items) == 0 {
		c.Clipped(1, 0, draw.Plain, s.empty().String())
		return
	}
	below := s.list.Draw(c, s.rows(), s.drawRow, func() tea.Cmd {
		return screen.Perform(s.h, screen.Binding{Do: s.open, Off: s.empty})
	})
	draw.Below(frame, draw.Plain|draw.Strong, below)
}

const maxName = 22

// drawRow draws row i. The note of an item gives way to the title if there is no room for both.
func (s *Screen) drawRow(c draw.Canvas, i int) {
	if i == len(s.shown) {
		text := fmt.Sprintf("%d more: enter lists them, / searches", len(s.items)-len(s.shown))
		if s.words != "" {
			text = fmt.Sprintf("Only what has %q; enter lists all %d", s.words, len(s.items))
		}
		c.Clipped(0, 0, draw.Faint, text)
		return
	}
	item := s.shown[i]
	note, width := "", 0
	if item.Note != nil {
		note = item.Note()
	}
	for _, x := range s.shown {
		if x.Group == item.Group || x.Lesson && item.Lesson {
			width = min(max(width, draw.Cells(x.Name)), maxName)
		}
	}
	x := c.Text(0, 0, draw.Plain, draw.Pad(item.Name, width)+"  ")
	room := c.W - x - 1
	if draw.Cells(item.Title)+2+draw.Cells(note) <= room {
		c.Right(1, 0, draw.Faint, note)
		room -= draw.Cells(note) + 2
	}
	c.Text(x, 0, draw.Plain, draw.Clip(item.Title, room))
}
