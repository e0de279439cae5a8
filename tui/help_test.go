package tui

import (
	"slices"
	"strings"
	"testing"

	"wobbly/tui/screen"
)

// TestHelpSearch: the rows that contain all words are shown below their headings. Words that occur
// nowhere leave the help unchanged, and an empty search shows everything.
func TestHelpSearch(t *testing.T) {
	a := start(t, burble(t), Options{})
	press(t, a, "?")
	h := a.Top().(*help)
	all := len(h.shown())
	search := func(text string) {
		press(t, a, "/", "ctrl+u")
		typed(t, a, text)
		press(t, a, "enter")
	}
	search("RACING previous")
	want := [][2]string{
		{"", "Step"}, {"", "  Looking at other states"}, {"N", "the previous racing state"},
	}
	if got := h.shown(); !slices.Equal(got, want) {
		t.Errorf("the rows with both words = %q, want %q", got, want)
	}
	search("no such words")
	if a.Top() == h || a.status != `The help of this screen does not contain "no such words".` ||
		len(h.shown()) != 3 {
		t.Errorf("status = %q with %d rows, want that the words are not found, and all 3 rows",
			a.status, len(h.shown()))
	}
	press(t, a, "esc")
	search("quit")
	got := h.shown()
	if len(got) < 3 || !slices.Contains(got, [2]string{"", "All screens"}) ||
		!strings.Contains(textOf(a.render()), "All screens") {
		t.Errorf("rows with quit = %q, want 3 or more, of All screens too", got)
	}
	search("")
	if len(h.shown()) != all {
		t.Errorf("after an empty search, %d of %d rows are shown", len(h.shown()), all)
	}
	press(t, a, "esc")
	if a.Top() != nil {
		t.Error("esc does not close the help")
	}
}

// TestHelpOpening: the help begins with twelve keys on each screen, also during a lesson: first
// those of the hint line, with quitting last.
func TestHelpOpening(t *testing.T) {
	words := Words{Explain: func(string) (string, []string, error) { return "", nil, nil }}
	inLesson, _ := lessonAt(t, 1, 1, func(o *Options) { o.Words = words })
	predict(t, inLesson)
	for _, a := range []*app{start(t, burble(t), Options{Words: words}), inLesson} {
		for n := range screen.Count {
			if n == screen.Lesson && a.lesson == nil {
				continue
			}
			a.at = n
			rows := newHelp(a).rows[1:]
			if rows[openingKeys] != heading("") {
				t.Errorf("%s: the help does not begin with %d keys: %q", screen.Names[n],
					openingKeys, rows)
			}
			if first := a.table()[0].Label(false); rows[0][0] != first ||
				rows[openingKeys-1][0] != "q" {
				t.Errorf("%s: from %q to %q, want from %q to q", screen.Names[n], rows[0],
					rows[openingKeys-1], first)
			}
		}
	}
}
