package screen_test

import (
	"slices"
	"testing"

	"wobbly/semantics"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

func TestShowKey(t *testing.T) {
	b := screen.Binding{Keys: []string{"left", "h", "up", "down", "right", "shift+tab"}}
	if got, want := b.Label(false), "← h ↑ ↓ → shift+tab"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := b.Label(true), "left h up down right shift+tab"; got != want {
		t.Errorf("in ASCII: %q, want %q", got, want)
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
			t.Errorf("%s is bound to %q, want %q", key, b.Help, want)
		}
	}
	if _, ok := screen.FindKey(table, "e"); ok {
		t.Error("e is bound")
	}
	var groups []string
	for _, b := range table {
		groups = append(groups, b.Group)
	}
	if !slices.Equal(groups, []string{"move", "", ""}) {
		t.Errorf("groups %q", groups)
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
		t.Errorf("done %d times; %q", did, h.Text)
	}
	why = "A waits for the lock."
	screen.Perform(h, b)
	if did != 1 || !h.Refused || h.Text != why {
		t.Errorf("done %d times; %q", did, h.Text)
	}
}

func TestCodePanes(t *testing.T) {
	for _, i := range semantics.Tids {
		if got := screen.ThreadOf(screen.CodePane(i)); got != i {
			t.Errorf("the pane of %s is that of %s", i, got)
		}
	}
}
