package tuitest

import (
	"context"
	"slices"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// TestOf checks that the first state of the program is open on 80 columns and 24 rows.
func TestOf(t *testing.T) {
	h := Of(t, "m(b) { x := b.f; }")
	if w, n := h.Size(); w != 80 || n != 24 {
		t.Errorf("Size = %d, %d; want 80, 24", w, n)
	}
	if file, at := h.Program().File, h.Session().At(); file != "m.il" || at != 0 {
		t.Errorf("state %d of %q is open, want state 0 of m.il", at, file)
	}
	if h.Zoomed() || h.Playing() {
		t.Errorf("zoomed: %t, playing: %t, want neither", h.Zoomed(), h.Playing())
	}
}

// TestStatus checks that the status line has the last text, and whether it is a refusal.
func TestStatus(t *testing.T) {
	h, refusal := Of(t, "m() { }"), session.Result{Stop: session.Refused, Text: "why"}
	for _, tt := range []struct {
		name    string
		do      func()
		text    string
		refused bool
	}{
		{"Refuse", func() { h.Refuse("no") }, "no", true},
		{"Say", func() { h.Say("yes") }, "yes", false},
		{"Report", func() { h.Report(refusal) }, "why", true},
	} {
		tt.do()
		if text, refused := h.Status(); text != tt.text || refused != tt.refused {
			t.Errorf("Status after %s = %q, %t; want %q, %t", tt.name, text, refused, tt.text,
				tt.refused)
		}
	}
	if got := h.Report(refusal); got.Text != refusal.Text {
		t.Errorf("Report = %+v, want %+v", got, refusal)
	}
}

// TestHost checks that a host records what screens do with it.
func TestHost(t *testing.T) {
	h := Of(t, "m() { }")
	h.FocusOn("heap")
	h.Show(screen.Explore)
	h.Help()
	h.Leave()
	if h.Focused() != "heap" || h.Front() != screen.Explore {
		t.Errorf("the pane %q of screen %d has the focus, want heap of %d", h.Focused(), h.Front(),
			screen.Explore)
	}
	if !h.Helped || !h.Gone {
		t.Errorf("helped: %t, gone: %t, want both", h.Helped, h.Gone)
	}
}

// TestLayers checks that the last layer is on top, and that Close removes the given one.
func TestLayers(t *testing.T) {
	h := Of(t, "m() { }")
	a, b := &screen.Page{H: h, Title: "a"}, &screen.Page{H: h, Title: "b"}
	h.Push(a)
	h.Push(b)
	if h.Top() != screen.Layer(b) {
		t.Error("the last layer is not on top")
	}
	h.Close(a)
	if h.Top() != screen.Layer(b) || len(h.Layers) != 1 {
		t.Error("Close removes another layer")
	}
	h.Pop()
	h.Pop()
	if h.Top() != nil {
		t.Error("a layer stays")
	}
}

// TestPress checks that keys are pressed in the top layer, or in the table without one, and that
// what follows is run.
func TestPress(t *testing.T) {
	h, did := Of(t, "m() { }"), []string{}
	bind := func(key, hint string) screen.Binding {
		return screen.Binding{Keys: []string{key}, Hint: hint, Do: func() tea.Cmd {
			did = append(did, key)
			return h.Background(func(context.Context) screen.Then {
				return func() tea.Cmd { did = append(did, key+" later"); return nil }
			})
		}}
	}
	off := bind("c", "")
	off.Off = func() screen.Refusal { return screen.Refusal{Reason: "Not now."} }
	table := []screen.Binding{bind("a", "first"), bind("b", ""), off}
	h.Press(t, func() []screen.Binding { return table }, "a", "b", "c")
	if want := []string{"a", "a later", "b", "b later"}; !slices.Equal(did, want) {
		t.Errorf("did %q, want %q", did, want)
	}
	if h.Text != "Not now." {
		t.Errorf("a key that is off says %q, want %q", h.Text, "Not now.")
	}
	h.Push(&screen.Page{H: h})
	h.Press(t, func() []screen.Binding { return table }, "esc")
	if h.Top() != nil {
		t.Error("the key does not reach the layer")
	}
	if got := Hints(table); !slices.Equal(got, []string{"a first"}) {
		t.Errorf("Hints = %q, want that of a alone", got)
	}
	if got := Off(table); len(got) != 1 || got["c"] != "Not now." {
		t.Errorf("Off = %q, want c alone", got)
	}
}

// TestRows checks that rows are drawings without styles.
func TestRows(t *testing.T) {
	got := Rows(4, 2, func(c draw.Canvas) { c.Text(0, 1, draw.Strong, "it") })
	if want := []string{"    ", "it  "}; !slices.Equal(got, want) {
		t.Errorf("Rows = %q, want %q", got, want)
	}
}
