package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

type help struct {
	screen.Scroller
	h      screen.Host
	rows   [][2]string // keys and what they do; a row without keys is a heading
	ascii  bool
	brief  bool   // without a search, each row has one line
	wanted string // words that the shown rows contain; "" shows all rows
}

// newHelp returns the keys of the top layer, if there is one, or of the screen in front.
func newHelp(a *app) *help {
	h := &help{h: a, ascii: a.o.ASCII}
	if top := a.Top(); top != nil {
		h.section("Here", screen.Join(top.Keys(), always()))
		return h
	}
	h.brief = true
	h.section("The keys that matter most. / and a word shows more.", opening(a.table()))
	h.section(screen.Names[a.at], a.front().Keys())
	h.section("The lesson that is played", a.lessonKeys())
	if s, ok := a.front().(screen.Signs); ok {
		h.rows = append(append(append(h.rows, heading("Signs")), s.Signs()...), heading(""))
	}
	h.section("All screens", screen.Join(a.Keys(), always()))
	if same := a.front().Command(); same != "" &&
		(a.program == nil || !a.program.NoFile || a.at == screen.Lesson) {
		h.rows = append(h.rows, heading("The same as text: "+same))
	}
	return h
}

func heading(text string) [2]string { return [2]string{"", text} }

// openingKeys is the largest number of keys that the help lists first.
const openingKeys = 12

var movingKeys = []string{"up", "pgdown", "pgup", "home", "end", "tab", "shift+tab", "z"}

// opening returns the most important keys of a table: keys with a hint first, then others, those
// that work now before the rest. It leaves out control keys and those that scroll or go to other
// panes and screens.
func opening(table []screen.Binding) []screen.Binding {
	var hinted, others, off []screen.Binding
	for _, b := range table {
		key := b.Keys[0]
		moves := slices.Contains(movingKeys, key) || "0" <= key && key <= "9" ||
			strings.HasPrefix(key, "ctrl+")
		b.Group = ""
		switch {
		case b.Unlisted:
		case b.Hint != "":
			hinted = append(hinted, b)
		case moves:
		case b.Why().Refuses():
			off = append(off, b)
		default:
			others = append(others, b)
		}
	}
	last := max(0, len(hinted)-lastHints)
	others = append(others, off...)
	others = others[:draw.Clamp(openingKeys-len(hinted), len(others)+1)]
	return slices.Concat(hinted[:min(last, openingKeys-lastHints)], others, hinted[last:])
}

// section adds the keys of a table that are not there yet, below a title and those of their groups.
func (h *help) section(title string, table []screen.Binding) {
	if len(table) == 0 {
		return
	}
	h.rows = append(h.rows, heading(title))
	group := "" // the title above the next row
	for _, b := range table {
		if b.Group != "" {
			group = "  " + b.Group
		}
		row := [2]string{b.Label(h.ascii), b.Help}
		if why := b.Why(); why.Refuses() {
			row[1] += notNow + ": " + why.String() + ")"
		}
		if b.Unlisted || slices.Contains(h.rows, row) {
			continue
		}
		if group != "" {
			h.rows = append(h.rows, heading(group))
		}
		h.rows, group = append(h.rows, row), ""
	}
	h.rows = append(h.rows, heading(""))
}

// notNow separates the text of a row from the reason why its key cannot be used.
const notNow = "  (not now"

// brief shortens the text of a row to w cells, at the end of a phrase if possible.
func brief(text string, w int) string {
	text, _, off := strings.Cut(text, notNow)
	suffix := ""
	if off {
		suffix = " (not now)"
	}
	for _, stop := range []string{"; ", ": "} {
		if draw.Cells(text+suffix) > w {
			text, _, _ = strings.Cut(text, stop)
		}
	}
	return draw.Clip(text, w-draw.Cells(suffix)) + suffix
}

func (h *help) Keys() []screen.Binding {
	closes := screen.Binding{Keys: []string{"esc", "?", "q", "enter"}, Hint: "close",
		Help: "close the help",
		Do:   screen.Does(h.h.Pop)}
	search := screen.Binding{Keys: []string{"/"}, Hint: "search", Do: screen.Does(h.search),
		Help: "show only the rows that contain a word; an empty word shows all"}
	return append(append([]screen.Binding{closes}, h.Scroller.Keys()...), search)
}

func (h *help) search() {
	screen.AskWithExample(h.h, "search the help for", "such as race; empty shows all", h.wanted,
		func(text string) (tea.Cmd, error) {
			before := h.wanted
			h.wanted, h.Top = strings.TrimSpace(text), 0
			if len(h.shown()) == 0 {
				h.wanted = before
				return nil, fmt.Errorf("the help of this screen does not contain %q",
					strings.TrimSpace(text))
			}
			return nil, nil
		})
}

// shown returns the rows that contain all wanted words, each below its headings.
func (h *help) shown() [][2]string {
	words := strings.Fields(strings.ToLower(h.wanted))
	if len(words) == 0 {
		return h.rows
	}
	var found [][2]string
	var title, group string // above the row, if not yet in found
	for _, r := range h.rows {
		switch {
		case r[0] == "" && strings.HasPrefix(r[1], "  "):
			group = r[1]
			continue
		case r[0] == "":
			if r[1] != "" {
				title, group = r[1], ""
			}
			continue
		}
		text, holds := strings.ToLower(r[0]+" "+r[1]), true
		for _, w := range words {
			holds = holds && strings.Contains(text, w)
		}
		if !holds {
			continue
		}
		if title != "" {
			found = append(found, heading(title))
		}
		if group != "" {
			found = append(found, heading(group))
		}
		title, group = "", ""
		found = append(found, r)
	}
	return found
}

func (h *help) Typed(string) string { return "Esc closes the help; then the keys do what it says." }

const keyColumn = 14

func (h *help) Draw(c draw.Canvas) {
	c = screen.Cover(h.h, c)
	c.Wheel(h.Wheel)
	var lines [][2]string // rows, with their texts wrapped
	var titles []bool
	for _, r := range h.shown() {
		if r[0] == "" {
			lines, titles = append(lines, r), append(titles, r[1] != "")
			continue
		}
		texts := draw.Wrap(r[1], c.W-keyColumn-3)
		if h.brief && h.wanted == "" {
			texts = []string{brief(r[1], c.W-max(keyColumn, draw.Cells(r[0])+1)-2)}
		}
		for _, text := range texts {
			lines, titles = append(lines, [2]string{r[0], text}), append(titles, false)
			r[0] = ""
		}
	}
	below := h.Scroller.Draw(c.Part(0, 0, c.W, c.H-1), len(lines), func(row draw.Canvas, i int) {
		keys, text := lines[i][0], lines[i][1]
		if titles[i] {
			row.Clipped(1, 0, draw.Plain|draw.Strong, text)
			return
		}
		row.Text(1, 0, draw.Key, draw.Pad(keys, keyColumn))
		row.Text(max(1+keyColumn, 2+draw.Cells(keys)), 0, draw.Plain, text)
	})
	c.Row(c.H-1).Right(1, 0, draw.Faint, draw.More(below))
}

// KeyTable is the key table of a screen, for documentation.
type KeyTable struct {
	Screen string // "Step", or "All screens"
	Rows   []screen.Binding
}

// KeyTables returns the keys of all screens, as shown in the help. p can be any program that opens.
func KeyTables(p *screen.Program) ([]KeyTable, error) {
	a, err := newApp(context.Background(), Options{Program: p})
	if err != nil {
		return nil, err
	}
	var all []KeyTable
	add := func(name string, table []screen.Binding) {
		if len(table) > 0 {
			all = append(all, KeyTable{name, table})
		}
	}
	for n := range screen.Count {
		add(screen.Names[n], a.screens[n].Keys())
	}
	add("All screens", screen.Join(a.Keys(), always()))
	return all, nil
}
