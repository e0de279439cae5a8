package cli

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/lesson/play"
	"wobbly/session/command"
)

// TestOneLanguage: a word that both step and lesson accept has the same meaning in both, even for
// initial states, and no third list of words exists.
func TestOneLanguage(t *testing.T) {
	for _, c := range command.Table() {
		for _, w := range c.Words {
			inLesson := slices.ContainsFunc(play.Table(), func(v *play.Verb) bool {
				return slices.Contains(v.Words, w)
			})
			if inLesson && c.Name != command.Initial {
				t.Errorf("%q of step, %s, is also a word of lesson's own table", w, c.Help)
			}
		}
	}
	const lines = "A B\ninit different\ninit\nheap\ninit A.b=o1,B.b=p\ninit one\nstate\nq\n"
	_, text, _ := execute(context.Background(), lines, "step", "--plain", "--example", "burble.il",
		"--pair", "meps,reps")
	for _, want := range []string{
		"The initial state is different.", "o2: f holds o2, held by B.b.", "there is no object p",
		"State 0 of 0, 0 steps",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("step --plain on %q: no %q in\n%s", lines, want, text)
		}
	}
	if strings.Contains(text, "there is no word") || strings.Count(text, "thread A runs") != 3 {
		t.Errorf("step --plain on %q, want only known words, and three steps of A:\n%s", lines,
			text)
	}
}
