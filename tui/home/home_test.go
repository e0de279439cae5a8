package home

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/tui/tuitest"
)

// newScreen returns a screen with 12 lessons, 3 recent programs and 1 example. opened has the names
// of the items that are opened.
func newScreen() (h *Screen, host *tuitest.Host, opened *[]string) {
	var items []Item
	for g, n := range []int{12, 3, 1} {
		group := []string{"Lessons", "Recent programs", "Examples"}[g]
		for i := range n {
			items = append(items, Item{Group: group, Name: fmt.Sprintf("%d.%02d", g, i)})
		}
	}
	host, opened = &tuitest.Host{}, new([]string)
	h = New(host, items, func(i Item) (tea.Cmd, error) {
		*opened = append(*opened, i.Name)
		return nil, nil
	})
	return h, host, opened
}

// TestKeys moves the highlight, which stays within the list.
func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		from int
		key  string
		to   int
	}{
		{0, "up", 0}, {0, "down", 1}, {14, "down", 15}, {15, "down", 15}, {15, "up", 14},
		{0, "pgdown", 10}, {5, "pgdown", 15}, {6, "pgdown", 15}, {10, "pgup", 0}, {9, "pgup", 0},
		{15, "pgup", 5},
		{7, "home", 0}, {0, "home", 0}, {7, "end", 15}, {15, "end", 15},
		{0, "right", 12}, {11, "right", 12}, {12, "right", 15}, {15, "right", 15},
		{15, "left", 12}, {14, "left", 12}, {12, "left", 0}, {11, "left", 0}, {0, "left", 0},
	} {
		h, host, _ := newScreen()
		h.list.At = tt.from
		host.Press(t, h.Keys, tt.key)
		if h.list.At != tt.to {
			t.Errorf("%s moves from %d to %d, want %d", tt.key, tt.from, h.list.At, tt.to)
		}
	}
}

// TestOpen opens the highlighted item, and says why it cannot be opened.
func TestOpen(t *testing.T) {
	h, host, opened := newScreen()
	host.Press(t, h.Keys, "down", "enter")
	if !slices.Equal(*opened, []string{"0.01"}) || host.Refused {
		t.Errorf("down and enter open %q, status %q; want 0.01", *opened, host.Text)
	}
	h.begin = func(Item) (tea.Cmd, error) { return nil, errors.New("the file is gone") }
	host.Press(t, h.Keys, "enter")
	if !host.Refused ||
		host.Text != "0.01 cannot be opened: the file is gone." {
		t.Errorf("enter: %q, refused %t; want that the file is gone", host.Text, host.Refused)
	}
}

// TestNothingToOpen refuses all keys if there are no items, or nothing opens them.
func TestNothingToOpen(t *testing.T) {
	full, host, _ := newScreen()
	full.begin = nil
	empty := New(host, nil,
		func(Item) (tea.Cmd, error) { t.Error("something is opened"); return nil, nil })
	for _, h := range []*Screen{full, empty} {
		for _, b := range h.Keys() {
			host.Say("")
			host.Press(t, h.Keys, b.Keys[0])
			if !host.Refused ||
				!strings.HasPrefix(host.Text, "There is nothing to open") {
				t.Errorf("%s with %d items: status %q, want that there is nothing to open",
					b.Keys[0], len(h.items), host.Text)
			}
		}
	}
	if shown := tuitest.Rows(70, 5, empty.Draw); !strings.Contains(shown[1],
		"There is nothing to open; begin with a file: wobbly FILE.") {
		t.Errorf("Home without rows = %q, want row 1 to name wobbly FILE", shown)
	}
}

// TestDraw shows items under their headings, and the highlighted one at every height.
func TestDraw(t *testing.T) {
	h, _, _ := newScreen()
	h.list.At = 12
	want := []string{
		"┌─ Home ─────────────────────┐",
		"│   0.11                     │",
		"│                            │",
		"│ Recent programs            │",
		"│ > 1.00                     │",
		"│   1.01                     │",
		"│   1.02                     │",
		"│                            │",
		"└───────────────── ↓ 2 more ─┘",
	}
	if got := tuitest.Rows(30, 9, h.Draw); !slices.Equal(got, want) {
		t.Errorf("Home is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for height := 3; height < 30; height++ {
		for h.list.At = range h.items {
			shown := strings.Join(tuitest.Rows(32, height, h.Draw), "\n")
			if !strings.Contains(shown, " > "+h.items[h.list.At].Name) {
				t.Fatalf("%d rows: item %d is not shown:\n%s", height, h.list.At, shown)
			}
		}
	}
}

// TestNote shows an item's note if the whole title fits, and otherwise cuts the title.
func TestNote(t *testing.T) {
	h := New(&tuitest.Host{}, []Item{
		{Name: "4", Title: "The lock", Note: func() string { return "done" }},
		{Name: strings.Repeat("n", 23), Title: "T"}, // wider than the column of names
	}, nil)
	for w, want := range map[int]string{
		// frame, mark, name, two blanks, title, two blanks, note, blank, frame
		1 + 3 + 22 + 2 + 8 + 2 + 4 + 1 + 1: "The lock  done ",
		1 + 3 + 22 + 2 + 8 + 1 + 4 + 1 + 1: "The lock      ",
		1 + 3 + 22 + 2 + 7 + 1 + 1:         "The ... ",
	} {
		shown := tuitest.Rows(w, 5, h.Draw)
		if got := shown[1]; !strings.HasSuffix(got, want+"│") {
			t.Errorf("the row of %d columns is %q, want %q at the end", w, got, want)
		}
	}
}

// TestClick highlights an item, and opens the highlighted one.
func TestClick(t *testing.T) {
	h, _, opened := newScreen()
	click := func(y int) { tuitest.Frame(40, 25, h.Draw).Clicked(5, y) }
	click(4)
	if h.list.At != 2 || len(*opened) != 0 {
		t.Errorf("a click on row 4 highlights item %d and opens %q, want 2 and none", h.list.At,
			*opened)
	}
	click(4)
	if !slices.Equal(*opened, []string{"0.02"}) {
		t.Errorf("a click on the highlighted item opens %q, want 0.02", *opened)
	}
	for _, y := range []int{0, 1, 14, 15} { // frame, heading, blank, heading
		click(y)
		if h.list.At != 2 {
			t.Errorf("a click on row %d highlights item %d, want still 2", y, h.list.At)
		}
	}
}

// TestMore lists the other items on demand, and finds them by words.
func TestMore(t *testing.T) {
	items := []Item{
		{Group: "Lessons", Name: "4", Title: "The lock", Lesson: true},
		{Group: "Examples", Name: "x.il", Title: "a lock", More: true},
	}
	h, host := (*Screen)(nil), &tuitest.Host{}
	names := func() (all []string) {
		for _, x := range h.shown {
			all = append(all, x.Name)
		}
		return all
	}
	search := func(words string) {
		host.Press(t, h.Keys, "/")
		host.Top().Typed(words)
		host.Press(t, h.Keys, "enter")
	}
	h = New(host, items, func(Item) (tea.Cmd, error) { return nil, nil })
	if !slices.Equal(names(), []string{"4"}) {
		t.Errorf("at first %q are listed, want only 4", names())
	}
	const more = "1 more: enter lists them, / searches"
	if shown := strings.Join(tuitest.Rows(50, 8, h.Draw), "\n"); !strings.Contains(shown, more) {
		t.Errorf("Home = %q, want %q in it", shown, more)
	}
	for _, tt := range []struct {
		words string
		want  []string
	}{{"LOCK", []string{"4", "x.il"}}, {"a lock", []string{"x.il"}}, {"x", []string{"x.il"}}} {
		search(tt.words)
		if !slices.Equal(names(), tt.want) {
			t.Errorf("the search for %q lists %q, want %q", tt.words, names(), tt.want)
		}
	}
	search("nothing of the kind")
	if !host.Refused || !slices.Equal(names(), []string{"x.il"}) {
		t.Errorf("the search for unknown words: status %q, %q are listed; want a refusal, x.il",
			host.Text, names())
	}
	host.Press(t, h.Keys, "esc", "end", "enter")
	if !slices.Equal(names(), []string{"4", "x.il"}) {
		t.Errorf("after enter on the last row, %q are listed, want all", names())
	}
}
