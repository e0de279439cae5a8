package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// TestListKeys moves the highlight within the list, even an empty one.
func TestListKeys(t *testing.T) {
	for _, tt := range []struct {
		n, from int
		key     string
		to      int
	}{
		{3, 0, "up", 0}, {3, 0, "down", 1}, {3, 2, "down", 2}, {3, 2, "up", 1}, {3, 1, "home", 0},
		{3, 1, "end", 2},
		{30, 5, "pgdown", 15}, {30, 19, "pgdown", 29}, {30, 20, "pgdown", 29}, {30, 10, "pgup", 0},
		{30, 9, "pgup", 0},
		{0, 0, "down", 0}, {0, 0, "end", 0}, {1, 0, "down", 0},
	} {
		l := screen.List{At: tt.from}
		h := &tuitest.Host{}
		h.Press(t, func() []screen.Binding { return l.Keys(func() int { return tt.n }, nil) },
			tt.key)
		if l.At != tt.to {
			t.Errorf("%s of %d rows moves from %d to %d, want %d", tt.key, tt.n, tt.from,
				l.At, tt.to)
		}
	}
}

// listRows draws a list of n rows on h rows, and returns these without trailing blanks.
func listRows(l *screen.List, n, h int) (rows []string, below int) {
	rows = tuitest.Rows(20, h, func(c draw.Canvas) {
		below = l.Draw(c, n,
			func(c draw.Canvas, i int) { c.Text(0, 0, draw.Plain, fmt.Sprintf("row %d", i)) }, nil)
	})
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows, below
}

// TestListDraw shows the rows around the highlighted one, and counts those below.
func TestListDraw(t *testing.T) {
	for _, tt := range []struct {
		n, at, h, below int
		want            string
	}{
		{3, 0, 3, 0, " > row 0|   row 1|   row 2"},
		{4, 0, 3, 1, " > row 0|   row 1|   row 2"},
		{9, 4, 3, 3, "   row 3| > row 4|   row 5"},
		{9, 8, 3, 0, "   row 6|   row 7| > row 8"},
		{2, 1, 3, 0, "   row 0| > row 1|"},
		{0, 0, 2, 0, "|"},
	} {
		rows, below := listRows(&screen.List{At: tt.at}, tt.n, tt.h)
		if got := strings.Join(rows, "|"); got != tt.want || below != tt.below {
			t.Errorf("row %d of %d in %d rows: %q, %d below; want %q, %d below", tt.at, tt.n, tt.h,
				got, below, tt.want, tt.below)
		}
	}
}

// TestListHeadings shows headings from seven rows on.
func TestListHeadings(t *testing.T) {
	l := &screen.List{
		At: 1, Head: func(i int) string { return map[int]string{0: "first", 2: "second"}[i] },
	}
	for h, want := range map[int]string{
		7: " first|   row 0| > row 1| second|   row 2||",
		6: "   row 0| > row 1|   row 2|||",
	} {
		if rows, _ := listRows(l, 3, h); strings.Join(rows, "|") != want {
			t.Errorf("%d rows: %q, want %q", h, rows, want)
		}
	}
}

// TestListMouse highlights a row with the mouse and reports it, but only if the row changes.
func TestListMouse(t *testing.T) {
	moved := 0
	l := &screen.List{Moved: func() { moved++ }}
	frame := func() *draw.Frame {
		return tuitest.Frame(20, 3,
			func(c draw.Canvas) { l.Draw(c, 5, func(draw.Canvas, int) {}, nil) })
	}
	// After the first click, row 2 is in the middle.
	for _, tt := range []struct{ y, at, moved int }{{2, 2, 1}, {1, 2, 1}, {2, 3, 2}} {
		frame().Clicked(3, tt.y)
		if l.At != tt.at || moved != tt.moved {
			t.Errorf("a click on line %d highlights row %d, and Moved was called %d times; want "+
				"row %d, %d times", tt.y, l.At, moved, tt.at, tt.moved)
		}
	}
	for _, tt := range []struct{ by, at int }{{3, 4}, {3, 4}, {-9, 0}} {
		frame().Wheeled(3, 0, tt.by)
		if l.At != tt.at {
			t.Errorf("the wheel by %d highlights %d, want %d", tt.by, l.At, tt.at)
		}
	}
}

// TestListMark: the highlighted row has a sign and is inverse; in an idle list it is only bold.
func TestListMark(t *testing.T) {
	for idle, want := range map[bool]string{false: " > row 1", true: "   row 1"} {
		l := &screen.List{At: 1, Idle: idle}
		show := func(c draw.Canvas, i int) { c.Text(0, 0, draw.Plain, fmt.Sprintf("row %d", i)) }
		frame := tuitest.Frame(8, 2, func(c draw.Canvas) { l.Draw(c, 2, show, nil) })
		rows, _ := listRows(l, 2, 2)
		lines := strings.Split(frame.Render(draw.NewColours(draw.Dark, true)), "\n")
		if rows[1] != want || !strings.Contains(lines[1], "\x1b[") || strings.Contains(lines[0], "\x1b[1") ||
			strings.Contains(lines[1], "\x1b[7") == idle {
			t.Errorf("idle %t: rows %q, drawn as %q", idle, rows, lines)
		}
	}
}
