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

// TestHost records what screens do with a terminal.
func TestHost(t *testing.T) {
	h := Of(t, "m(b) { x := b.f; }")
	if w, n := h.Size(); w != 80 || n != 24 || h.Program().File != "m.il" || h.Session().At() != 0 {
		t.Errorf("%d x %d, %+v", w, n, h.Program())
	}
	h.Refuse("no")
	if text, refused := h.Status(); text != "no" || !refused {
		t.Errorf("Status = %q, %t", text, refused)
	}
	h.Say("yes")
	if text, refused := h.Status(); text != "yes" || refused {
		t.Errorf("Status = %q, %t", text, refused)
	}
	if r := h.Report(session.Result{Stop: session.Refused, Text: "why"}); r.Text != "why" ||
		!h.Refused || h.Text != "why" {
		t.Errorf("Report = %+v, %q", r, h.Text)
	}
	h.FocusOn("heap")
	h.Show(screen.Explore)
	h.Help()
	h.Leave()
	if h.Focused() != "heap" || h.Front() != screen.Explore || !h.Helped || !h.Gone || h.Zoomed() ||
		h.Playing() {
		t.Errorf("%+v", h)
	}
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

// TestPress presses keys in the top layer, or in the table, and runs what follows.
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
	if want := []string{"a", "a later", "b", "b later"}; !slices.Equal(did, want) ||
		h.Text != "Not now." {
		t.Errorf("did %q, want %q; %q", did, want, h.Text)
	}
	h.Push(&screen.Page{H: h})
	h.Press(t, func() []screen.Binding { return table }, "esc")
	if h.Top() != nil {
		t.Error("the key does not reach the layer")
	}
	if got := Hints(table); !slices.Equal(got, []string{"a first"}) {
		t.Errorf("Hints = %q", got)
	}
	if got := Off(table); len(got) != 1 || got["c"] != "Not now." {
		t.Errorf("Off = %q", got)
	}
	rows := Rows(4, 2, func(c draw.Canvas) { c.Text(0, 1, draw.Strong, "it") })
	if !slices.Equal(rows, []string{"    ", "it  "}) {
		t.Errorf("Rows = %q", rows)
	}
}
