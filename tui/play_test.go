package tui

import (
	"context"
	"testing"

	"wobbly/tui/screen"
)

// TestPlay: ctrl+p plays the recorded trace to its end, from the beginning if it is at the end.
// Pressing it again, moving, or changing the screen stops it.
func TestPlay(t *testing.T) {
	for _, tt := range []struct {
		name string
		key  string // pressed when the first state is shown
		at   int    // the state in which the playback ends
		said string // the status line then
	}{
		{"to its end", "", 3, "State 3 of 3. A reads o1.f (b.f) into out: out = o1."},
		{"again", "ctrl+p", 1, "Stopped."},
		{"a move", "left", 0, "State 0 of 3. This is the start."},
		{"another screen", "3", 1, ""},
		{"a layer", "?", 1, "State 1 of 3. A takes the lock: depth 0 -> 1."},
	} {
		a := start(t, at(t, burble(t), "A B A"),
			Options{Terminal: Terminal{Pause: func(context.Context) {}}})
		_, cmd := a.Update(keyOf("ctrl+p"))
		if a.session.At() != 0 || a.status != "The trace plays; ctrl+p stops it." {
			t.Errorf("%s: ctrl+p leads to state %d, %q; want 0", tt.name, a.session.At(), a.status)
		}
		_, cmd = a.Update(cmd())
		if a.session.At() != 1 {
			t.Errorf("%s: after a pause, the state is %d, want 1", tt.name, a.session.At())
		}
		if tt.key != "" {
			a.Update(keyOf(tt.key))
		}
		for cmd != nil {
			_, cmd = a.Update(cmd())
		}
		if a.session.At() != tt.at || a.status != tt.said {
			t.Errorf("%s: ends in state %d with %q, want %d with %q", tt.name, a.session.At(),
				a.status, tt.at, tt.said)
		}
	}
}

// TestPlayAgain: a timer of an earlier playback does nothing when the trace is played again.
func TestPlayAgain(t *testing.T) {
	a := start(t, at(t, burble(t), "A B A"),
		Options{Terminal: Terminal{Pause: func(context.Context) {}}})
	_, old := a.Update(keyOf("ctrl+p"))
	a.Update(keyOf("ctrl+p"))
	_, cmd := a.Update(keyOf("ctrl+p"))
	if _, next := a.Update(old()); a.session.At() != 0 || next != nil {
		t.Errorf("the earlier timer leads to state %d, want 0", a.session.At())
	}
	a.Update(cmd())
	if a.session.At() != 1 {
		t.Errorf("the present timer leads to state %d, want 1", a.session.At())
	}
	b := start(t, burble(t), Options{Terminal: Terminal{Pause: func(context.Context) {}}})
	press(t, b, "ctrl+p")
	if b.status != "There is no trace yet: a and b make one." || b.at != screen.Step {
		t.Errorf("ctrl+p: status = %q on screen %v, want that there is no trace, in Step",
			b.status, b.at)
	}
}
