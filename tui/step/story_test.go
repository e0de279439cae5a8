package step

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/tui/analysis"
	"wobbly/tui/pairs"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

const storyText = `m(b) {
  x := b.f;
  b.f := x;
  synchronized {
    if * {
      n := new();
      n.next := b;
      b.f := n;
    } else {
      b.g := x;
    }
  }
  while * {
    y := b.f;
  }
}

k(c, d) {
  lock();
  unlock();
  c.f := d;
}
`

// A desk is a terminal that can also be projected and show other screens.
type desk struct {
	*tuitest.Host
	projected bool
}

func (d desk) Projected() bool                     { return d.projected }
func (d desk) Closed(screen.Number) screen.Refusal { return screen.Refusal{} }
func (d desk) Pause() func(context.Context)        { return func(context.Context) {} }

// storyAnalysis reports every pair of accesses, and finds a line for each statement.
func storyAnalysis() advice.Analysis {
	return advice.Analysis{
		Lines: func(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
			if u.Name != "m" {
				return advice.Unit{}, errors.New("no summary of " + u.Name)
			}
			var a advice.Unit
			il.Walk(u.Body, func(s il.Stmt) {
				at := core.Source.Position(s.Pos())
				a.Lines = append(a.Lines,
					advice.Line{Stmt: s, At: at, Text: "statement", Rule: "load",
						Before: advice.State{W: []string{"b"}, More: 1, Lock: "0", A: 2},
						W:      []string{"x"}, Lock: "1", A: []string{"(b.f, R, 1)"}})
			})
			a.End = advice.State{W: []string{"b", "x"}, Lock: "0", A: 3}
			return a, nil
		},
		About: func(context.Context, *il.Core, il.Pair, il.Sites) (advice.Pair, error) {
			return advice.Pair{ID: "R1", Race: true, Verdict: "It is reported.",
				Tests: []advice.Test{{Name: "lock", Holds: true, Finding: "No lock is held."}}}, nil
		},
	}
}

// story opens a program on a terminal of a size.
func story(t *testing.T, text, moves string, w, h int) (*Screen, desk) {
	t.Helper()
	host := tuitest.Of(t, text)
	host.Width, host.Height, host.At, host.Focus = w, h, screen.Step, paneNext
	host.Folder.Exports = []screen.Export{
		{Name: "text", Suffix: ".txt", Write: func(s *session.Session) ([]byte, error) {
			return fmt.Appendf(nil, "state %d", s.At()), nil
		}},
		{Name: "nothing", Write: func(*session.Session) ([]byte, error) {
			return nil, errors.New("nothing to write")
		}},
	}
	save := func(name string, _ []byte) (string, error) { return "/home/" + name, nil }
	host.Folder.Save = save
	d := desk{Host: host}
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := host.On.Play(list); !r.OK() {
		t.Fatal(r.Text)
	}
	known := analysis.NewKnown(d, storyAnalysis())
	x := &command.Controls{Seed: 1, Analysis: storyAnalysis(), Files: command.Files{Save: save}}
	return New(d, x, known, pairs.New(d, nil)), d
}

// press presses a key, types a text in which "_" is a blank, or moves the focus to a @pane.
func (s *Screen) press(t *testing.T, d desk, key string) {
	t.Helper()
	if pane, ok := strings.CutPrefix(key, "@"); ok {
		d.Focus = pane
		return
	}
	d.Enter(t, s.Keys, strings.ReplaceAll(key, "_", " "))
}

// stories are lists of keys. After each of them, the golden file has what the status line says, or
// the layer above the screen.
var stories = []struct{ name, text, moves, keys string }{
	{"moves", storyText, "",
		"a a b a a + B A b @next down enter left left right right pgup pgdown [ ] 0 $ u u " +
			"ctrl+r r R g 3 enter g 99 enter esc @trace down up o o up v p A2 enter"},
	{"code", storyText, "",
		"@A down down enter enter down up up up enter @B down down down down enter enter e"},
	{"heap", storyText, "A3 A+ A3 B",
		"@heap down down down up W W v v v @locals down up down W x enter @heap |"},
	{"words", storyText, "A B",
		": b.f enter : undo enter : no_such enter esc : esc : help enter : a_:=_b enter esc " +
			": a enter : watch_b.f enter / B.x_==_o1 enter C c n N e enter : quit enter"},
	{"race", storyText, "A B",
		"n N e enter @analysis down up e enter @next x 1 enter x 2 S enter y p esc ctrl+p f F " +
			"m P esc H"},
	{"fault", "m(b) { x := b.f; y := x.f; z := x.g; }", "",
		"A a B b n e enter w x.f enter W x enter"},
	{"blocked", "m(b) { lock(); b.f := b; unlock(); }", "", "a b B e enter A n"},
	{"predictions", storyText, "", "I enter I e enter a b a enter I f enter a"},
}

// said returns what the status line says, and the first rows of the layer above the screen.
func (s *Screen) said(d desk) string {
	text, refused := d.Status()
	if refused {
		text = "(refused) " + text
	}
	if top := d.Top(); top != nil {
		rows := slice.Filter(tuitest.Rows(80, 24, top.Draw),
			func(row string) bool { return strings.TrimSpace(row) != "" })
		for _, row := range rows[:min(len(rows), 3)] {
			text += "\n    " + strings.TrimRight(row, " ")
		}
	}
	return text
}

// TestStories compares what the screen says after each key with testdata.
func TestStories(t *testing.T) {
	var b strings.Builder
	for _, x := range stories {
		s, d := story(t, x.text, x.moves, 80, 24)
		fmt.Fprintf(&b, "# %s\n", x.name)
		for _, key := range strings.Fields(x.keys) {
			d.Say("")
			s.press(t, d, key)
			d.Run(s.Wants())
			fmt.Fprintf(&b, "%-8s %s: %s\n", key, s.Heading(), s.said(d))
		}
	}
	tuitest.Golden(t, "testdata/stories.golden", b.String())
}

// TestLayouts compares drawings at the sizes where the layout changes, and at a size below, with
// testdata.
func TestLayouts(t *testing.T) {
	var b strings.Builder
	for _, x := range []struct {
		w, h      int
		keys      string
		projected bool
	}{
		{71, 19, "a", false},
		{72, 20, "a a", false},
		{99, 24, "v v", false},
		{100, 15, "@heap down", false},
		{100, 16, "o", false},
		{120, 33, "w b.f enter", false},
		{120, 32, "@trace left left b", false},
		{80, 24, "a b", true},
		{200, 60, "@A down", false},
		{80, 25, "0 v", false},
		{90, 40, "left left B b o", false},
	} {
		s, d := story(t, storyText, "A3 A+ B2 A3", x.w, x.h)
		d.projected = x.projected
		for _, key := range strings.Fields(x.keys) {
			s.press(t, d, key)
		}
		d.Run(s.Wants())
		rows := tuitest.Rows(x.w, x.h, s.Draw)
		fmt.Fprintf(&b, "# %d columns, %d rows, after %s\n%s\n", x.w, x.h, x.keys,
			strings.Join(rows, "\n"))
		for _, pane := range s.Panes() {
			d.Zoom, d.Focus = true, pane
			rows := tuitest.Rows(x.w, x.h/2, s.Draw)
			if x.w == 80 {
				fmt.Fprintf(&b, "# %s\n%s\n", pane, strings.Join(rows, "\n"))
			}
		}
	}
	for _, w := range []int{60, 101} {
		s, d := story(t, storyText, "A3 A+ B2 A3", w, 24)
		for _, key := range strings.Fields("left left left b right | A2 enter") {
			s.press(t, d, key)
		}
		fmt.Fprintf(&b, "# two branches in %d columns\n%s\n", w,
			strings.Join(tuitest.Rows(w, 24, d.Top().Draw), "\n"))
	}
	tuitest.Golden(t, "testdata/layouts.golden", b.String())
}
