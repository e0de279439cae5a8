package explore

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// TestLayouts compares drawings at the sizes where the layout changes, and what the status line
// says after each key, with testdata.
func TestLayouts(t *testing.T) {
	const (
		racy   = "m(b) {\n  x := b.f;\n  synchronized {\n    b.f := x;\n  }\n  b.f := b;\n}"
		noRace = "m(b) {\n  lock();\n  x := b.f;\n  unlock();\n}"
		owned  = "m(b, c) {\n  lock(b);\n  x := b.f;\n  unlock(b);\n}"
	)
	var out strings.Builder
	for _, x := range []struct {
		text, keys string
		w, h       int
	}{
		{racy, "", 80, 24},
		{racy, "n n N down", 48, 12},
		{racy, "n", 47, 12},
		{racy, "o n N", 100, 9},
		{racy, "o N", 60, 8},
		{racy, "o o up", 80, 5},
		{noRace, "", 80, 14},
		{noRace, "o", 80, 10},
		{endlessText, "n end N n", 80, 12},
		{owned, "end", 90, 12},
	} {
		h := tuitest.Of(t, x.text)
		e := New(h).(*exploreScreen)
		fmt.Fprintf(&out, "# %d x %d, after %s\n", x.w, x.h, x.keys)
		e.limit = 60
		h.Run(e.Enter())
		for _, key := range strings.Fields(x.keys) {
			h.Say("")
			h.Press(t, e.Keys, key)
			fmt.Fprintf(&out, "%s: %s\n", key, h.Text)
		}
		fmt.Fprintln(&out, strings.Join(tuitest.Rows(x.w, x.h, e.Draw), "\n"))
		fmt.Fprintf(&out, "%q\n", tuitest.Off(e.Keys()))
	}
	tuitest.Golden(t, "testdata/layouts.golden", out.String())
}

// TestVisit checks that enter goes to a racing state, to where the search began, and back, and that
// a search begins only where none has begun.
func TestVisit(t *testing.T) {
	h := tuitest.Of(t, "m(b) { x := b.f; b.f := x; }")
	e := New(h).(*exploreScreen)
	if off := tuitest.Off(e.Keys()); len(off) != 10 || e.Heading() != "" {
		t.Errorf("before a search: keys %q are off under %q, want 10 and no heading", off,
			e.Heading())
	}
	h.Run(e.Enter())
	if got, want := e.Heading(), "9 states, 3 racing"; got != want {
		t.Errorf("Heading = %q, want %q", got, want)
	}
	if got, want := e.Command(), "wobbly explore m.il"; got != want {
		t.Errorf("Command = %q, want %q", got, want)
	}
	for _, x := range []struct {
		keys, says string
		at         int
	}{
		{"enter", "Here the search began.", 0},
		{"n enter", "1 step from where the search began: A.", 1},
		{"end enter", "4 steps from where the search began: A2 B2.", 4},
	} {
		h.Press(t, e.Keys, strings.Fields(x.keys)...)
		if h.Text != x.says || h.On.At() != x.at || h.At != screen.Step {
			t.Errorf("%s: %q at state %d of screen %d, want %q at %d of the step screen", x.keys,
				h.Text, h.On.At(), h.At, x.says, x.at)
		}
	}
	if e.Enter() == nil || e.from.Index() != h.On.Now().Index() {
		t.Error("another state is not searched from")
	}
	h.Run(e.search())
	if e.Enter() != nil {
		t.Error("the same state is searched from twice")
	}
}
