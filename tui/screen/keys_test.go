package screen_test

import (
	"slices"
	"testing"

	"wobbly/semantics"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// TestShowKey: arrow keys are shown as arrows, except in ASCII.
func TestShowKey(t *testing.T) {
	b := screen.Binding{Keys: []string{"left", "h", "up", "down", "right", "shift+tab"}}
	if got, want := b.Label(false), "← h ↑ ↓ → shift+tab"; got != want {
		t.Errorf("Label(false) = %q, want %q", got, want)
	}
	if got, want := b.Label(true), "left h up down right shift+tab"; got != want {
		t.Errorf("Label(true) = %q, want %q", got, want)
	}
}

// TestFindKey finds the first binding of a key, by any of its keys.
func TestFindKey(t *testing.T) {
	table := screen.Join(
		screen.Grouped("move",
			[]screen.Binding{
				{Keys: []string{"a"}, Help: "1"}, {Keys: []string{"b", "c"}, Help: "2"},
			}),
		screen.Grouped("none", nil),
		[]screen.Binding{{Keys: []string{"c", "d"}, Help: "3"}},
	)
	for key, want := range map[string]string{"a": "1", "b": "2", "c": "2", "d": "3"} {
		if b, ok := screen.FindKey(table, key); !ok || b.Help != want {
			t.Errorf("FindKey(%s) = %q, %t; want %q", key, b.Help, ok, want)
		}
	}
	if _, ok := screen.FindKey(table, "e"); ok {
		t.Error("FindKey(e) finds a binding, want none")
	}
	var groups []string
	for _, b := range table {
		groups = append(groups, b.Group)
	}
	if !slices.Equal(groups, []string{"move", "", ""}) {
		t.Errorf("the groups are %q, want only the first row to begin one", groups)
	}
}

// TestPerform does what a binding says, or says why it cannot be done now.
func TestPerform(t *testing.T) {
	h, did, why := &tuitest.Host{}, 0, ""
	b := screen.Binding{
		Keys: []string{"a"}, Do: screen.Does(func() { did++ }),
		Off: func() screen.Refusal { return screen.Refusal{Reason: why} },
	}
	screen.Perform(h, b)
	if did != 1 || h.Refused {
		t.Errorf("Perform ran it %d times, refused %t (%q); want once", did, h.Refused, h.Text)
	}
	why = "A waits for the lock."
	screen.Perform(h, b)
	if did != 1 || !h.Refused || h.Text != why {
		t.Errorf("Perform of a binding that is off ran it %d times in all, with %q; want %q", did,
			h.Text, why)
	}
}

// TestCodePanes: ThreadOf inverts CodePane.
func TestCodePanes(t *testing.T) {
	for _, i := range semantics.Tids {
		if got := screen.ThreadOf(screen.CodePane(i)); got != i {
			t.Errorf("ThreadOf(CodePane(%s)) = %s", i, got)
		}
	}
}
