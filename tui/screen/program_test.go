package screen_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/tui/screen"
)

// looping returns a program with a loop, so that traces can be of any length.
func looping(t *testing.T, file string) *screen.Program {
	t.Helper()
	core := iltest.Core(t, "m(b) {\n  while * {\n    x := b.f;\n  }\n}\n")
	pair := core.Pairs()[0]
	return &screen.Program{File: file, Core: core, Pair: pair, Init: session.OneObject(core, pair)}
}

// after returns a session of a program in which A has entered the loop n times.
func after(t *testing.T, p *screen.Program, n int) *session.Session {
	t.Helper()
	s, err := p.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	moves, err := schedule.Parse(strings.Repeat("A+ ", n))
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(moves); n > 0 && !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", moves, r.Text)
	}
	return s
}

// TestNames: Base drops folders, Stem also the suffix.
func TestNames(t *testing.T) {
	for file, want := range map[string][2]string{
		"burble.il":        {"burble.il", "burble"},
		"a/b/burble.il":    {"burble.il", "burble"},
		`C:\a\burble.il`:   {"burble.il", "burble"},
		"a.il/b":           {"b", "b"},
		"x.y.il":           {"x.y.il", "x.y"},
		"burble.txt":       {"burble.txt", "burble.txt"},
		"-":                {"-", "-"},
		"":                 {"", ""},
		"a folder/with.il": {"with.il", "with"},
	} {
		p := &screen.Program{File: file}
		if got := [2]string{p.Base(), screen.Stem(p)}; got != want {
			t.Errorf("%q has base and stem %q, want %q", file, got, want)
		}
	}
}

// TestOpenCommand quotes the file, and has no command for an unsaved program.
func TestOpenCommand(t *testing.T) {
	for _, tt := range []struct {
		p       screen.Program
		want    string
		unsaved bool
	}{
		{screen.Program{File: "burble.il"}, "wobbly step burble.il", false},
		{screen.Program{File: "my burble.il"}, "wobbly step 'my burble.il'", false},
		{screen.Program{File: "burble.il", NoFile: true}, "", true},
		{screen.Program{File: "burble.il", NoFile: true, Repeat: "wobbly fix burble.il R1"},
			"", false},
		{screen.Program{
			File: "burble.il", NoFile: true, Command: "wobbly step --example burble.il",
		}, "wobbly step --example burble.il", false},
	} {
		if got := screen.OpenCommand(&tt.p); got != tt.want {
			t.Errorf("OpenCommand(%+v) = %q, want %q", tt.p, got, tt.want)
		}
		if got := tt.p.Unsaved(); got != tt.unsaved {
			t.Errorf("Unsaved of %+v = %t, want %t", tt.p, got, tt.unsaved)
		}
		tt.p.Forget()
		if tt.p.Unsaved() {
			t.Errorf("Unsaved of %+v = true after Forget", tt.p)
		}
	}
}

// TestIsOf compares the program, the pair and the initial state, but not the moves.
func TestIsOf(t *testing.T) {
	p := looping(t, "loop.il")
	s := after(t, p, 3)
	if !p.IsOf(s) || !p.At(s).IsOf(s) || p.At(s).Schedule.String() != s.Schedule().String() {
		t.Error("a session is not of its own program")
	}
	if looping(t, "loop.il").IsOf(s) {
		t.Error("a session is of another program with the same text")
	}
	other := *p
	var err error
	if other.Init, err = session.ParseInit(p.Core, p.Pair, "A.b=o1,B.b=o2"); err != nil {
		t.Fatal(err)
	}
	if other.IsOf(s) {
		t.Error("a session is of the program from another initial state")
	}
}

// TestNewSession continues the session that a program has.
func TestNewSession(t *testing.T) {
	p := looping(t, "loop.il")
	p.Session = after(t, p, 2)
	if s, err := p.NewSession(); err != nil || s != p.Session {
		t.Errorf("NewSession = %v, %v; want the program's session", s, err)
	}
}

// TestResume prints a command that leads to a state. A long trace is saved as a file, and so is any
// trace if the terminal is gone.
func TestResume(t *testing.T) {
	p := looping(t, "loop.il")
	var saved []string
	var saveErr error
	files := func(cutOff bool) screen.Files {
		return screen.Files{
			Save: func(name string, data []byte) (string, error) {
				saved = append(saved, name+" "+strconv.Itoa(min(1, len(data))))
				return "traces/" + name, saveErr
			},
			CutOff: func() bool { return cutOff },
		}
	}
	short, long := after(t, p, 2), after(t, p, 400)
	for _, tt := range []struct {
		name    string
		s       *session.Session
		cutOff  bool
		saved   bool
		command string // a prefix of the command
	}{
		{"short", short, false, false, "wobbly step loop.il --schedule 'wobbly:1:loop.il(m,m):"},
		{"long", long, false, true, "wobbly step loop.il --trace traces/loop.trace"},
		{"cut off", short, true, true, "wobbly step loop.il --schedule 'wobbly:1:loop.il(m,m):"},
		{"cut off at the start", after(t, p, 0), true, false, "wobbly step loop.il --schedule "},
	} {
		saved = nil
		r := files(tt.cutOff).Resume(p, tt.s)
		if !strings.HasPrefix(r.Command, tt.command) || (r.Saved != "") != tt.saved ||
			(len(saved) == 1) != tt.saved {
			t.Errorf("%s: Resume = %+v, saved %q; want %s..., saved %t", tt.name, r, saved,
				tt.command, tt.saved)
		}
	}
	saveErr = errors.New("the disk is full")
	if r := files(false).Resume(p, long); r.Saved != "" ||
		!strings.Contains(r.Command, " --schedule ") {
		t.Errorf("if the trace cannot be saved, the command is %.80s, want a schedule", r.Command)
	}
	unsaved := looping(t, "loop.il")
	unsaved.NoFile, unsaved.Repeat = true, "wobbly fix loop.il R1"
	if r := files(false).Resume(unsaved, long); r.Command != unsaved.Repeat || r.Saved != "" {
		t.Errorf("Resume of a program without a file = %+v, want its Repeat", r)
	}
}

// TestDropLong drops a copied text of more than 1000 bytes.
func TestDropLong(t *testing.T) {
	for n, kept := range map[int]bool{1000: true, 1001: false} {
		f := screen.Farewell{Copied: strings.Repeat("A", n)}
		f.DropLong()
		if (f.Copied != "") != kept {
			t.Errorf("DropLong leaves %d of %d bytes", len(f.Copied), n)
		}
	}
}
