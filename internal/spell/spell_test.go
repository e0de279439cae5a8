package spell

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"a", "a", 0},
		{"", "abc", 3},
		{"abc", "abxc", 1},
		{"abc", "axc", 1},
		{"kitten", "sitting", 3},
		{"aaaa", "bbbb", 4},
		{"synchronised", "lock", 11},
		// swaps
		{"ab", "ba", 1},
		{"whlie", "while", 1},
		{"rcae", "race", 1},
		{"abcd", "badc", 2},
		{"abab", "baba", 2},
		// a replacement before a swap
		{"xab", "yba", 2},
		// no character is touched twice: a swap and an insertion within it would be 2
		{"ca", "abc", 3},
		// characters, not bytes
		{"größe", "grosse", 3},
		{strings.Repeat("x", maxWord), strings.Repeat("x", maxWord-1), 1},
		{strings.Repeat("x", maxWord+1), strings.Repeat("x", maxWord+1), far},
		{strings.Repeat("x", maxWord+1), "x", far},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		word       string
		slips      int
		candidates []string
		want       string
	}{
		{"rep", 1, []string{"meps", "reps", "beps"}, "reps"},
		{"keps", 1, []string{"meps", "reps"}, "meps"}, // the first of several
		{"mepps", 2, []string{"mops", "meps"}, "meps"},
		{"mops", 0, []string{"meps", "mops"}, "mops"},
		{"mops", 0, []string{"meps"}, ""},
		{"mops", 1, []string{"moppes", "mopses"}, ""},
		{"mops", 2, []string{"moppes"}, "moppes"},
		{"ö", 1, []string{"oxx", "ö", "o"}, "ö"},
		{"x", 1, nil, ""},
		{"", 1, []string{"x"}, "x"},
	} {
		s := NewSearch(c.word, c.slips)
		for _, candidate := range c.candidates {
			s.Try(candidate)
		}
		if s.Best != c.want {
			t.Errorf("after NewSearch(%q, %d) and Try of %q, Best = %q, want %q", c.word, c.slips,
				c.candidates, s.Best, c.want)
		}
	}
}

// TestSearchGetsStricter offers one search several candidates: each must be nearer than those
// before.
func TestSearchGetsStricter(t *testing.T) {
	s := NewSearch("while", 2)
	for _, step := range []struct {
		candidate string
		hopeless  bool
		better    bool
	}{
		{"wh", true, false},
		{"while234", true, false},
		{"whi", false, true},
		{"awhil", false, false}, // two slips again
		{"whale", false, true},
		{"whil", true, false}, // one slip again
		{"whole", false, false},
		{"while", false, true},
	} {
		if got := s.Hopeless(step.candidate); got != step.hopeless {
			t.Errorf("after %q, Hopeless(%q) = %t, want %t", s.Best, step.candidate, got,
				step.hopeless)
		}
		before := s.Best
		if got := s.Try(step.candidate); got != step.better || got != (s.Best == step.candidate) {
			t.Errorf("after %q, Try(%q) = %t with Best %q, want %t", before, step.candidate, got,
				s.Best, step.better)
		}
	}
}

func TestQuestion(t *testing.T) {
	if got := Question("while"); got != "did you mean while?" {
		t.Errorf("Question(%q) = %q, want %q", "while", got, "did you mean while?")
	}
}

func TestNearAndHint(t *testing.T) {
	names := []string{"meps", "reps", "beps", "x"}
	for typed, want := range map[string]string{
		"rep": "reps", "mepps": "meps", "keps": "meps", "sergeant": "", "y": "x", "": "x",
		"größe": "",
	} {
		if got := Near(typed, names); got != want {
			t.Errorf("Near(%q) = %q, want %q", typed, got, want)
		}
		hint := "Did you mean " + want + "?"
		if want == "" {
			hint = "otherwise"
		}
		if got := Hint(typed, names, "otherwise"); got != hint {
			t.Errorf("Hint(%q) = %q, want %q", typed, got, hint)
		}
	}
}
