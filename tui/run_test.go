package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/home"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// screenful collects what a program writes to its terminal.
type screenful struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screenful) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screenful) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// await waits until a text was written.
func (s *screenful) await(t *testing.T, text string) {
	t.Helper()
	for range 3000 {
		if strings.Contains(s.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q never came: %q", text, s.String())
}

// terminal returns options with a terminal of 80x24, its output, and the pipe to type into.
func terminal(t *testing.T, p *screen.Program) (Options, *screenful, *io.PipeWriter) {
	t.Helper()
	in, typist := io.Pipe()
	out := &screenful{}
	return Options{
		Program: p, Terminal: Terminal{
			In: in, Out: out, Width: 80, Height: 24, Theme: draw.NoColours,
			Environ: []string{"TERM=xterm-256color"},
		},
	}, out, typist
}

// send types a text.
func send(t *testing.T, w io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Error(err)
	}
}

// leavesScreen is the escape sequence that restores the contents of the terminal.
const leavesScreen = "\x1b[?1049l"

// TestRun types on a terminal: Run shows the screen, ends with q, and says how to continue.
func TestRun(t *testing.T) {
	o, out, typist := terminal(t, burble(t))
	type end struct {
		bye screen.Farewell
		err error
	}
	ended := make(chan end, 1)
	go func() {
		bye, err := Run(context.Background(), o)
		ended <- end{bye, err}
	}()
	out.await(t, "burble.il")
	send(t, typist, "ab")
	out.await(t, "RACE")
	send(t, typist, "y")
	out.await(t, "\x1b]52;c;") // the terminal's clipboard
	send(t, typist, "q")
	got := <-ended
	if got.err != nil {
		t.Fatalf("Run: %v", got.err)
	}
	if got.bye.Schedule != "A B" || got.bye.Copied != got.bye.Link ||
		got.bye.Resume != "wobbly step burble.il --schedule '"+got.bye.Link+"'" {
		t.Errorf("Run = %+v, want the schedule A B, with its link copied and to resume", got.bye)
	}
	if !strings.Contains(out.String(), leavesScreen) {
		t.Error("Run does not restore the terminal")
	}
	// The link leads to the same state.
	var err error
	x := o.controls()
	x.Session, err = session.New(o.Program.Core, o.Program.Pair, o.Program.Init)
	if err != nil {
		t.Fatal(err)
	}
	a := command.Find(command.Paste).Run(t.Context(), x, got.bye.Link)
	if a.Open == nil || a.Open.Note != "" || a.Open.Session.Schedule().String() != "A B" {
		t.Errorf("pasting the link = %+v, want A B opened", a)
	}
}

// TestResize: the screen adapts to the size of the terminal.
func TestResize(t *testing.T) {
	o, out, typist := terminal(t, burble(t))
	a, err := newApp(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	p := tea.NewProgram(a, teaOptions(context.Background(), o)...)
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	out.await(t, "burble.il")
	p.Send(tea.WindowSizeMsg{Width: 30, Height: 8})
	out.await(t, "needs a terminal of")
	p.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	out.await(t, "4 Analysis")
	send(t, typist, "\x03")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestPanic: a panic is an error, and the terminal is restored.
func TestPanic(t *testing.T) {
	o, out, typist := terminal(t, burble(t))
	o.Save = func(string, []byte) (string, error) { return "", nil }
	o.Exports = []screen.Export{{
		Name: "panics", Write: func(*session.Session) ([]byte, error) { panic("as planned") },
	}}
	ended := make(chan error, 1)
	go func() {
		_, err := Run(context.Background(), o)
		ended <- err
	}()
	out.await(t, "burble.il")
	send(t, typist, "x1")
	if err := <-ended; !errors.Is(err, tea.ErrProgramPanic) {
		t.Errorf("Run = %v, want %v", err, tea.ErrProgramPanic)
	}
	if !strings.Contains(out.String(), leavesScreen) {
		t.Error("Run does not restore the terminal")
	}
}

// TestCancel: Run ends with its context, and also if the terminal goes away. The terminal is
// restored and the schedule saved.
func TestCancel(t *testing.T) {
	o, out, _ := terminal(t, at(t, burble(t), "A B"))
	saved := ""
	o.Save = func(name string, text []byte) (string, error) {
		saved = string(text)
		return name, nil
	}
	o.CutOff = func() bool { return true }
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var bye screen.Farewell
	go func() {
		var err error
		bye, err = Run(ctx, o)
		ended <- err
	}()
	out.await(t, "burble.il")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), leavesScreen) {
		t.Error("Run does not restore the terminal")
	}
	if !strings.Contains(saved, "lock()") || len(bye.Saved) != 1 ||
		bye.Saved[0] != "burble.trace" || bye.Schedule != "A B" {
		t.Errorf("Run = %+v, saved %q; want the schedule A B saved in burble.trace", bye, saved)
	}
}

// TestHome opens a program from Home, and one that cannot be opened.
func TestHome(t *testing.T) {
	o := Options{
		Home: home.Options{Items: []home.Item{
			{Group: "Lessons", Name: "1", Title: "You are the scheduler",
				Note: func() string { return "1 of 2 tasks done" }},
			{Group: "Examples", Name: "burble.il", Title: "A false race"},
		}},
		Terminal: Terminal{Width: 80, Height: 24, NoColor: true},
	}
	o.Home.Open = func(i home.Item) (*screen.Program, error) {
		if i.Name == "1" {
			return nil, errors.New("it is not there")
		}
		return burble(t), nil
	}
	a, err := newApp(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	tuitest.Golden(t, "testdata/home.golden", textOf(a.render())+"\n")
	press(t, a, "1")
	if !a.refused || a.at != screen.Home {
		t.Errorf("1: status = %q, refused %t, screen %v; want a refusal in Home", a.status,
			a.refused, a.at)
	}
	press(t, a, "enter")
	if want := "1 cannot be opened: it is not there."; a.status != want {
		t.Errorf("enter on item 1: status %q, want %q", a.status, want)
	}
	press(t, a, "down", "enter")
	if a.at != screen.Step || a.session == nil {
		t.Fatalf("enter on burble.il leads to %s, want Step", screen.Names[a.at])
	}
	press(t, a, "esc")
	if a.at != screen.Home {
		t.Errorf("esc leads to %s, want Home", screen.Names[a.at])
	}
}

// TestBackground: the terminal is asked whether it is dark only if the theme depends on it.
func TestBackground(t *testing.T) {
	asks := func(theme draw.Theme, plain bool) bool {
		a := start(t, burble(t),
			Options{Terminal: Terminal{Theme: theme, NoColor: plain, Width: 80, Height: 24}})
		asked := false
		var look func(cmd tea.Cmd)
		look = func(cmd tea.Cmd) {
			if cmd == nil {
				return
			}
			switch msg := cmd().(type) {
			case tea.BatchMsg:
				for _, c := range msg {
					look(c)
				}
			default:
				asked = asked || msg == tea.RequestBackgroundColor()
			}
		}
		look(a.Init())
		return asked
	}
	for _, tt := range []struct {
		theme draw.Theme
		plain bool // without colours
		want  bool
	}{{draw.Auto, false, true}, {"", false, true}, {draw.Auto, true, false},
		{draw.HighContrast, false, false}} {
		if got := asks(tt.theme, tt.plain); got != tt.want {
			t.Errorf("the theme %q, without colours %t: asks %t, want %t", tt.theme, tt.plain, got,
				tt.want)
		}
	}
}
