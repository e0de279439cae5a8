package draw

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestShorten checks that a name without room loses its middle, or below 9 cells its end.
func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		name string
		n    int
		want string
	}{
		{"abcdefghij", 10, "abcdefghij"},
		{"abcdefghijk", 10, "abcd...ijk"},
		{"abcdefghijk", 9, "abc...ijk"},
		{"abcdefghijk", 8, "abcde..."},
		{"abc", 2, ".."},
		{"中中中中中中", 11, "中中...中中"},
		{"中中中中中中", 10, "中中...中"},
		{"abc", -1, ""},
	} {
		if got := Shorten(tt.name, tt.n); got != tt.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tt.name, tt.n, got, tt.want)
		}
	}
}

// TestShortenCall checks that the parameters get the room that the name leaves, and at least that
// of "(...)".
func TestShortenCall(t *testing.T) {
	for _, tt := range []struct {
		call string
		n    int
		want string
	}{
		{"put(a, b)", 9, "put(a, b)"},
		{"put(first, second)", 15, "put(first, ...)"},
		{"aLongNameHere(first)", 14, "aLo...ere(...)"},
		{"aLongNameHere(first)", 13, "aLong...irst)"},
		{"aLongNameHere()  lock", 17, "aLo...ere()  lock"},
		{"aLongNameWithoutAny", 14, "aLongN...utAny"},
		{")aLongNameBackward(", 14, ")aLong...ward("},
	} {
		if got := shortenCall(tt.call, tt.n); got != tt.want {
			t.Errorf("shortenCall(%q, %d) = %q, want %q", tt.call, tt.n, got, tt.want)
		}
	}
}

// TestShortenBoth checks that a short name leaves its room to the other.
func TestShortenBoth(t *testing.T) {
	const long, longer = "abcdefghijklmnop", "0123456789012345678"
	for _, tt := range []struct {
		a, b string
		n    int
		want string
	}{
		{long, "x", 17, long + " x"},
		{long, "x", 16, "abcdef...klmnop x"},
		{"x", long, 16, "x abcdef...klmnop"},
		{long, longer, 35, long + " " + longer},
		{long, longer, 20, "abcd...nop 0123...678"},
		{long, longer, 21, "abcd...nop 0123...5678"},
	} {
		if a, b := ShortenBoth(tt.a, tt.b, tt.n); a+" "+b != tt.want {
			t.Errorf("ShortenBoth(%q, %q, %d) = %q, want %q", tt.a, tt.b, tt.n, a+" "+b, tt.want)
		}
	}
}

// TestParagraphs checks that long lines are broken, and that indented ones are kept.
func TestParagraphs(t *testing.T) {
	got := Paragraphs([]string{"one two three", "", " kept as it is"}, 8)
	if want := []string{"one two", "three", "", " kept as it is"}; !slices.Equal(got, want) {
		t.Errorf("Paragraphs = %q, want %q", got, want)
	}
}

// TestCut checks that the last line that is shown ends in an ellipsis within the width if lines are
// left out.
func TestCut(t *testing.T) {
	lines := []string{"one", "two", "three"}
	for _, tt := range []struct {
		n, w int
		want string
	}{
		{3, 9, "one|two|three"},
		{2, 7, "one|two ..."},
		{2, 6, "one|two..."},
		{0, 9, "one ..."},
	} {
		if got := strings.Join(Cut(lines, tt.n, tt.w), "|"); got != tt.want {
			t.Errorf("Cut(%q, %d, %d) = %q, want %q", lines, tt.n, tt.w, got, tt.want)
		}
	}
	if lines[1] != "two" {
		t.Errorf("Cut changes its argument to %q", lines)
	}
}

// TestBelow checks that the lower edge says how many lines are hidden, unless there is no edge.
func TestBelow(t *testing.T) {
	for _, tt := range []struct {
		h, lines int
		want     string // the rows without blanks
	}{
		{2, 1, "|↓1more"},
		{2, 0, "|"},
		{1, 3, ""},
		{3, 12, "||↓12more"},
	} {
		f := NewFrame(18, tt.h, false)
		Below(f.All(), Plain, tt.lines)
		got := strings.ReplaceAll(strings.Join(plain(f), "|"), " ", "")
		if got != tt.want {
			t.Errorf("Below in %d rows, of %d lines = %q, want %q", tt.h, tt.lines, got, tt.want)
		}
	}
}

// TestRowsFromTop checks that the rows begin at top, or earlier if there is room for more.
func TestRowsFromTop(t *testing.T) {
	type shown struct {
		rows         string
		above, below int
	}
	for _, tt := range []struct {
		n, top int
		want   shown
	}{
		{5, 0, shown{"0,1,2", 0, 2}},
		{5, 1, shown{"1,2,3", 1, 1}},
		{5, 2, shown{"2,3,4", 2, 0}},
		{5, 3, shown{"2,3,4", 2, 0}},
		{5, -1, shown{"0,1,2", 0, 2}},
		{2, 1, shown{"0,1,", 0, 0}},
	} {
		f := NewFrame(1, 3, false)
		var got shown
		got.above, got.below = Rows(f.All(), tt.n, tt.top,
			func(row Canvas, i int) { row.Text(0, 0, Plain, strconv.Itoa(i)) })
		got.rows = strings.ReplaceAll(strings.Join(plain(f), ","), " ", "")
		if got != tt.want {
			t.Errorf("Rows of %d from %d = %+v, want %+v", tt.n, tt.top, got, tt.want)
		}
	}
}
