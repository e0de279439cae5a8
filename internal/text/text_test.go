package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wobbly/internal/exact"
)

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 races":    Count(0, "race"),
		"1 race":     Count(1, "race"),
		"2 races":    Count(uint64(2), "race"),
		"11 races":   Count(int32(11), "race"),
		"1 state":    Count(exact.Of(1), "state"),
		"21 states":  Count(exact.Of(21), "state"),
		"1 switch":   CountOf(1, "switch", "switches"),
		"0 switches": CountOf(0, "switch", "switches"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

var cells = Plain

// double counts every character twice.
var double = Measure(func(s string) int { return 2 * utf8.RuneCountInString(s) })

func TestPad(t *testing.T) {
	for _, c := range []struct {
		m    Measure
		s    string
		n    int
		want string
	}{
		{cells, "ab", 4, "ab  "}, {cells, "ab", 2, "ab"}, {cells, "ab", 1, "ab"}, {cells, "ab", -1, "ab"},
		{cells, "日", 3, "日 "}, {double, "ab", 5, "ab "},
	} {
		if got := c.m.Pad(c.s, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		m    Measure
		s    string
		n    int
		dots string
		want string
	}{
		{cells, "abcdef", 6, "...", "abcdef"},
		{cells, "abcdef", 5, "...", "ab..."},
		{cells, "abcdef", 4, "...", "a..."},
		{cells, "abcdef", 3, "...", "..."},
		{cells, "abcdef", 2, "...", ".."},
		{cells, "abcdef", 0, "...", ""},
		{cells, "abcdef", -1, "...", ""},
		{cells, "", -1, "...", ""},
		{cells, "abcdef", 4, "…", "abc…"},
		{cells, "abcdef", 1, "…", "…"},
		{cells, "日本語", 5, "…", "日本…"},
		{cells, "日本語", 4, "…", "日…"},                // no half characters
		{cells, "e\u0301tude", 3, "…", "e\u0301t…"}, // nor an accent alone
		{double, "abc", 5, "", "ab"},
	} {
		if got := c.m.Clip(c.s, c.n, c.dots); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		m    Measure
		s    string
		n    int
		want string
	}{
		{cells, "", 10, ""},
		{cells, " \n ", 10, ""},
		{cells, "one two  three\nfour", 9, "one two|three|four"},
		{cells, "one two three", 7, "one two|three"},
		{cells, "one two three", 6, "one|two|three"},
		{cells, "incomprehensible is a word", 4, "incomprehensible|is a|word"},
		{cells, "日本 語", 6, "日本|語"},
		{cells, "日本 語", 7, "日本 語"},
		{double, "a b", 4, "a|b"},
		{double, "a b", 5, "a b"},
	} {
		if got := strings.Join(c.m.Wrap(c.s, c.n), "|"); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func TestColumns(t *testing.T) {
	got := cells.Columns([][]string{{"a", "bb", "c"}, {"日本", "b"}, {"", "", "cc"}, nil, {"a long last one"}, {"a", ""}})
	want := []string{"a                bb  c", "日本             b", "                     cc", "", "a long last one", "a"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := cells.Columns(nil); len(got) != 0 {
		t.Errorf("%q of no rows", got)
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `""`},
		{"A2 B", `"A2 B"`},
		{"\x1b[31m\nred\u202e", `"\x1b[31m\nred\u202e"`},
		{strings.Repeat("ä", 60), `"` + strings.Repeat("ä", 60) + `"`},
		{strings.Repeat("ä", 61), `"` + strings.Repeat("ä", 60) + `"...`},
		{strings.Repeat("\xff", 1<<20), `"` + strings.Repeat(`\xff`, 60) + `"...`},
	} {
		if got := Quote(c.text); got != c.want {
			t.Errorf("Quote(%.20q) = %s, want %s", c.text, got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"m", "m"},
		{"o'1.é", "o'1.é"},
		{"", `""`},
		{"a b", `"a b"`},
		{"a\"", `"a\""`},
		{"\x1b[2J", `"\x1b[2J"`},
		{strings.Repeat("m", 60), strings.Repeat("m", 60)},
		{strings.Repeat("m", 61), `"` + strings.Repeat("m", 60) + `"...`},
	} {
		if got := Name(c.text); got != c.want {
			t.Errorf("Name(%.20q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// TestLetter: each item has its letter, and other texts choose nothing.
func TestLetter(t *testing.T) {
	for i := range 26 {
		if got, ok := OfLetter(Letter(i), 26); !ok || got != i {
			t.Errorf("item %d is chosen by %q, which chooses %d, %t", i, Letter(i), got, ok)
		}
	}
	for _, s := range []string{"", "c", "aa", "A", "1", "`", "{", "é"} {
		if i, ok := OfLetter(s, 2); ok {
			t.Errorf("%q chooses %d of two", s, i)
		}
	}
}

// TestBrief: words of a message are cut where they are very long, and nothing else is.
func TestBrief(t *testing.T) {
	long := strings.Repeat("x", 4<<20)
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"no such name", "no such name"},
		{strings.Repeat("word ", 1000), strings.Repeat("word ", 1000)},
		{long[:maxWord], long[:maxWord]},
		{"the name " + long + " is taken", "the name " + long[:maxWord] + "... is taken"},
		{long + " and " + long[:maxWord+1], long[:maxWord] + "... and " + long[:maxWord] + "..."},
		{"\xff" + long, "\xff" + long[:maxWord-1] + "..."},
		{strings.Repeat("é", maxWord), strings.Repeat("é", maxWord/2) + "..."},
	} {
		if got := Brief(c.in); got != c.want {
			t.Errorf("%.20q... of %d bytes is %.40q of %d, want %d", c.in, len(c.in), got, len(got), len(c.want))
		}
	}
}

func TestLines(t *testing.T) {
	for s, want := range map[string][]string{"": {""}, "a": {"a"}, "a\nb": {"a", "b"}, "a\n\n b\n\n": {"a", "", " b"}} {
		if got := Lines(s); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestIsASCII(t *testing.T) {
	for s, want := range map[string]bool{"": true, "a\x00\x7f": true, "é": false, "a\xff": false, "\x80": false} {
		if got := IsASCII(s); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}
