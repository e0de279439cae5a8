package tui

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/examples"
	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/tui/screen"
)

// example returns the text of an example.
func example(t testing.TB, name string) string {
	t.Helper()
	for _, f := range examples.All() {
		if f.Name == name {
			return f.Text
		}
	}
	t.Fatalf("no example %s", name)
	return ""
}

// program returns a program with the pair of two methods, or the first pair if left is "". If the
// text has no init block, all parameters hold one object.
func program(t testing.TB, file, text, left, right string) *screen.Program {
	t.Helper()
	core := iltest.Core(t, text)
	pair := core.Pairs()[0]
	if left != "" {
		var err error
		if pair, err = session.PairOf(core, left, right); err != nil {
			t.Fatal(err)
		}
	}
	init, ok := session.FileInit(core, pair)
	if !ok {
		init = session.OneObject(core, pair)
	}
	return &screen.Program{File: file, Core: core, Pair: pair, Init: init}
}

// burble returns the example burble.il with the pair meps || reps, which races.
func burble(t testing.TB) *screen.Program {
	return program(t, "burble.il", example(t, "burble.il"), "meps", "reps")
}

// at sets the initial schedule of p and returns p.
func at(t testing.TB, p *screen.Program, moves string) *screen.Program {
	t.Helper()
	s, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	p.Schedule = s
	return p
}

// start returns the app for a program.
func start(t testing.TB, p *screen.Program, o Options) *app {
	t.Helper()
	o.Program = p
	if o.Width == 0 {
		o.Width, o.Height = 80, 24
	}
	a, err := newApp(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// keyOf returns the message of a key, such as "ctrl+c".
func keyOf(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	}
	k := tea.Key{}
	rest, shift := strings.CutPrefix(name, "shift+")
	rest, ctrl := strings.CutPrefix(rest, "ctrl+")
	if shift {
		k.Mod |= tea.ModShift
	}
	if ctrl {
		k.Mod |= tea.ModCtrl
	}
	if code, ok := special[rest]; ok {
		k.Code = code
		return tea.KeyPressMsg(k)
	}
	k.Code = []rune(rest)[0]
	if rest == "space" {
		k.Code, k.Text = ' ', " "
	} else if !ctrl {
		k.Text = rest
	}
	return tea.KeyPressMsg(k)
}

// escapes matches the escape sequences of a rendered screen.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// textOf returns the text of a rendered screen.
func textOf(rendered string) string { return escapes.ReplaceAllString(rendered, "") }

// press sends keys, and runs their commands.
func press(t testing.TB, a *app, keys ...string) {
	t.Helper()
	for _, k := range keys {
		_, cmd := a.Update(keyOf(k))
		runCmd(a, cmd)
	}
}

// runCmd runs a command and handles its message, unless that would quit. It runs the resulting
// command only if the message was an answer of the analysis.
func runCmd(a *app, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg, tea.SuspendMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			runCmd(a, c)
		}
	default:
		known := len(a.analyses.Units) + len(a.analyses.Pairs)
		if _, next := a.Update(msg); len(a.analyses.Units)+len(a.analyses.Pairs) > known {
			runCmd(a, next)
		}
	}
}

// typed sends a text key by key.
func typed(t testing.TB, a *app, text string) {
	t.Helper()
	for _, r := range text {
		a.Update(tea.KeyPressMsg(tea.Key{Code: r, Text: string(r)}))
	}
}
