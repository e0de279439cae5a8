package tui

import (
	"errors"
	"strings"
	"testing"

	"wobbly/tui/screen"
)

const meaning = "Two accesses to one cell that can come next."

// glossary explains the word race.
func glossary(word string) (string, []string, error) {
	if word != "race" {
		return "", nil, errors.New("there is no word " + word)
	}
	return "race", []string{meaning}, nil
}

// TestWords explains a word on every screen: typed, chosen from the list, or after : in Step.
func TestWords(t *testing.T) {
	o := screenOptions(t)
	o.Words = Words{Names: []string{"thread", "race"}, Explain: glossary}
	a := start(t, burble(t), o)
	shows := func(where string) {
		t.Helper()
		if text := textOf(a.render()); !strings.Contains(text, meaning) {
			t.Errorf("%s: the screen lacks %q:\n%s", where, meaning, text)
		}
	}
	for n := screen.Home; n < screen.Count; n++ {
		a.at = n
		press(t, a, "D")
		typed(t, a, " race ")
		press(t, a, "enter")
		shows(screen.Names[n])
		press(t, a, "esc", "D", "enter", "down", "enter")
		shows(screen.Names[n] + ", from the list")
		press(t, a, "esc")
	}
	a.at = screen.Step
	press(t, a, ":")
	typed(t, a, "explain race")
	press(t, a, "enter")
	shows("after a colon")
	press(t, a, "esc", "D")
	typed(t, a, "rice")
	press(t, a, "enter")
	if !prompted(a) || a.status != "There is no word rice." {
		t.Errorf("rice: status = %q, want that there is no such word", a.status)
	}
}
