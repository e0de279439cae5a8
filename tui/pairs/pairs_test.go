package pairs

import (
	"strings"
	"testing"

	"wobbly/session"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// three has the pairs m||m, m||n, m||o, n||n, n||o and o||o.
const three = "m(b) { b.f := b; }\nn(b) { x := b.f; }\no(b) { }\n"

// TestStartText names the other pairs with races, up to three of them.
func TestStartText(t *testing.T) {
	for _, tt := range []struct {
		races []int
		want  string
	}{
		{nil, "Pair 1 of 6, m || m; P chooses another."},
		{[]int{1, 0, 0, 0, 0, 0}, "Pair 1 of 6, m || m; P chooses another, none with a race."},
		{[]int{0, 2, 0, 0, 0, 0},
			"Pair 1 of 6, m || m, without a report of a race; P chooses another: " +
				"m || n has a race."},
		{[]int{1, 1, 1, 0, 0, 0},
			"Pair 1 of 6, m || m; P chooses another: m || n and m || o have races."},
		{[]int{1, 1, 1, 1, 0, 0},
			"Pair 1 of 6, m || m; P chooses another: m || n, m || o and n || n have races."},
		{[]int{1, 1, 1, 1, 1, 0},
			"Pair 1 of 6, m || m; P chooses another: m || n and 3 more have races."},
	} {
		h := tuitest.Of(t, three)
		New(h, func() []int { return tt.races }).SayStart()
		if h.Text != tt.want {
			t.Errorf("SayStart with the races %v: %q, want %q", tt.races, h.Text, tt.want)
		}
	}
}

// TestChoosePair shows the pairs with their races, and opens the one that is chosen.
func TestChoosePair(t *testing.T) {
	h := tuitest.Of(t, three)
	p := New(h, func() []int { return []int{1, 2, 0, 0, 0, 0} })
	p.ChoosePair()
	want := []string{
		"┌─ which pair of methods runs? ─────────────────────────────┐",
		"│ > m || m   !! 1 race                                      │",
		"│   m || n   !! 2 races                                     │",
		"│   m || o   no race reported                               │",
		"│   n || n   no race reported                               │",
		"└───────────────────────────────────────────── ↓ 2 more ─┘",
	}
	got := tuitest.Rows(61, 6, h.Top().Draw)
	for i := range want {
		if i != 5 && got[i] != want[i] || i == 5 && !strings.Contains(got[i], "↓ 2 more") {
			t.Errorf("row %d: %q, want %q", i, got[i], want[i])
		}
	}
	h.Press(t, nil, "down", "enter")
	if n, of := p.Number(); n != 2 || of != 6 || session.PairNames(h.On.Pair()) != "m || n" {
		t.Errorf("pair %d of %d is open, %s; want 2 of 6, m || n", n, of,
			session.PairNames(h.On.Pair()))
	}
	p.ChoosePair()
	h.Press(t, nil, "enter")
	if h.Text != "This pair is already open." {
		t.Errorf("after choosing the open pair: %q, want that it is already open", h.Text)
	}
}

// TestChooseHeap opens an initial state by its name, or one that is typed.
func TestChooseHeap(t *testing.T) {
	h := tuitest.Of(t, three)
	p := New(h, nil)
	p.ChooseHeap()
	h.Press(t, nil, "down", "enter")
	got := session.InitText(h.On.Core(), h.On.Pair(), h.On.Init())
	if got != session.HeapDifferent || !strings.Contains(h.Text, "Esc goes back") {
		t.Errorf("the heap = %s with %q, want %s and a way back", got, h.Text,
			session.HeapDifferent)
	}
	p.ChooseHeap()
	h.Press(t, nil, "end", "enter", "ctrl+u")
	screen.Type(h, "A.b=p")
	h.Press(t, nil, "enter")
	if !h.Refused || len(h.Layers) != 1 {
		t.Errorf("an illegal initial state: status %q, %d layers; want it refused in the prompt",
			h.Text, len(h.Layers))
	}
}

// TestSingle: a reason is given if there is nothing to choose.
func TestSingle(t *testing.T) {
	one := tuitest.Of(t, "m(b) { }")
	p := New(one, nil)
	if want := "The file has one pair only: m || m."; p.Single().String() != want {
		t.Errorf("Single() of one method = %q, want %q", p.Single().String(), want)
	}
	many := tuitest.Of(t, three)
	if p = New(many, nil); p.Single().Refuses() {
		t.Errorf("Single() of several methods = %q, want none", p.Single())
	}
	many.Lesson = true
	if why := p.Single().String(); !strings.HasPrefix(why, "In a lesson") {
		t.Errorf("Single() in a lesson = %q, want prefix \"In a lesson\"", why)
	}
	p.SayStart()
	if many.Text != many.On.Now().Say() {
		t.Errorf("SayStart in a lesson: %q, want %q", many.Text, many.On.Now().Say())
	}
}
