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
		{"", "", 0}, {"a", "a", 0}, {"", "abc", 3}, {"abc", "", 3},
		// one more, one less, another one
		{"abc", "abxc", 1}, {"abxc", "abc", 1}, {"abc", "axc", 1},
		{"whlie", "while", 1}, {"rcae", "race", 1}, {"ab", "ba", 1}, {"abcd", "badc", 2}, // swaps
		{"ca", "abc", 3},             // no character is touched twice
		{"größe", "grosse", 3},       // characters, not bytes
		{"kitten", "sitting", 3},     //
		{"xab", "yba", 2},            // a replacement before a swap
		{"abab", "baba", 2},          //
		{"aaaa", "bbbb", 4},          //
		{"synchronised", "lock", 11}, // nothing but the c, the o or the k in order
		{strings.Repeat("x", maxWord), strings.Repeat("x", maxWord-1), 1},
		{strings.Repeat("x", maxWord+1), strings.Repeat("x", maxWord+1), far},
		{strings.Repeat("x", maxWord+1), "x", far},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word       string
		slips      int
		candidates []string
		want       string
	}{
		{"rep", 1, []string{"meps", "reps", "beps"}, "reps"},
		{"keps", 1, []string{"meps", "reps"}, "meps"}, // of several the first
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
		for _, x := range c.candidates {
			s.Try(x)
		}
		if got := s.Best; got != c.want {
			t.Errorf("%q among %q, %d slips: %q, want %q", c.word, c.candidates, c.slips,
				got, c.want)
		}
	}
}

func TestSearchGetsStricter(t *testing.T) {
	s := NewSearch("while", 2)
	if s.Hopeless("whi") || !s.Hopeless("wh") || !s.Hopeless("while234") {
		t.Error("two slips are the limit at the start")
	}
	if !s.Try("whi") || s.Best != "whi" {
		t.Errorf("two slips: %q", s.Best)
	}
	if s.Try("awhil") || s.Best != "whi" {
		t.Errorf("not nearer, but %q", s.Best)
	}
	if !s.Try("whale") || s.Best != "whale" || !s.Hopeless("whil") {
		t.Errorf("one slip: %q", s.Best)
	}
	if s.Try("whole") || !s.Try("while") || s.Best != "while" {
		t.Errorf("none: %q", s.Best)
	}
}

func TestQuestion(t *testing.T) {
	if got := Question("while"); got != "did you mean while?" {
		t.Errorf("Question(while) = %q, want %q", got, "did you mean while?")
	}
}

// TestNear: the nearest name is found, and asked about or replaced by the alternative text.
func TestNear(t *testing.T) {
	names := []string{"meps", "reps", "beps", "x"}
	for typed, want := range map[string]string{
		"rep": "reps", "mepps": "meps", "keps": "meps", "sergeant": "", "y": "x", "": "x",
		"größe": "",
	} {
		if got := Near(typed, names); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
		hint := "Did you mean " + want + "?"
		if want == "" {
			hint = "otherwise"
		}
		if got := Hint(typed, names, "otherwise"); got != hint {
			t.Errorf("%q: %q, want %q", typed, got, hint)
		}
	}
}
