package screen_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// startWork starts work that appends its result to results, or "stopped" if its context has ended.
func startWork(w *screen.Worker, result string, results *[]string) tea.Cmd {
	return w.Start(func() string { return "Searching..." }, func(ctx context.Context) screen.Then {
		if ctx.Err() != nil {
			result = "stopped"
		}
		return screen.Does(func() { *results = append(*results, result) })
	})
}

// run does work and what follows from it.
func run(cmd tea.Cmd) { cmd().(screen.Then)() }

// TestWorker uses the result of the latest work, once.
func TestWorker(t *testing.T) {
	h := &tuitest.Host{}
	w := &screen.Worker{H: h}
	var got []string
	first := startWork(w, "first", &got)
	second := startWork(w, "second", &got)
	if len(h.Layers) != 1 {
		t.Fatalf("%d layers for one piece of work, want 1", len(h.Layers))
	}
	run(first)
	if len(got) != 0 {
		t.Errorf("earlier work gives the results %q, want none", got)
	}
	run(second)
	if !slices.Equal(got, []string{"second"}) || w.Stopped() {
		t.Errorf("the second work gave %q with stopped %t, want only its own result", got,
			w.Stopped())
	}
	if stopped := w.Finish(); stopped || len(h.Layers) != 0 {
		t.Errorf("%d layers stay when the work is done; it was stopped: %t", len(h.Layers), stopped)
	}
	run(second)
	if len(got) != 1 {
		t.Errorf("after Finish, the results are %q, want one", got)
	}
}

// TestWorkerStops stops work with its keys. Its partial results are still used.
func TestWorkerStops(t *testing.T) {
	for _, key := range []string{"esc", "3", "q"} {
		h := &tuitest.Host{At: screen.Step}
		w := &screen.Worker{H: h}
		var got []string
		work := startWork(w, "all", &got)
		screen.Type(h, "x")
		row := tuitest.Rows(60, 1, h.Top().Draw)[0]
		if !h.Refused || !strings.Contains(row, "Esc stops this first. Searching...") {
			t.Errorf("x: refused %t, the row is %q; want that Esc stops this first", h.Refused, row)
		}
		h.Press(t, nil, key)
		if !w.Stopped() || len(h.Layers) != 0 || h.Text != "" {
			t.Errorf("%s: stopped %t, %d layers, status %q; want it stopped", key, w.Stopped(),
				len(h.Layers), h.Text)
		}
		run(work)
		if !slices.Equal(got, []string{"stopped"}) || !w.Finish() {
			t.Errorf("%s: the work gave %q, want it stopped, and not again", key, got)
		}
		if (h.At == screen.Explore) != (key == "3") || h.Gone != (key == "q") {
			t.Errorf("%s leads to screen %s, quit %t; want its action", key, screen.Names[h.At],
				h.Gone)
		}
	}
}

// TestWorkerGoesOn does another part of the same work.
func TestWorkerGoesOn(t *testing.T) {
	w := &screen.Worker{H: &tuitest.Host{}}
	var got []string
	startWork(w, "a part", &got)
	run(w.More(func(context.Context) screen.Then {
		return screen.Does(func() { got = append(got, "the rest") })
	}))
	if !slices.Equal(got, []string{"the rest"}) {
		t.Errorf("the work that goes on gave = %q, want %q", got, []string{"the rest"})
	}
}
