// Package tuitest has helpers for the tests of several screens: a terminal without an event loop,
// key presses, drawings as plain text, and golden files.
package tuitest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// A Host is a terminal that records the calls of screens. Methods that it does not define panic.
type Host struct {
	screen.Host

	Open   *screen.Program
	On     *session.Session // the session of Open
	At     screen.Number    // the screen in front
	Focus  string           // the focused pane
	Zoom   bool
	Width  int
	Height int

	Text    string // of the status line
	Refused bool   // whether the status line says why something was not done
	Layers  []screen.Layer
	Lesson  bool // whether a lesson is played
	Gone    bool // whether a layer or a screen has quit
	Helped  bool // whether the help was opened
	Folder  screen.Files
	Said    screen.Farewell
}

func (h *Host) Program() *screen.Program     { return h.Open }
func (h *Host) Session() *session.Session    { return h.On }
func (h *Host) Say(text string)              { h.Text, h.Refused = text, false }
func (h *Host) Refuse(text string)           { h.Text, h.Refused = text, true }
func (h *Host) Status() (string, bool)       { return h.Text, h.Refused }
func (h *Host) Focused() string              { return h.Focus }
func (h *Host) FocusOn(pane string)          { h.Focus = pane }
func (h *Host) Zoomed() bool                 { return h.Zoom }
func (h *Host) Size() (width, height int)    { return h.Width, h.Height }
func (h *Host) Front() screen.Number         { return h.At }
func (h *Host) Show(n screen.Number) tea.Cmd { h.At = n; return nil }
func (h *Host) Help()                        { h.Helped = true }
func (h *Host) Leave() tea.Cmd               { h.Gone = true; return nil }
func (h *Host) Push(l screen.Layer)          { h.Layers = append(h.Layers, l) }
func (h *Host) Pop()                         { h.Layers = h.Layers[:max(0, len(h.Layers)-1)] }
func (h *Host) Context() context.Context     { return context.Background() }
func (h *Host) Playing() bool                { return h.Lesson }
func (h *Host) Files() screen.Files          { return h.Folder }
func (h *Host) Bye() *screen.Farewell        { return &h.Said }

// Visit replaces the open program by another one, and plays its schedule.
func (h *Host) Visit(p *screen.Program, _ ...screen.Number) error {
	s, err := p.NewSession()
	if err == nil {
		s.Play(p.Schedule)
		h.Open, h.On = p, s
		h.Say(p.Note)
	}
	return err
}

func (h *Host) Report(r session.Result) session.Result {
	h.Text, h.Refused = r.Text, !r.OK()
	return r
}

// Close removes a layer at any level.
func (h *Host) Close(l screen.Layer) {
	h.Layers = slices.DeleteFunc(h.Layers, func(x screen.Layer) bool { return x == l })
}

// Top returns the top layer, or nil.
func (h *Host) Top() screen.Layer {
	if len(h.Layers) == 0 {
		return nil
	}
	return h.Layers[len(h.Layers)-1]
}

// Background returns a command that does the work and returns its Then as a message.
func (h *Host) Background(work func(context.Context) screen.Then) tea.Cmd {
	return func() tea.Msg { return work(h.Context()) }
}

// Of returns a host of 80 columns and 24 rows on which the first pair of a text is open, with one
// object in all parameters.
func Of(t testing.TB, text string) *Host {
	t.Helper()
	core := iltest.Core(t, text)
	pair := core.Pairs()[0]
	h := &Host{Width: 80, Height: 24}
	p := &screen.Program{File: "m.il", Core: core, Pair: pair, Init: session.OneObject(core, pair)}
	if err := h.Visit(p); err != nil {
		t.Fatal(err)
	}
	return h
}

// Run runs a command and all commands that follow from it.
func (h *Host) Run(cmd tea.Cmd) {
	for cmd != nil {
		then, ok := cmd().(screen.Then)
		if !ok || then == nil {
			return
		}
		cmd = then()
	}
}

// Press presses keys, each in the top layer or, without a layer, in the table that keys returns.
func (h *Host) Press(t testing.TB, keys func() []screen.Binding, names ...string) {
	t.Helper()
	for _, name := range names {
		table := keys
		if top := h.Top(); top != nil {
			table = top.Keys
		}
		b, ok := screen.FindKey(table(), name)
		if !ok {
			t.Fatalf("the key %s does nothing", name)
		}
		h.Run(screen.Perform(h, b))
	}
}

// Enter presses a key or, if the top layer has no such key, types the text into that layer.
func (h *Host) Enter(t testing.TB, keys func() []screen.Binding, text string) {
	t.Helper()
	if top := h.Top(); top != nil {
		if _, ok := screen.FindKey(top.Keys(), text); !ok {
			screen.Type(h, text)
			return
		}
	}
	h.Press(t, keys, text)
}

// Hints returns the hints of a key table, as in "enter open".
func Hints(table []screen.Binding) []string {
	var hints []string
	for _, b := range table {
		if b.Hint != "" {
			hints = append(hints, b.Keys[0]+" "+b.Hint)
		}
	}
	return hints
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Frame draws on an empty frame of w columns and h rows.
func Frame(w, h int, paint func(draw.Canvas)) *draw.Frame {
	f := draw.NewFrame(w, h, false)
	paint(f.All())
	return f
}

// Rows returns the rows of a drawing of w columns and h rows, without styles.
func Rows(w, h int, paint func(draw.Canvas)) []string {
	shown := Frame(w, h, paint).Render(draw.NewColours(draw.Dark, true))
	return strings.Split(escapes.ReplaceAllString(shown, ""), "\n")
}

// Off returns the reasons why keys of a table cannot be used now, by key. It omits usable keys.
func Off(table []screen.Binding) map[string]string {
	off := map[string]string{}
	for _, b := range table {
		if why := b.Why(); why.Refuses() {
			off[b.Keys[0]] = why.String()
		}
	}
	return off
}

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// Golden compares got with the text of a file. With the flag -update it writes the file instead.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
