package step

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/beside"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/tui/analysis"
	"wobbly/tui/draw"
	"wobbly/tui/pairs"
	"wobbly/tui/tuitest"
)

// screenOf returns a screen without a terminal, of a program after a schedule.
func screenOf(t *testing.T, text, moves string) *Screen {
	t.Helper()
	core := iltest.Core(t, text)
	s, err := session.New(core, core.Pairs()[0], session.OneObject(core, core.Pairs()[0]))
	if err != nil {
		t.Fatal(err)
	}
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	s.Play(list)
	return &Screen{s: s, vars: map[*il.Unit][]string{}}
}

// localText is a program in which many steps concern one thread alone.
const localText = `m(b) {
  while * {
    n := new();
    n.next := b.next;
    synchronized {
      b.next := n;
    }
    c := n;
    d := c;
    x := d.next;
  }
}
`

// TestFold folds local steps. Special steps keep their rows, and entering a fold opens it.
func TestFold(t *testing.T) {
	s := screenOf(t, localText, "A+9 B+9")
	rows := func() string {
		var all []string
		for i := range s.rows().count() {
			r := s.rows().at(i)
			if r.folded() {
				all = append(all, strconv.Itoa(r.first)+"-"+strconv.Itoa(r.last))
			} else {
				all = append(all, strconv.Itoa(r.last))
			}
		}
		return strings.Join(all, " ")
	}
	if got := s.rows(); got.count() != 21 || got.at(7).last != 7 || got.of(9) != 9 {
		t.Errorf("rows() = %+v, want 21 with the loop in row 7", got)
	}
	s.folded = true
	const folded = "0 1-2 3 4 5 6 7 8-9 10 11-12 13 14 15 16 17 18-19 20"
	if got := rows(); got != folded {
		t.Errorf("the folded rows are %s, want %s", got, folded)
	}
	s.s.Go(9)
	if got, want := rows(), strings.Replace(folded, "8-9", "8 9", 1); got != want {
		t.Errorf("in state 9, the rows are %s, want %s", got, want)
	}
	s.slideRows(1)
	s.slideRows(1) // over the fold that opens
	if s.s.At() != 12 {
		t.Errorf("two rows after state 9 is state %d of %s, want 12", s.s.At(), rows())
	}
	s.s.Go(1)
	s.s.Choose(semantics.B, semantics.Loop)
	s.s.GoTo(session.Index{Branch: 1, At: 20}) // a fork at state 1
	if got := rows(); !strings.HasPrefix(got, "0 1 ") {
		t.Errorf("rows() = %s, want prefix %q", got, "0 1 ")
	}
}

// TestRibbonUsesItsWidth shows earlier states of a long trace if its end would leave half of the
// ribbon empty.
func TestRibbonUsesItsWidth(t *testing.T) {
	text := "m(b) {"
	for i := range 30 {
		text += "\n  x" + strconv.Itoa(10+i) + " := new();"
	}
	s := screenOf(t, text+"\n}", "A29")
	const w = 76
	all, whole := s.ribbon(s.rows(), w, false)
	used := 0
	for _, g := range all {
		used += g.w
	}
	if whole || used < w-all[0].w || used > w+2 || all[len(all)-1].row.last != 29 {
		t.Errorf("%d of %d columns, states %d to %d", used, w, all[0].row.last,
			all[len(all)-1].row.last)
	}
	if one := s.segment(s.rows(), all[0].row.last-1, false); used+one.w <= w {
		t.Errorf("state %d would have had room", one.row.last)
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestIndentGoesFirst: a statement that does not fit loses its indentation before its end.
func TestIndentGoesFirst(t *testing.T) {
	s := screenOf(t, "m(b) {\n  aRatherLongName := b.anotherName;\n}", "")
	for w, want := range map[int]string{
		36: "  aRatherLongName := b.anotherName;", 34: "aRatherLongName := b.anotherName; ",
		30: "aRatherLongName := b.anothe...",
	} {
		f := draw.NewFrame(w, 1, false)
		codeLine{s: s, v: s.s.Now(), number: 2, digits: 1, here: true}.code(f.All(), draw.Plain,
			"  aRatherLongName := b.anotherName;")
		got := escapes.ReplaceAllString(f.Render(draw.NewColours(draw.Dark, true)), "")
		if strings.TrimRight(got, " ") != strings.TrimRight(want, " ") {
			t.Errorf("width %d: the row is %q, want %q", w, got, want)
		}
	}
}

// onDesk is a host that is not shown to an audience.
type onDesk struct{ *tuitest.Host }

func (onDesk) Projected() bool { return false }

// TestCodeMarks marks the line of the thread's next step, and that of its last step if it moved
// last.
func TestCodeMarks(t *testing.T) {
	s := screenOf(t, "m(b) {\n  x := b;\n  y := b;\n}", "B A")
	s.h = onDesk{&tuitest.Host{}}
	for i, want := range []string{"   1 , * 2 , > 3 ,   4 ", "   1 ,   2 , > 3 ,   4 "} {
		rows := tuitest.Rows(20, 4, func(c draw.Canvas) {
			s.drawCode(c, s.s.Now(), semantics.Tid(i))
		})
		got := strings.Join(slice.Map(rows, func(row string) string { return row[:5] }), ",")
		if got != want {
			t.Errorf("thread %d: the margin is %q, want %q", i, got, want)
		}
	}
}

// TestBesideShowsFacts shows all facts of the present state if there is room.
func TestBesideShowsFacts(t *testing.T) {
	const text = "m(b) {\n  x := b;\n  y := b;\n}"
	left, right := screenOf(t, text, "A2"), screenOf(t, text, "A B")
	b := &sideBySide{
		h: &tuitest.Host{}, row: 2,
		c: beside.Of([2]string{"this", "that"}, [2]*session.Session{left.s, right.s}),
	}
	const w = 80
	shown := strings.Join(tuitest.Rows(w, 24, b.Draw), "\n")
	for _, side := range b.c.State(b.row) {
		for _, f := range side {
			if !strings.Contains(shown, f.String()) {
				t.Errorf("the fact %q is missing in\n%s", f, shown)
			}
		}
	}
}

// TestThreeColumns draws the locals below the heap, down to the pane with the next steps.
func TestThreeColumns(t *testing.T) {
	h := onDesk{tuitest.Of(t, "m(b) {\n  x := b;\n  y := b;\n}")}
	s := New(h, &command.Controls{}, analysis.NewKnown(h, advice.Analysis{}), pairs.New(h, nil))
	for _, height := range []int{24, 60} { // with the trace below, and as lanes
		var column []string
		for _, row := range tuitest.Rows(120, height, s.Draw) {
			if strings.HasPrefix(row, "├─ next") {
				break
			}
			column = append(column, string([]rune(row)[80:]))
		}
		got := strings.Join(column[len(column)-4:], "\n")
		const want = "├─ locals, lock ────────── lock: free ─┤\n" +
			"│ A  m  b = o1   x = -   y = -         │\n" +
			"│ B  m  b = o1   x = -   y = -         │\n" +
			"│ lock  free                           │"
		if got != want {
			t.Errorf("%d rows: the third column ends with\n%s\nwant\n%s", height, got, want)
		}
	}
}
