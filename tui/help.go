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

type help struct {
	screen.Scroller
	h      screen.Host
	rows   [][2]string // keys and what they do; a row without keys is a heading
	ascii  bool
	wanted string // only rows with these words are shown; "" shows all
}

func newHelp(a *app) *help {
	h := &help{h: a, ascii: a.o.ASCII}
	if top := a.Top(); top != nil {
		h.section("Here", screen.Join(top.Keys(), always()))
		return h
	}
	h.rows = append(opening(a), heading(""))
	h.section(screen.Names[a.at], a.front().Keys())
	h.section("The lesson that is played", a.lessonKeys())
	if s, ok := a.front().(screen.Signs); ok {
		h.rows = append(append(append(h.rows, heading("Signs")), s.Signs()...), heading(""))
	}
	h.section("All screens", screen.Join(a.Keys(), always()))
	if same := a.front().Command(); same != "" && (a.program == nil || !a.program.NoFile || a.at == screen.Lesson) {
		h.rows = append(h.rows, heading("The same as text: "+same))
	}
	return h
}

func heading(text string) [2]string { return [2]string{"", text} }

const openingKeys = 12

// opening returns the rows of the most important keys of the screen in front, with the first words
// of their descriptions: keys with a hint first, then others, without those that scroll or go to
// other panes and screens.
func opening(a *app) [][2]string {
	var hinted, others []screen.Binding
	for _, b := range a.table() {
		key := b.Keys[0]
		moves := slices.Contains([]string{"pgdown", "pgup", "home", "end", "tab", "shift+tab", "z"}, key)
		switch {
		case b.Unlisted:
		case b.Hint != "":
			hinted = append(hinted, b)
		case !moves && (key < "0" || key > "9"):
			others = append(others, b)
		}
	}
	last := max(0, len(hinted)-lastHints)
	others = others[:draw.Clamp(openingKeys-len(hinted), len(others)+1)]
	rows := [][2]string{heading("The keys that matter most; all others follow")}
	for _, b := range slices.Concat(hinted[:last], others, hinted[last:]) {
		does := b.Help
		for _, end := range []string{"; ", ": ", ", or "} {
			does, _, _ = strings.Cut(does, end)
		}
		if b.Why().Refuses() {
			does += " (not now)"
		}
		rows = append(rows, [2]string{b.Label(a.o.ASCII), does})
	}
	return rows
}

func (h *help) section(title string, table []screen.Binding) {
	if len(table) == 0 {
		return
	}
	h.rows = append(h.rows, heading(title))
	for n, b := range table {
		if b.Unlisted {
			continue
		}
		if b.Group != "" && n > 0 {
			h.rows = append(h.rows, heading(""))
		}
		if b.Group != "" {
			h.rows = append(h.rows, heading("  "+b.Group))
		}
		text := b.Help
		if why := b.Why(); why.Refuses() {
			text += "  (not now: " + why.String() + ")"
		}
		h.rows = append(h.rows, [2]string{b.Label(h.ascii), text})
	}
	h.rows = append(h.rows, heading(""))
}

func (h *help) Keys() []screen.Binding {
	closes := screen.Binding{Keys: []string{"esc", "?", "q", "enter"}, Hint: "close", Help: "close the help", Do: screen.Does(h.h.Pop)}
	search := screen.Binding{Keys: []string{"/"}, Hint: "search", Help: "show only the rows that contain a word; an empty word shows all", Do: screen.Does(h.search)}
	return append(append([]screen.Binding{closes}, h.Scroller.Keys()...), search)
}

func (h *help) search() {
	screen.AskSuch(h.h, "search the help for", "such as race; empty shows all", h.wanted, func(text string) (tea.Cmd, error) {
		before := h.wanted
		h.wanted, h.Top = strings.TrimSpace(text), 0
		if len(h.shown()) == 0 {
			h.wanted = before
			return nil, fmt.Errorf("the help of this screen does not contain %q", strings.TrimSpace(text))
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
		for _, text := range draw.Wrap(r[1], c.W-keyColumn-3) {
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
	Rows   []KeyRow
}

// KeyRow is a row of a key table.
type KeyRow struct {
	Keys []string // "ctrl+r"
	Does string   // "redo"
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
			rows := slice.Map(table, func(b screen.Binding) KeyRow { return KeyRow{b.Keys, b.Help} })
			all = append(all, KeyTable{name, rows})
		}
	}
	for n := range screen.Count {
		add(screen.Names[n], a.screens[n].Keys())
	}
	add("All screens", screen.Join(a.Keys(), always()))
	return all, nil
}
