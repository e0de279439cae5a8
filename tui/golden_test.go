package tui

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/text"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// sizes lists sizes of terminals, one for each layout.
var sizes = [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// More programs of the goldens.
const (
	deepText = `m(b) {
  lock();
  first(b);
  unlock();
}

private first(x) {
  second(x, x.f);
}

private second(x, y) {
  while * {
    x.f := y;
  }
  if * {
    z := y.g;
  } else {
    y.g := x;
  }
}
`
	manyText = `m(b) {
  while * {
    n := new();
    n.next := b.next;
    b.next := n; // the newest is the first
  }
}
`
)

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

// scenes lists the states of Step that have a golden.
var scenes = []struct {
	name string
	make func(t *testing.T, o Options) *app
}{
	{"start", func(t *testing.T, o Options) *app { return start(t, burble(t), o) }},
	{"race", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "A B"), o)
		press(t, a, "left", "right")
		return a
	}},
	{"blocked", func(t *testing.T, o Options) *app {
		a := start(t, program(t, "burble.il", example(t, "burble.il"), "meps", "meps"), o)
		press(t, a, "a", "b")
		return a
	}},
	{"deep", func(t *testing.T, o Options) *app {
		a := start(t, program(t, "deep.il", deepText, "m", "m"), o)
		press(t, a, "A", "a", "a", "a", "a")
		return a
	}},
	{"many", func(t *testing.T, o Options) *app {
		a := start(t,
			at(t, program(t, "many.il", manyText, "m", "m"),
				strings.Repeat("A+4 ", 5)+strings.Repeat("B+4", 7)), o)
		press(t, a, "tab", "tab", "tab", "tab", "down")
		return a
	}},
	{"branches", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "a", "a", "b", "left", "left", "b", "b", "w")
		typed(t, a, "b.f")
		press(t, a, "enter", "tab", "left")
		return a
	}},
	{"long", func(t *testing.T, o Options) *app {
		a := start(t,
			at(t, program(t, "many.il", manyText, "m", "m"), strings.Repeat("A+4 B+4 ", 9)+"A+4"),
			o)
		press(t, a, "pgup", "left", "left")
		return a
	}},
	{"folded", func(t *testing.T, o Options) *app {
		a := start(t,
			at(t, program(t, "local.il", localText, "m", "m"), strings.Repeat("A+9 B+9 ", 6)), o)
		press(t, a, "o", "pgup", "pgup", "W", "right", "right")
		return a
	}},
	{"repair", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "A B"), o)
		press(t, a, "f")
		return a
	}},
	{"shrink", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "F")
		return a
	}},
	{"analysis", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "A B2"), o)
		press(t, a, "shift+tab", "z")
		return a
	}},
	{"explain", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "B2 A2"), o)
		press(t, a, "e")
		return a
	}},
	{"help", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "?")
		return a
	}},
	{"predict", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "I", "e", "enter", "a", "b")
		return a
	}},
	{"predicted", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "I", "e", "enter", "b", "b", "enter")
		return a
	}},
	{"beside", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "A2 B"), o)
		press(t, a, "left", "left", "b", "b", "|", "enter")
		return a
	}},
	{"besideprogram", func(t *testing.T, o Options) *app {
		text := strings.Replace(example(t, "burble.il"), "  b.f := fortyTwo;",
			"  lock();\n  b.f := fortyTwo;\n  unlock();", 1)
		o.Changed = func(context.Context, string, string, bool) screen.Changed {
			return screen.Changed{Text: text, Core: iltest.Core(t, text)}
		}
		a := start(t, at(t, burble(t), "A B"), o)
		press(t, a, "|")
		typed(t, a, "fixed.il")
		press(t, a, "enter")
		return a
	}},
	{"projected", func(t *testing.T, o Options) *app {
		a := start(t, at(t, burble(t), "A B"), o)
		press(t, a, "V")
		return a
	}},
	{"prompt", func(t *testing.T, o Options) *app {
		a := start(t, burble(t), o)
		press(t, a, "/")
		typed(t, a, "write o1.f")
		return a
	}},
}

// A mode is a way to draw a scene. A golden with colours contains escape sequences.
type mode struct {
	name string
	Terminal
}

var modes = []mode{
	{"plain", Terminal{NoColor: true}}, {"ascii", Terminal{NoColor: true, ASCII: true}},
	{"dark", Terminal{Theme: draw.Dark}}, {"light", Terminal{Theme: draw.Light}},
}

// checkScene draws a scene in all modes and sizes, and compares it at the size for which the
// screens are designed with its golden. The golden of a scene is text; only race has goldens of
// the other modes too, which differ in a palette and in replaced signs.
func checkScene(t *testing.T, name string, show func(t *testing.T, on Terminal) *app) {
	t.Helper()
	for _, m := range modes {
		if name != "race" && !m.NoColor {
			continue // TestThemesSayTheSame draws all scenes with colours
		}
		t.Run(name+"/"+m.name, func(t *testing.T) {
			for _, size := range sizes {
				m.Width, m.Height = size[0], size[1]
				shown := show(t, m.Terminal).render()
				checkSize(t, shown, size[0], size[1])
				if m.NoColor {
					shown = textOf(shown)
				}
				if m.ASCII && !text.IsASCII(shown) {
					t.Errorf("%dx%d: the screen is not in ASCII:\n%s", size[0], size[1], shown)
				}
				if size == [2]int{80, 24} && (name == "race" || m.name == "plain") {
					tuitest.Golden(t, filepath.Join("testdata", name+"."+m.name+".golden"),
						strings.ReplaceAll(shown, "\x1b", "␛")+"\n")
				}
			}
		})
	}
}

// TestGolden compares the scenes of Step with their goldens.
func TestGolden(t *testing.T) {
	for _, scene := range scenes {
		checkScene(t, scene.name, func(t *testing.T, on Terminal) *app {
			a := scene.make(t,
				Options{Analysis: burbleAnalysis, Repair: burbleRepair, Terminal: on})
			runCmd(a, a.Wants())
			return a
		})
	}
}

// TestThemesSayTheSame: themes change colours but no characters.
func TestThemesSayTheSame(t *testing.T) {
	for _, scene := range scenes {
		want := textOf(scene.make(t,
			Options{Repair: burbleRepair, Terminal: Terminal{Theme: draw.NoColours}}).render())
		for _, theme := range draw.Themes {
			a := scene.make(t, Options{Repair: burbleRepair, Terminal: Terminal{Theme: theme}})
			if got := textOf(a.render()); got != want {
				t.Errorf("%s in theme %s:\n%s\nwant\n%s", scene.name, theme, got, want)
			}
		}
	}
}

// TestASCII draws a program in other scripts when only ASCII is allowed.
func TestASCII(t *testing.T) {
	p := program(t, "é.il", "größe(中) { 中.ф := 中; /* 中\u0301 */ }", "größe", "größe")
	a := start(t, p, Options{Terminal: Terminal{ASCII: true, NoColor: true}})
	press(t, a, "a")
	for i, r := range textOf(a.render()) {
		if r > '~' {
			t.Fatalf("byte %d of the screen is %q, want ASCII", i, r)
		}
	}
	checkSize(t, a.render(), 80, 24)
}

// TestNoEscapesFromPrograms: the text of a program cannot control the terminal.
func TestNoEscapesFromPrograms(t *testing.T) {
	p := program(t, "x\x1b]0;title\x07.il", "m(b) { b.f := b; /* \x1b[2J \u009b */ }", "m", "m")
	a := start(t, p, Options{Terminal: Terminal{Theme: draw.NoColours}})
	shown := textOf(a.render())
	if strings.ContainsAny(shown, "\x1b\x07\u009b") {
		t.Errorf("the screen shows escapes of the program: %q", shown)
	}
	checkSize(t, shown, 80, 24)
}

// checkSize checks the size of a rendered screen.
func checkSize(t testing.TB, shown string, width, height int) {
	t.Helper()
	rows := strings.Split(textOf(shown), "\n")
	if len(rows) != height {
		t.Errorf("the screen has %d rows at %dx%d", len(rows), width, height)
	}
	for n, row := range rows {
		if w := displayed(row); w != width {
			t.Errorf("row %d of %dx%d has %d cells: %q", n, width, height, w, row)
		}
	}
}
