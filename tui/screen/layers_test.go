package screen_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// ask opens a prompt that proposes text, and returns the host and the accepted lines.
func ask(text string) (h *tuitest.Host, answers *[]string) {
	h, answers = &tuitest.Host{}, new([]string)
	screen.AskWithExample(h, "go to", "such as 12", text, func(text string) (tea.Cmd, error) {
		*answers = append(*answers, text)
		return nil, nil
	})
	return h, answers
}

// TestPromptKeys edits a line; | is the cursor, before and after the keys.
func TestPromptKeys(t *testing.T) {
	for _, tt := range []struct{ line, keys, want string }{
		{"ab|", "left", "a|b"}, {"|ab", "left", "|ab"}, {"a|b", "right", "ab|"},
		{"ab|", "right", "ab|"},
		{"ab|c", "home", "|abc"}, {"a|bc", "end", "abc|"},
		{"ab|c", "backspace", "a|c"}, {"|abc", "backspace", "|abc"},
		{"a|bc", "delete", "a|c"}, {"abc|", "delete", "abc|"},
		{"ab|c", "ctrl+u", "|c"}, {"|abc", "ctrl+u", "|abc"},
		{"a|bc", "ctrl+k", "a|"}, {"abc|", "ctrl+k", "abc|"},
		{"one two|", "ctrl+w", "one |"}, {"one two  |x", "ctrl+w", "one |x"},
		{"one|", "ctrl+w", "|"}, {"|", "ctrl+w", "|"}, {" |x", "ctrl+w", "|x"},
		{"äö|ü", "backspace", "ä|ü"}, {"日|本", "delete", "日|"},
		{"abc|", "left left backspace", "|bc"},
	} {
		before, after, _ := strings.Cut(tt.line, "|")
		h, answers := ask(before + after)
		h.Press(t, nil, "end")
		for range []rune(after) {
			h.Press(t, nil, "left")
		}
		h.Press(t, nil, strings.Fields(tt.keys)...)
		screen.Type(h, "|") // where the cursor is
		h.Press(t, nil, "enter")
		if (*answers)[0] != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.line, tt.keys, (*answers)[0], tt.want)
		}
	}
}

// TestPromptTyped inserts text at the cursor. Control characters in pasted text become spaces, and
// invalid characters are dropped.
func TestPromptTyped(t *testing.T) {
	h, answers := ask("ad")
	h.Press(t, nil, "left")
	screen.Type(h, "b\n\x1b\ufffdc")
	h.Press(t, nil, "enter")
	if (*answers)[0] != "ab  cd" {
		t.Errorf("the accepted line = %q, want %q", (*answers)[0], "ab  cd")
	}
}

// TestPromptSelected: a proposed line is replaced by typing or pasting, and kept by a key that
// moves the cursor.
func TestPromptSelected(t *testing.T) {
	for keys, want := range map[string]string{
		"": "X", "end": "A2 BX", "left": "A2 XB", "right": "A2 BX", "home": "XA2 B",
		"backspace": "X", "ctrl+w": "X", "enter": "A2 B",
	} {
		h, answers := ask("A2 B")
		h.Press(t, nil, strings.Fields(keys)...)
		if len(h.Layers) > 0 {
			screen.Type(h, "X")
			h.Press(t, nil, "enter")
		}
		if (*answers)[0] != want {
			t.Errorf("%s: %q, want %q", keys, (*answers)[0], want)
		}
	}
}

// TestPromptLimit takes as many characters as a line may have, and no more.
func TestPromptLimit(t *testing.T) {
	const maxLength = 1 << 16
	h, answers := ask("")
	screen.Type(h, strings.Repeat("x", maxLength-1))
	screen.Type(h, "yz")
	h.Press(t, nil, "enter")
	if len((*answers)[0]) != maxLength || !strings.HasSuffix((*answers)[0], "xy") {
		t.Errorf("the line has %d characters, want %d that end in xy", len((*answers)[0]),
			maxLength)
	}
}

// TestPromptError keeps a line that cannot be read, and shows what is wrong with it.
func TestPromptError(t *testing.T) {
	h := &tuitest.Host{}
	err := errors.New("there is no state 99")
	screen.Ask(h, "go to", "99", func(string) (tea.Cmd, error) { return nil, err })
	h.Press(t, nil, "enter")
	if len(h.Layers) != 1 || !h.Refused || h.Text != "There is no state 99." {
		t.Fatalf("after an error: %d layers, status %q; want the prompt and the error",
			len(h.Layers), h.Text)
	}
	rows := tuitest.Rows(30, 4, h.Top().Draw)
	if rows[2] != "! There is no state 99.       " || rows[3] != "go to: 99                     " {
		t.Errorf("rows = %q, want the refusal above the prompt", rows)
	}
	err = nil
	h.Press(t, nil, "enter")
	if len(h.Layers) != 0 {
		t.Errorf("%d layers after an answer without error, want none", len(h.Layers))
	}
}

// TestPromptDraw shows the example while the line is empty, and the part of a long line around the
// cursor.
func TestPromptDraw(t *testing.T) {
	h, _ := ask("")
	if got := tuitest.Rows(24, 1, h.Top().Draw)[0]; got != "go to:   such as 12     " {
		t.Errorf("the empty prompt = %q, want %q", got, "go to:   such as 12     ")
	}
	screen.Type(h, "0123456789abcdefghij")
	for i, want := range []string{"go to: 9abcdefghij  ", "go to: 89abcdefghij "} {
		if got := tuitest.Rows(20, 1, h.Top().Draw)[0]; got != want {
			t.Errorf("%d to the left: %q, want %q", i, got, want)
		}
		h.Press(t, nil, "left")
	}
	h.Press(t, nil, "home")
	if got := tuitest.Rows(20, 1, h.Top().Draw)[0]; got != "go to: 0123456789abc" {
		t.Errorf("the long prompt = %q, want %q", got, "go to: 0123456789abc")
	}
}

// TestPromptCancel closes the prompt without a result.
func TestPromptCancel(t *testing.T) {
	h, answers := ask("12")
	h.Press(t, nil, "esc")
	if len(h.Layers) != 0 || len(*answers) != 0 {
		t.Errorf("after esc: %d layers, answers %q; want none", len(h.Layers), *answers)
	}
}

// TestMenu chooses by a key; another key is refused, and the menu stays.
func TestMenu(t *testing.T) {
	h, chosen := &tuitest.Host{}, ""
	options := []screen.Option{{Key: "1", Text: "svg"}, {Key: "2", Text: "html"}}
	for i := range options {
		options[i].Do = screen.Does(func() { chosen = options[i].Text })
	}
	screen.Choose(h, "export as?", options)
	screen.Type(h, "3")
	if !h.Refused || len(h.Layers) != 1 {
		t.Errorf("the unknown key 3: status %q, %d layers; want a refusal in the menu", h.Text,
			len(h.Layers))
	}
	want := []string{
		"┌─ choose ───────────────────┐",
		"│ export as?                 │",
		"│ > 1  svg                   │",
		"│   2  html                  │",
		"└────────────────────────────┘",
		"! Choose with down and up, ...",
	}
	if got := tuitest.Rows(30, 6, h.Top().Draw); !slices.Equal(got, want) {
		t.Errorf("the menu =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	h.Press(t, nil, "2")
	if chosen != "html" || len(h.Layers) != 0 {
		t.Errorf("2 chooses %q and leaves %d layers, want html and none", chosen, len(h.Layers))
	}
	for keys, want := range map[string]string{
		"enter": "svg", "down enter": "html", "down up enter": "svg", "down down enter": "html",
	} {
		screen.Choose(h, "export as?", options)
		h.Press(t, nil, strings.Fields(keys)...)
		if chosen != want {
			t.Errorf("%s chooses %q, want %q", keys, chosen, want)
		}
	}
}

// TestPage scrolls a text within its ends.
func TestPage(t *testing.T) {
	var text []string
	for i := range 12 {
		text = append(text, fmt.Sprintf("line %d", i))
	}
	h := &tuitest.Host{}
	screen.Tell(h, "Hint", text)
	first := func() string { // the page has room for 4 lines
		return strings.TrimSpace(strings.Trim(tuitest.Rows(20, 6, h.Top().Draw)[1], "│ "))
	}
	for _, tt := range []struct{ keys, want string }{
		{"", "line 0"}, {"up", "line 0"}, {"down", "line 1"}, {"pgdown", "line 8"},
		{"down", "line 8"}, {"up", "line 7"}, {"pgup", "line 0"},
	} {
		h.Press(t, nil, strings.Fields(tt.keys)...)
		if got := first(); got != tt.want {
			t.Errorf("%s: the first line is %q, want %q", tt.keys, got, tt.want)
		}
	}
	if got, want := tuitest.Rows(24, 6, h.Top().Draw)[0],
		"┌─ Hint ──── ↓ 8 more ─┐"; got != want {
		t.Errorf("the page's frame = %q, want %q", got, want)
	}
	screen.Type(h, "x")
	if !h.Refused || h.Text != "Esc closes this first; ? shows the keys here." {
		t.Errorf("x: %q, refused %t; want that Esc closes the page first", h.Text, h.Refused)
	}
	h.Press(t, nil, "?", "esc")
	if !h.Helped || len(h.Layers) != 0 {
		t.Errorf("after ? and esc: help %t, %d layers; want the help, no layer", h.Helped,
			len(h.Layers))
	}
}

// TestPageCovers: a page covers only as many rows as its text needs, and at most three fifths.
func TestPageCovers(t *testing.T) {
	for lines, covered := range map[int]int{1: 3, 9: 11, 10: 12, 11: 12, 50: 12} {
		h := &tuitest.Host{}
		screen.Tell(h, "Hint", slices.Repeat([]string{"x"}, lines))
		got := 0
		for _, row := range tuitest.Rows(30, 21,
			func(c draw.Canvas) { c.Fill(draw.Plain, "#"); h.Top().Draw(c) }) {
			if !strings.Contains(row, "#") {
				got++
			}
		}
		if got != covered {
			t.Errorf("a page of %d lines covers %d rows, want %d", lines, got, covered)
		}
	}
}

// TestPicker chooses the highlighted row, with keys and with the mouse.
func TestPicker(t *testing.T) {
	h, chosen := &tuitest.Host{}, -1
	open := func() *screen.Picker {
		p := &screen.Picker{
			H: h, Title: "Pairs", Rows: 9,
			Row: func(i, w int) string { return fmt.Sprintf("row %d of %d cells", i, w) },
			Do:  func(i int) tea.Cmd { chosen = i; return nil },
		}
		h.Push(p)
		return p
	}
	open()
	h.Press(t, nil, "down", "down", "enter")
	if chosen != 2 || len(h.Layers) != 0 {
		t.Errorf("enter chooses %d and leaves %d layers, want 2 and none", chosen, len(h.Layers))
	}
	p := open()
	click := func(y int) { tuitest.Frame(40, 6, p.Draw).Clicked(5, y) }
	click(3)
	if p.List.At != 2 || chosen != 2 {
		t.Errorf("a click highlights %d, and %d is chosen; want 2 and still 2", p.List.At, chosen)
	}
	rows := tuitest.Rows(40, 6, p.Draw)
	if !strings.Contains(rows[3], ">") || !strings.Contains(rows[5], "↓ 5 more") {
		t.Errorf("rows lack the cursor in row 3 or \"↓ 5 more\" in row 5:\n%s",
			strings.Join(rows, "\n"))
	}
	chosen = -1
	click(3)
	if chosen != 2 {
		t.Errorf("a click on the highlighted row chooses %d, want 2", chosen)
	}
}

// TestQuiz answers by letter or with the arrows; enter does nothing before an answer is chosen.
func TestQuiz(t *testing.T) {
	for keys, want := range map[string]int{
		"b": 1, "down": 0, "down down": 1, "down down down down": 2, "up": 0, "c up": 1,
	} {
		h, chosen := &tuitest.Host{}, -1
		answer := func(i int) func() tea.Cmd { return screen.Does(func() { chosen = i }) }
		screen.Quiz(h, "What comes next?", "answer", []screen.Option{
			{Key: "a", Text: "a read", Do: answer(0)}, {Key: "b", Text: "a write", Do: answer(1)},
			{Key: "c", Text: "nothing", Do: answer(2)}})
		h.Press(t, nil, "enter")
		if chosen >= 0 || !h.Refused || len(h.Layers) != 1 {
			t.Fatalf("enter without a highlighted answer chooses %d, status %q; want a refusal",
				chosen, h.Text)
		}
		h.Press(t, nil, strings.Fields(keys)...)
		if said := fmt.Sprintf("Enter: %c, ", 'a'+want); !strings.HasPrefix(h.Text, said) {
			t.Errorf("%s: %q, want %q", keys, h.Text, said)
		}
		h.Press(t, nil, "enter")
		if chosen != want || len(h.Layers) != 0 {
			t.Errorf("%s, enter: answer %d, want %d", keys, chosen, want)
		}
	}
}

// TestQuizRoom: if there is little room, the question is shortened before the answers.
func TestQuizRoom(t *testing.T) {
	h := &tuitest.Host{}
	screen.Quiz(h, strings.Repeat("a long question ", 10), "answer",
		[]screen.Option{
			{Key: "a", Text: "one"}, {Key: "b", Text: "two"}, {Key: "c", Text: "three"},
		})
	for height, shown := range map[int]string{
		20: "one two three", 7: "one two three", 6: "one two",
	} {
		text := strings.Join(tuitest.Rows(30, height, h.Top().Draw), "\n")
		for _, answer := range strings.Fields(shown) {
			if !strings.Contains(text, answer) {
				t.Errorf("%d rows: %s is not shown\n%s", height, answer, text)
			}
		}
		if !strings.Contains(text, "a long question") {
			t.Errorf("%d rows: the question is not shown\n%s", height, text)
		}
	}
}

// TestCover leaves at most three rows at the bottom for the reason of a refusal.
func TestCover(t *testing.T) {
	h := &tuitest.Host{}
	for _, tt := range []struct {
		words, rows int
	}{{0, 10}, {1, 9}, {10, 8}, {500, 7}} {
		h.Say("")
		if tt.words > 0 {
			h.Refuse(strings.TrimSpace(strings.Repeat("word ", tt.words)))
		}
		got := 0
		tuitest.Frame(30, 10, func(c draw.Canvas) { got = screen.Cover(h, c).H })
		if got != tt.rows {
			t.Errorf("%d words: %d rows are left, want %d", tt.words, got, tt.rows)
		}
	}
}
