package tui

import (
	"errors"
	"strings"
	"testing"

	"wobbly/tui/screen"
)

// glossary explains the word race.
func glossary(word string) (string, []string, error) {
	if word != "race" {
		return "", nil, errors.New("there is no word " + word)
	}
	return "race", []string{"Two accesses to one cell that can come next."}, nil
}

// TestWords explains a word on every screen: typed, chosen from the list, or after : in Step.
func TestWords(t *testing.T) {
	o := screenOptions(t)
	o.Words = Words{Names: []string{"thread", "race"}, Explain: glossary}
	const want = "Two accesses to one cell that can come next."
	a := start(t, burble(t), o)
	for n := screen.Home; n < screen.Count; n++ {
		a.at = n
		press(t, a, "D")
		typed(t, a, " race ")
		if press(t, a, "enter"); !strings.Contains(textOf(a.render()), want) {
			t.Errorf("%s:\n%s", screen.Names[n], textOf(a.render()))
		}
		press(t, a, "esc", "D", "enter", "down", "enter")
		if !strings.Contains(textOf(a.render()), want) {
			t.Errorf("%s, from the list:\n%s", screen.Names[n], textOf(a.render()))
		}
		press(t, a, "esc")
	}
	a.at = screen.Step
	press(t, a, ":")
	typed(t, a, "explain race")
	if press(t, a, "enter"); !strings.Contains(textOf(a.render()), want) {
		t.Errorf("after a colon:\n%s", textOf(a.render()))
	}
	press(t, a, "esc", "D")
	typed(t, a, "rice")
	if press(t, a, "enter"); !prompted(a) || a.status != "There is no word rice." {
		t.Errorf("%q", a.status)
	}
}
