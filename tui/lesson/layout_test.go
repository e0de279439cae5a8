package lesson

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/tui/draw"
	"wobbly/tui/tuitest"
)

// measure returns the titles and the widths of panes.
func measure(panes []lessonPane) (titles []string, widths []int) {
	for _, p := range panes {
		titles, widths = append(titles, p.title), append(widths, p.w)
	}
	return titles, widths
}

// TestLayout puts the program beside the text from 72 columns on. A zoomed pane gets all the room.
func TestLayout(t *testing.T) {
	s, h := answered(t, 1, 1)
	for _, tt := range []struct {
		w      int
		titles []string
		widths []int
	}{
		{40, []string{"Lesson 1", "goal"}, []int{38, 38}},
		{71, []string{"Lesson 1", "goal"}, []int{69, 69}},
		{72, []string{"Lesson 1: You are the scheduler", "goal", "swap.il"}, []int{40, 40, 25}},
		{120, []string{"Lesson 1: You are the scheduler", "goal", "swap.il"}, []int{69, 69, 44}},
	} {
		titles, widths := measure(s.layout(tt.w, 24))
		if !slices.Equal(titles, tt.titles) || !slices.Equal(widths, tt.widths) {
			t.Errorf("%d columns: %q %v, want %q %v", tt.w, titles, widths, tt.titles, tt.widths)
		}
	}
	for _, focus := range []string{paneLesson, paneGoal} {
		h.Zoom, h.Focus = true, focus
		if panes := s.layout(120, 24); len(panes) != 1 || panes[0].name != focus ||
			panes[0].w != 116 || panes[0].h != 22 {
			t.Errorf("%s zoomed: %+v, want it alone on 116 x 22 cells", focus, panes)
		}
	}
}

// TestLayoutFits keeps each pane within the screen and gives it at least one row, for every task
// and every terminal size.
func TestLayoutFits(t *testing.T) {
	for kind, at := range kinds {
		unanswered, _ := begun(t, at[0], at[1])
		undone, _ := answered(t, at[0], at[1])
		finished, _ := done(t, at[0], at[1])
		for _, s := range []*Screen{unanswered, undone, finished} {
			for w := 40; w <= 130; w += 3 {
				for h := 9; h <= 40; h += 3 {
					for _, p := range s.layout(w, h) {
						if p.h < 1 || p.x < 0 || p.y < 1 || p.x+p.w > w || p.y+p.h > h {
							t.Fatalf("%s, %d x %d: %s is at %d, %d with %d x %d", kind, w, h,
								p.title, p.x, p.y, p.w, p.h)
						}
					}
				}
			}
		}
	}
}

// TestQuestionWithProgram shows each question with all its answers, the text of its task and
// the whole program, on a terminal of 80 columns and 24 rows.
func TestQuestionWithProgram(t *testing.T) {
	questions := 0
	for number := 1; number <= 18; number++ {
		s, _ := begun(t, number, 1)
		for task := 1; s.Game.GoTo(task); task++ {
			if err := s.begin(); err != nil {
				t.Fatal(err)
			}
			for s.Asking() {
				q, n, _ := s.Game.Question()
				questions++
				panes := s.layout(80, 21)
				text, question, program := panes[0], panes[1], panes[2]
				if rows := len(linesIn(s.options(q), question.w)); rows > question.h {
					t.Errorf("%d.%d, question %d: %d rows do not fit into %d", number, task, n,
						rows, question.h)
				}
				if head := text.lines[text.top].text; text.h < 4 ||
					text.top > 0 && !strings.HasPrefix(head, "Task ") &&
						text.top+text.h < len(text.lines) {
					t.Errorf("%d.%d, question %d: the text is %d rows from %q", number, task, n,
						text.h, head)
				}
				last := strings.Count(strings.TrimRight(s.Game.Task().Listing(), "\n"), "\n") + 1
				if last+1 > program.h {
					t.Errorf("%d.%d: %d lines of the program do not fit into %d rows", number, task,
						last, program.h)
				}
				for _, l := range program.lines[1 : last+1] {
					if draw.Cells(l.text) > program.w {
						t.Errorf("%d.%d: %q is cut", number, task, l.text)
					}
				}
				s.tell(s.Answer(1))
			}
		}
	}
	if questions != 60 {
		t.Errorf("%d questions were shown, want 60", questions)
	}
}

// TestQuestionNarrow begins with the program above the open question, on a narrow terminal.
func TestQuestionNarrow(t *testing.T) {
	s, _ := begun(t, 4, 1)
	p := s.layout(60, 17)[0]
	if first := p.lines[p.top].text; first != s.listing()[0].text || p.h < 7 {
		t.Errorf("the text has %d rows from %q, want at least 7 from the program on", p.h, first)
	}
}

// TestListing shows the program either in the text or beside it.
func TestListing(t *testing.T) {
	s, h := answered(t, 1, 1)
	for _, tt := range []struct {
		w    int
		zoom bool
	}{{71, false}, {72, false}, {100, true}} {
		h.Zoom = tt.zoom
		times := 0
		for _, p := range s.layout(tt.w, 200) {
			for _, l := range p.lines {
				if l.text == "  2   x := c.f;" || l.text == "   2   x := c.f;" {
					times++
				}
			}
		}
		if times != 1 {
			t.Errorf("%d columns, zoomed %t: line 2 is shown %d times, want once", tt.w, tt.zoom,
				times)
		}
	}
}

// TestScroll keeps the text between its first line and its last one.
func TestScroll(t *testing.T) {
	s, h := answered(t, 1, 1)
	maxTop := 0
	for _, p := range s.layout(s.body()) {
		if p.name == paneLesson {
			maxTop = len(p.lines) - p.h
		}
	}
	for _, tt := range []struct {
		keys string
		top  int
	}{{"home", 0}, {"up", 0}, {"down", 1}, {"pgdown", 9}, {"pgup", 1}, {"pgup", 0},
		{"pgdown pgdown pgdown pgdown pgdown pgdown", maxTop}, {"down", maxTop}, {"up", maxTop - 1},
		{"home", 0}} {
		h.Press(t, s.Keys, strings.Fields(tt.keys)...)
		if s.top[paneLesson] != tt.top {
			t.Errorf("%s: line %d is the first one, want %d of %d", tt.keys, s.top[paneLesson],
				tt.top, maxTop)
		}
	}
}

// TestLinesIn breaks a text beside its label, and keeps a line that begins with a space.
func TestLinesIn(t *testing.T) {
	lines := linesIn([]passage{
		{label: "Goal", text: "one two three", style: draw.Good},
		gap,
		{text: "  kept  as it is, too long"},
		{label: "a", text: "", choice: 2},
	}, 11)
	want := []textLine{
		{draw.Good, "Goal  one", 0}, {draw.Good, "      two", 0}, {draw.Good, "      three", 0},
		{},
		{text: "  kept  as it is, too long"},
		{text: "a  ", choice: 2},
	}
	if !slices.Equal(lines, want) {
		t.Errorf("linesIn = %+v\nwant\n%+v", lines, want)
	}
}

// TestBeside draws the task beside a wide screen and above a narrow one, in two rows if there is
// room.
func TestBeside(t *testing.T) {
	s, _ := answered(t, 2, 1) // with a long goal
	for _, tt := range []struct{ w, h, restW, restH int }{
		{60, 17, 60, 15}, {60, 16, 60, 15}, {111, 17, 111, 16}, {112, 17, 112 - 38, 17},
		{114, 17, 114 - 38, 17}, {120, 17, 80, 17}, {200, 17, 136, 17}, {40, 12, 40, 11},
	} {
		var rest draw.Canvas
		tuitest.Frame(tt.w, tt.h, func(c draw.Canvas) { rest = s.Beside(c) })
		if rest.W != tt.restW || rest.H != tt.restH {
			t.Errorf("%d x %d: %d x %d are left, want %d x %d", tt.w, tt.h, rest.W, rest.H,
				tt.restW, tt.restH)
		}
	}
	rows := tuitest.Rows(60, 12, func(c draw.Canvas) { s.Beside(c) })
	want := " Goal  Both threads have ended, and one of the new object..."
	if got := strings.TrimRight(rows[0], " "); got != want {
		t.Errorf("the first row above a narrow screen is %q, want %q", got, want)
	}
}

// TestWatched: a wait is for one file, and ends with the program or when another one begins.
func TestWatched(t *testing.T) {
	var w watched
	w.end() // of no wait
	ctx, cancel := context.WithCancel(context.Background())
	other, stop := context.WithCancel(context.Background())
	defer stop()
	if w.waits("a.il", ctx) {
		t.Error("waits(a.il) = true before begin")
	}
	w.begin("a.il", ctx)
	if !w.waits("a.il", ctx) || w.waits("b.il", ctx) || w.waits("a.il", other) {
		t.Error("after begin(a.il), it does not wait for a.il, or for another file or program")
	}
	w.begin("b.il", ctx)
	if w.waits("a.il", ctx) || !w.waits("b.il", ctx) {
		t.Error("after begin(b.il), it still waits for a.il, or not for b.il")
	}
	cancel()
	if w.waits("b.il", ctx) {
		t.Error("waits(b.il) = true after the end of the program")
	}
	w.begin("b.il", other)
	w.end()
	if w.waits("b.il", other) {
		t.Error("waits(b.il) = true after end")
	}
}
