package tui

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"
	"github.com/clipperhouse/displaywidth"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// displayed returns the width of a row by another measure than the package's own.
func displayed(row string) int { return displaywidth.String(row) }

// randomApp returns the app for a program in a random state.
func randomApp(t *testing.T, c *il.Core, r *rand.Rand) *app {
	t.Helper()
	pairs := c.Pairs()
	pair := pairs[r.IntN(len(pairs))]
	init := session.OneObject(c, pair)
	if r.IntN(2) == 0 {
		init = session.AllDifferent(c, pair)
	}
	a, err := newApp(context.Background(),
		Options{
			Program:  &screen.Program{File: "random.il", Core: c, Pair: pair, Init: init},
			Analysis: anyAnalysis, Repair: anyRepair,
			Terminal: Terminal{Theme: draw.NoColours, ASCII: r.IntN(4) == 0},
		})
	if err != nil {
		t.Fatal(err)
	}
	a.session.RunRandom(r.Uint64())
	a.session.Go(r.IntN(a.session.Len() + 1))
	return a
}

// anyAnalysis invents an analysis for every statement of any program.
var anyAnalysis = advice.Analysis{
	Lines: func(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
		var x advice.Unit
		il.Walk(u.Body, func(s il.Stmt) {
			text := il.Text(s)
			x.Lines = append(x.Lines,
				advice.Line{
					Stmt: s, At: core.Source.Position(s.Pos()), Text: text, Rule: "rule",
					Before: x.End, W: []string{text}, A: []string{"(" + text + ", R, 1)"},
					Lock: strconv.Itoa(len(x.Lines) % 3),
				})
			x.End = advice.State{
				W: append(x.End.W[:len(x.End.W):len(x.End.W)], text), More: 7,
				Lock: strconv.Itoa(len(x.Lines) % 3), A: len(x.Lines),
			}
		})
		return x, nil
	},
	About: func(_ context.Context, core *il.Core, _ il.Pair, s il.Sites) (advice.Pair, error) {
		return advice.Pair{Race: s[0].At%2 == 0,
			Verdict: "said of " + core.Source.At(s[0].At) + " and " + core.Source.At(s[1].At) + ".",
			Tests: []advice.Test{
				{Name: "one", Holds: true, Finding: "it holds."},
				{Name: "other", Holds: s[0].At%2 == 0,
					Finding: "a finding that takes a line of its own, and more than that."},
			}}, nil
	},
}

// anyRepair proposes the program as it is.
var anyRepair = advice.Repairs{
	Remove: func(_ context.Context, core *il.Core, _ il.Pair, _ il.Sites) (advice.Repair, error) {
		lines := strings.Split(core.Source.Text, "\n")
		return advice.Repair{Title: "nothing", Proposals: []advice.Proposal{
			{Title: "leave it", Diff: lines, Table: []string{"before  after"},
				Notes: []string{"Nothing changes."}, Core: core},
			{Title: "leave it", Core: core},
		}}, nil
	},
	Shrink: func(_ context.Context, core *il.Core) (advice.Repair, error) {
		return advice.Repair{
			Title: "no lock",
			Text:  []string{core.Source.Text, "    indented " + core.Source.Line(1)},
		}, nil
	},
}

// TestEveryRowHasTheWidth draws random programs in random states at random sizes.
func TestEveryRowHasTheWidth(t *testing.T) {
	o := gen.Default()
	r := rand.New(rand.NewPCG(1, 2))
	keys := []string{
		"tab", "z", "v", "w", "?", "esc", "a", "b", "e", ":", "g", "down", "up", "[", "]", "o", "f",
		"F", "n", "home", "esc",
	}
	iltest.Random(t, quick.Cases(150), o, func(c *il.Core) {
		if len(c.Pairs()) == 0 {
			return
		}
		a := randomApp(t, c, r)
		for range 8 {
			size := tea.WindowSizeMsg{Width: 40 + r.IntN(211), Height: 12 + r.IntN(60)}
			switch r.IntN(8) {
			case 0:
				size = tea.WindowSizeMsg{Width: 1 + r.IntN(60), Height: 1 + r.IntN(14)}
			case 1:
				size.Height = 12
			case 2:
				size.Width = 40
			}
			a.Update(size)
			press(t, a, keys[r.IntN(len(keys))])
			checkSize(t, a.render(), size.Width, size.Height)
			if t.Failed() {
				t.Fatalf("the screen of another size is\n%s", a.render())
			}
		}
	})
}

// TestTooSmall shows the message for terminals that are too small.
func TestTooSmall(t *testing.T) {
	a := start(t, burble(t), Options{Terminal: Terminal{Width: 39, Height: 12, NoColor: true}})
	tuitest.Golden(t, "testdata/small.golden", textOf(a.render())+"\n")
	before := a.session.At()
	press(t, a, "a")
	if a.session.At() != before {
		t.Errorf("a leads to state %d although the screen shows nothing", a.session.At())
	}
}

// allKeys lists the keys of a keyboard.
var allKeys = func() []string {
	keys := []string{
		"enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pgup",
		"pgdown", "backspace", "delete", "ctrl+r", "ctrl+z", "ctrl+c", "ctrl+u", "ctrl+w", "ctrl+k",
		"space",
	}
	for c := '!'; c <= '~'; c++ {
		keys = append(keys, string(c))
	}
	return keys
}()

// TestMonkey presses 100,000 random keys. Nothing panics, the session stays consistent, and undoing
// everything leads back to the start.
func TestMonkey(t *testing.T) {
	const text = `m(b) {
  lock(); if * { b.f := b; } else { x := new(); b.f := x; } unlock();
  y := b.f; h(y);
}
private h(q) { q.f := q; }`
	r := rand.New(rand.NewPCG(7, 7))
	a := start(t, program(t, "m.il", text, "m", "m"),
		Options{
			Analysis: anyAnalysis, Repair: anyRepair,
			Files: screen.Files{Save: func(name string, _ []byte) (string, error) {
				return name, nil
			}, Exports: []screen.Export{{Name: "none", Suffix: ".x",
				Write: func(*session.Session) ([]byte, error) { return nil, nil }}}},
		})
	messages := make([]tea.KeyPressMsg, len(allKeys))
	for n, k := range allKeys {
		messages[n] = keyOf(k)
	}
	for n := range quick.Cases(100_000) {
		_, cmd := a.Update(messages[r.IntN(len(messages))])
		if a.at == screen.Step { // the work of the other screens takes longer
			runCmd(a, cmd)
		}
		if n%1000 == 0 {
			a.Update(tea.PasteMsg{Content: "A2 B\x00 A+"})
			a.Update(tea.WindowSizeMsg{Width: 40 + r.IntN(100), Height: 12 + r.IntN(30)})
			checkSize(t, a.render(), a.width, a.height)
			a.Update(tea.MouseClickMsg{
				X: r.IntN(a.width), Y: r.IntN(a.height), Button: tea.MouseLeft,
			})
			a.Update(tea.MouseWheelMsg{
				X: r.IntN(a.width), Y: r.IntN(a.height), Button: tea.MouseWheelDown,
			})
		}
		if n%5000 == 0 {
			undoAll(t, a)
		}
	}
	undoAll(t, a)
}

// undoAll undoes everything and checks that nothing is left.
func undoAll(t *testing.T, a *app) {
	t.Helper()
	for a.session.Undo().OK() {
	}
	if a.session.Len() != 0 || len(a.session.Branches()) != 1 {
		t.Fatalf("after undoing all there are %d moves and %d branches", a.session.Len(),
			len(a.session.Branches()))
	}
}
