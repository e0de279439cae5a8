package text

import (
	"math/rand/v2"
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
			t.Errorf("the count is %q, want %q", got, want)
		}
	}
}

// double measures every character as two Plain.
var double = Measure(func(s string) int { return 2 * utf8.RuneCountInString(s) })

func TestPad(t *testing.T) {
	for _, c := range []struct {
		m    Measure
		s    string
		n    int
		want string
	}{
		{Plain, "ab", 4, "ab  "},
		{Plain, "ab", 2, "ab"},
		{Plain, "ab", 1, "ab"},
		{Plain, "ab", -1, "ab"},
		{Plain, "日", 3, "日 "},
		{double, "ab", 5, "ab "},
	} {
		if got := c.m.Pad(c.s, c.n); got != c.want {
			t.Errorf("Pad(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
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
		{Plain, "abcdef", 6, "...", "abcdef"},
		{Plain, "abcdef", 5, "...", "ab..."},
		{Plain, "abcdef", 4, "...", "a..."},
		{Plain, "abcdef", 3, "...", "..."},
		{Plain, "abcdef", 2, "...", ".."},
		{Plain, "abcdef", 0, "...", ""},
		{Plain, "abcdef", -1, "...", ""},
		{Plain, "", -1, "...", ""},
		{Plain, "abcdef", 4, "…", "abc…"},
		{Plain, "abcdef", 1, "…", "…"},
		{Plain, "日本語", 5, "…", "日本…"},
		{Plain, "日本語", 4, "…", "日…"},                // no half characters
		{Plain, "e\u0301tude", 3, "…", "e\u0301t…"}, // nor an accent alone
		{double, "abc", 5, "", "ab"},
	} {
		if got := c.m.Clip(c.s, c.n, c.dots); got != c.want {
			t.Errorf("Clip(%q, %d, %q) = %q, want %q", c.s, c.n, c.dots, got, c.want)
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
		{Plain, "", 10, ""},
		{Plain, " \n ", 10, ""},
		{Plain, "one two  three\nfour", 9, "one two|three|four"},
		{Plain, "one two three", 7, "one two|three"},
		{Plain, "one two three", 6, "one|two|three"},
		{Plain, "incomprehensible is a word", 4, "incomprehensible|is a|word"},
		{Plain, "日本 語", 6, "日本|語"},
		{Plain, "日本 語", 7, "日本 語"},
		{double, "a b", 4, "a|b"},
		{double, "a b", 5, "a b"},
	} {
		if got := strings.Join(c.m.Wrap(c.s, c.n), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d), joined by |, = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

func TestColumns(t *testing.T) {
	got := Plain.Columns([][]string{
		{"a", "bb", "c"}, {"日本", "b"}, {"", "", "cc"}, nil, {"a long last one"}, {"a", ""},
	})
	want := []string{
		"a                bb  c", "日本             b", "                     cc", "",
		"a long last one", "a",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Columns = %q, want %q", got, want)
	}
	if got := Plain.Columns(nil); len(got) != 0 {
		t.Errorf("Columns(nil) = %q, want no lines", got)
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

// TestLetter checks that OfLetter inverts Letter and refuses other texts.
func TestLetter(t *testing.T) {
	for i := range 26 {
		if got, ok := OfLetter(Letter(i), 26); !ok || got != i {
			t.Errorf("OfLetter(%q, 26) = %d, %t, want %d, true", Letter(i), got, ok, i)
		}
	}
	for _, s := range []string{"", "c", "aa", "A", "1", "`", "{", "é"} {
		if i, ok := OfLetter(s, 2); ok {
			t.Errorf("OfLetter(%q, 2) = %d, true, want false", s, i)
		}
	}
}

// TestBrief checks that only words of more than maxWord bytes are cut, and only between characters.
func TestBrief(t *testing.T) {
	long := strings.Repeat("x", 4<<20)
	word := func(n int) string { return long[:n] }
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"no such name", "no such name"},
		{strings.Repeat("word ", 1000), strings.Repeat("word ", 1000)},
		{word(maxWord), word(maxWord)},
		{word(maxWord + 1), word(maxWord) + "..."},
		{word(maxWord) + " " + word(maxWord), word(maxWord) + " " + word(maxWord)},
		{"the name " + long + " is taken", "the name " + word(maxWord) + "... is taken"},
		{long + "  " + word(maxWord+1), word(maxWord) + "...  " + word(maxWord) + "..."},
		{strings.Repeat("é", maxWord/2), strings.Repeat("é", maxWord/2)},
		{strings.Repeat("é", maxWord/2+1), strings.Repeat("é", maxWord/2) + "..."},
		{word(maxWord-1) + "é", word(maxWord-1) + "..."},
		{"abc\xffdef " + word(maxWord), "abc\xffdef " + word(maxWord)},
		{word(maxWord-1) + "\xff", word(maxWord-1) + "\xff"},
		{word(maxWord) + "\xff", word(maxWord) + "..."},
		{word(maxWord-1) + " \xff", word(maxWord-1) + " \xff"},
	} {
		if got := Brief(c.in); got != c.want {
			t.Errorf("Brief(%.20q, %d bytes) = %.40q, %d bytes; want %.40q, %d bytes",
				c.in, len(c.in), got, len(got), c.want, len(c.want))
		}
	}
}

// checkBrief checks what Brief promises for every text: it keeps the blanks and the short words,
// and of a long word it keeps a prefix that ends between two characters and is as long as the limit
// allows.
func checkBrief(t *testing.T, s string) {
	t.Helper()
	before, after := strings.Split(s, " "), strings.Split(Brief(s), " ")
	if len(before) != len(after) {
		t.Fatalf("Brief(%q) has %d words, not %d", s, len(after), len(before))
	}
	for i, w := range before {
		got := after[i]
		if len(w) <= maxWord {
			if got != w {
				t.Errorf("Brief(%q): short word %q became %q", s, w, got)
			}
			continue
		}
		kept, dots := strings.CutSuffix(got, "...")
		if !dots || !strings.HasPrefix(w, kept) || len(kept) > maxWord ||
			len(kept) <= maxWord-utf8.UTFMax {
			t.Errorf("Brief(%q): long word %q became %q", s, w, got)
		}
		if utf8.ValidString(w) && !utf8.ValidString(kept) {
			t.Errorf("Brief(%q): %q is cut within a character", s, w)
		}
	}
}

// TestBriefProperty runs checkBrief on random texts of pieces that are hard to cut.
func TestBriefProperty(t *testing.T) {
	pieces := []string{
		" ", "  ", "a", "é", "日", "🚀", "\xff", "\xe6\x97", "\ufffd", "\n", strings.Repeat("x", 60),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b strings.Builder
		for range r.IntN(400) {
			i := r.IntN(len(pieces))
			if i < 2 && r.IntN(20) > 0 { // mostly long words
				i = 2
			}
			b.WriteString(pieces[i])
		}
		checkBrief(t, b.String())
	}
}

func FuzzBrief(f *testing.F) {
	f.Add(strings.Repeat("x", maxWord) + "\xff")
	f.Add("a\xffb " + strings.Repeat("日", maxWord))
	f.Fuzz(checkBrief)
}

func TestLines(t *testing.T) {
	for s, want := range map[string][]string{
		"": {""}, "a": {"a"}, "a\nb": {"a", "b"}, "a\n\n b\n\n": {"a", "", " b"},
	} {
		if got := Lines(s); !slices.Equal(got, want) {
			t.Errorf("Lines(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestASCII(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "t'1": "t_1", "a\x7f": "a\x7f", "a\u0080": "au0080", "\u00e9": "u00e9",
		"\u6f22": "u6f22",
	} {
		if got := ASCII(s); got != want {
			t.Errorf("ASCII(%q) = %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{
		"": true, "a\x7f": true, "\u0080": false, "\u6f22": false, "a\xff": false,
	} {
		if IsASCII(s) != want {
			t.Errorf("IsASCII(%q) = %v, want %v", s, !want, want)
		}
	}
}

func TestAndOr(t *testing.T) {
	for n, want := range []struct{ and, or string }{
		{"", ""}, {"a", "a"}, {"a and b", "a or b"}, {"a, b and c", "a, b or c"},
	} {
		words := []string{"a", "b", "c"}[:n]
		if got := And(words); got != want.and {
			t.Errorf("And(%q) = %q, want %q", words, got, want.and)
		}
		if got := Or(words); got != want.or {
			t.Errorf("Or(%q) = %q, want %q", words, got, want.or)
		}
	}
}
