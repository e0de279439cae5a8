package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/internal/slice"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// help is the layer that shows all keys of a screen.
type help struct {
	h      screen.Host
	rows   [][2]string // keys and what they do; a row without keys is a heading
	ascii  bool
	top    int
	wanted string // only rows that hold these words are shown; empty for all
}

// newHelp is the help of what lies above the screen in front, or else of that screen.
func newHelp(a *app) *help {
	h := &help{h: a, ascii: a.o.ASCII}
	if top := a.Top(); top != nil {
		h.section("Here", screen.Join(top.Keys(), always(a)))
		return h
	}
	h.section(screen.Names[a.at], a.screens[a.at].Keys())
	h.section("The lesson that is played", a.lessonKeys())
	if s, ok := a.screens[a.at].(screen.Signs); ok {
		h.signs(s.Signs())
	}
	h.section("All screens", screen.Join(a.Keys(), always(a)))
	if same := a.screens[a.at].Command(); same != "" && (a.program == nil || !a.program.NoFile || a.at == screen.Lesson) {
		h.rows = append(h.rows, [2]string{"", "The same as text: " + same})
	}
	return h
}

func (h *help) section(title string, table []screen.Binding) {
	if len(table) == 0 {
		return
	}
	h.rows = append(h.rows, [2]string{"", title})
	for n, b := range table {
		if b.Group != "" && n > 0 {
			h.rows = append(h.rows, [2]string{"", ""})
		}
		if b.Group != "" {
			h.rows = append(h.rows, [2]string{"", "  " + b.Group})
		}
		text := b.Help
		if why := b.Why(); why != "" {
			text += "  (not now: " + why + ")"
		}
		h.rows = append(h.rows, [2]string{b.Label(h.ascii), text})
	}
	h.rows = append(h.rows, [2]string{"", ""})
}

// signs are what the screen's signs mean.
func (h *help) signs(rows [][2]string) {
	h.rows = append(append(h.rows, [2]string{"", "Signs"}), rows...)
	h.rows = append(h.rows, [2]string{"", ""})
}

// Keys implements screen.Layer.
func (h *help) Keys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"esc", "?", "q", "enter"}, Hint: "close", Help: "close the help", Do: screen.Does(h.h.Pop)},
		{Keys: []string{"down", "j"}, Hint: "down", Help: "down", Do: screen.Does(func() { h.top++ })},
		{Keys: []string{"up", "k"}, Hint: "up", Help: "up", Do: screen.Does(func() { h.top-- })},
		{Keys: []string{"pgdown", "space"}, Help: "a page down", Do: screen.Does(func() { h.top += 10 })},
		{Keys: []string{"pgup"}, Help: "a page up", Do: screen.Does(func() { h.top -= 10 })},
		{Keys: []string{"/"}, Hint: "search", Help: "show the rows only that hold a word; none shows all", Do: screen.Does(h.search)},
	}
}

// search asks for words, and shows the rows that hold them.
func (h *help) search() {
	screen.AskSuch(h.h, "search the help for", "such as race; nothing shows all", h.wanted, func(text string) (tea.Cmd, error) {
		before := h.wanted
		h.wanted, h.top = strings.TrimSpace(text), 0
		if len(h.shown()) == 0 {
			h.wanted = before
			return nil, fmt.Errorf("nothing in the help of this screen says %q", strings.TrimSpace(text))
		}
		return nil, nil
	})
}

// shown are the rows that hold all words that are searched for, each below its headings; all
// rows if none are.
func (h *help) shown() [][2]string {
	words := strings.Fields(strings.ToLower(h.wanted))
	if len(words) == 0 {
		return h.rows
	}
	var found [][2]string
	var heads [2]string // the headings above a row: of its table, and of its group
	for _, r := range h.rows {
		if group, ok := strings.CutPrefix(r[1], "  "); r[0] == "" && ok {
			heads[1] = "  " + group
			continue
		} else if r[0] == "" && r[1] != "" {
			heads = [2]string{r[1]}
		}
		if r[0] == "" {
			continue
		}
		if !holdsAll(strings.ToLower(r[0]+" "+r[1]), words) {
			continue
		}
		for i, head := range heads {
			if head != "" {
				found = append(found, [2]string{"", head})
			}
			heads[i] = ""
		}
		found = append(found, r)
	}
	return found
}

func holdsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// Typed implements screen.Layer.
func (h *help) Typed(text string) {
	if text != "" {
		h.h.Refuse("Esc closes the help; then the keys do what it says.")
	}
}

// keyColumn is how wide the column of keys is.
const keyColumn = 14

// Draw implements screen.Layer.
func (h *help) Draw(c draw.Canvas) {
	c = screen.Cover(h.h, c)
	c.Wheel(func(rows int) tea.Cmd { h.top += rows; return nil })
	edge := c.Row(c.H - 1)
	c = c.Part(0, 0, c.W, c.H-1)
	var lines []helpLine
	for _, r := range h.shown() {
		lines = append(lines, h.lines(r, c.W-keyColumn-3)...)
	}
	h.top = max(0, min(h.top, len(lines)-c.H))
	for y := range min(c.H, len(lines)-h.top) {
		lines[h.top+y].draw(c, y)
	}
	edge.Right(1, 0, draw.Faint, draw.More(len(lines)-h.top-c.H))
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

// KeyTable is the keys of a screen for documentation.
type KeyTable struct {
	Screen string // "Step", or "All screens"
	Rows   []KeyRow
}

// KeyRow is a row of a key table.
type KeyRow struct {
	Keys []string // "ctrl+r"
	Does string   // "redo"
}

// KeyTables are the keys of all screens, as the help has them. The program is
// any that can be opened.
func KeyTables(p *screen.Program) ([]KeyTable, error) {
	a, err := newApp(context.Background(), Options{Program: p})
	if err != nil {
		return nil, err
	}
	var all []KeyTable
	for n := range screen.Count {
		if table := a.screens[n].Keys(); len(table) > 0 {
			all = append(all, KeyTable{screen.Names[n], rowsOf(table)})
		}
	}
	return append(all, KeyTable{"All screens", rowsOf(screen.Join(a.Keys(), always(a)))}), nil
}

func rowsOf(table []screen.Binding) []KeyRow {
	return slice.Map(table, func(b screen.Binding) KeyRow { return KeyRow{b.Keys, b.Help} })
}
