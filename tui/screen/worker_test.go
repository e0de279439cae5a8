package screen_test

import (
	"context"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// working starts work that ends when its context does, or at once. It returns the command
// that does the work.
func working(w *screen.Worker, result string) tea.Cmd {
	return w.Start(func() string { return "Searching..." }, func(ctx context.Context) tea.Msg {
		if ctx.Err() != nil {
			return "stopped"
		}
		return result
	})
}

// TestWorker takes the result of the work that was started last, once.
func TestWorker(t *testing.T) {
	h := &tuitest.Host{}
	w := &screen.Worker{H: h, To: screen.Explore}
	if _, ok := w.Result("a message"); ok {
		t.Error("a message of others is a result")
	}
	first := working(w, "first")
	second := working(w, "second")
	if len(h.Layers) != 1 {
		t.Fatalf("%d layers for one piece of work", len(h.Layers))
	}
	if _, ok := w.Result(first()); ok {
		t.Error("the result of old work is taken")
	}
	done := second()
	if msg, ok := w.Result(done); !ok || msg != "second" || w.Stopped() {
		t.Errorf("%v, %t", msg, ok)
	}
	if w.Finish(); len(h.Layers) != 0 {
		t.Error("the layer stays when the work is done")
	}
	if _, ok := w.Result(done); ok {
		t.Error("a result is taken after the end")
	}
}

// TestWorkerStops stops work with its keys. What it has found by then is still a result.
func TestWorkerStops(t *testing.T) {
	for _, key := range []string{"esc", "3", "q"} {
		h := &tuitest.Host{At: screen.Step}
		w := &screen.Worker{H: h, To: screen.Explore}
		work := working(w, "all")
		h.Top().Typed("x")
		if !h.Refused || !strings.Contains(tuitest.Rows(60, 1, h.Top().Draw)[0], "Esc stops this first. Searching...") {
			t.Errorf("x: %q", h.Text)
		}
		h.Press(t, nil, key)
		if !w.Stopped() || len(h.Layers) != 0 || h.Text != "" {
			t.Errorf("%s: stopped is %t, %d layers, %q", key, w.Stopped(), len(h.Layers), h.Text)
		}
		if msg, ok := w.Result(work()); !ok || msg != "stopped" {
			t.Errorf("%s: %v, %t", key, msg, ok)
		}
		if (h.At == screen.Explore) != (key == "3") || h.Gone != (key == "q") {
			t.Errorf("%s leads to screen %s; quit is %t", key, screen.Names[h.At], h.Gone)
		}
	}
}

// TestWorkerGoesOn does a further part of the same work.
func TestWorkerGoesOn(t *testing.T) {
	w := &screen.Worker{H: &tuitest.Host{}, To: screen.Explore}
	working(w, "a part")
	more := w.More(func(context.Context) tea.Msg { return "the rest" })
	if msg, ok := w.Result(more()); !ok || msg != "the rest" {
		t.Errorf("%v, %t", msg, ok)
	}
}
