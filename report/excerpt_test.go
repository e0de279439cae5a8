package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/il/diag"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("skip; ", 30)
	for _, c := range []struct {
		name string
		// mark is underlined where it first occurs in line.
		line, mark string
		// text and caret are the two lines of the excerpt.
		text, caret string
	}{
		{"plain", "  x := b.f;", "b.f", "  x := b.f;", "       ^^^"},
		{"tabs", "\tx\t:= b.f", "b.f", "    x   := b.f", "           ^^^"},
		{"wide", "変数 := 値.f", "値.f", "変数 := 値.f", "        ^^^^"},
		{"combining", "e\u0301 := b", "b", "e\u0301 := b", "     ^"},
		{"escape", "x \x1b[31m := b", "b", `x \x1b[31m := b`, "              ^"},
		{"direction", "x \u202e := b", "b", `x \u202e := b`, "            ^"},
		{"bad bytes", "x \xff := b", "b", `x \xff := b`, "          ^"},
		{"at the end", "m(", "", "m(", "  ^"},
		{"empty line", "", "", "", "^"},
		{"long, at the beginning", "b.f; " + long, "b.f",
			"b.f; " + strings.Repeat("skip; ", 10) + "ski...", "^^^"},
		{"long, in the middle", long + "b.f; " + long, "b.f",
			"..." + strings.Repeat("skip; ", 4) + "b.f; " + strings.Repeat("skip; ", 6) + "ski...",
			strings.Repeat(" ", 27) + "^^^"},
		{"long, at the end", long + "b.f", "b.f", "...kip; " + strings.Repeat("skip; ", 10) + "b.f",
			strings.Repeat(" ", 68) + "^^^"},
	} {
		at := strings.Index(c.line, c.mark)
		if c.mark == "" {
			at = len(c.line)
		}
		src := il.NewSource("f", "\n"+c.line+"\nlast")
		got := Style{}.excerpt(src, Span{il.Pos(at + 1), il.Pos(at + 1 + len(c.mark))},
			"", plain, 1)
		want := []string{"2 | " + c.text, "  | " + c.caret}
		if got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s:\n%q\n%q\nwant\n%q\n%q", c.name, got[0], got[1], want[0], want[1])
		}
		for _, l := range got {
			if cells(l) > width-excerptIndent {
				t.Errorf("%s: %d cells wide, want at most %d", c.name, cells(l),
					width-excerptIndent)
			}
		}
	}
}

// FuzzExcerpt checks that an excerpt of any stretch of any text has no control characters and is
// not too wide.
func FuzzExcerpt(f *testing.F) {
	f.Add("m(b) { x := b.f; }", 12, 15)
	f.Add("\t\x1b\xff変\u202e\u200d", 0, 99)
	f.Add(strings.Repeat("変", 200), 300, 303)
	f.Add("a\nb\r\nc", 2, 3)
	f.Fuzz(func(t *testing.T, text string, at, end int) {
		at = max(0, min(at, len(text)))
		end = max(at, min(end, len(text)))
		src := il.NewSource("f", text)
		span := Span{il.Pos(at), il.Pos(end)}
		for _, l := range append((Style{}).excerpt(src, span, "label", plain, 3),
			Style{}.lineAbove(src, span, 3)) {
			if cells(l) > width-excerptIndent {
				t.Errorf("%q has %d cells, want at most %d", l, cells(l), width-excerptIndent)
			}
			if !utf8.ValidString(l) ||
				strings.ContainsFunc(l, func(r rune) bool {
					return r < ' ' || r == 0x7f || r == 0x202e
				}) {
				t.Errorf("%q has characters that a terminal obeys or hides", l)
			}
		}
	})
}

func TestManyErrors(t *testing.T) {
	var list diag.List
	for range 150 {
		list = append(list, diag.Diagnostic{Code: "E0030", Message: "wrong"})
	}
	var b strings.Builder
	if err := ErrorsText(&b, Style{}, il.NewSource("f", "x"), list); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "error[E0030]"); n != maxErrors {
		t.Errorf("%d errors are printed, want %d", n, maxErrors)
	}
	end := "... and 50 more errors.\n150 errors. More about a code: wobbly explain E0030\n"
	if !strings.HasSuffix(b.String(), end) {
		t.Errorf("the text ends with %q, want %q", b.String()[b.Len()-120:], end)
	}
}

// TestVeryLongLine checks that only the visible part of a line of megabytes is read, and that it is
// shown like a line that is slightly too long.
func TestVeryLongLine(t *testing.T) {
	const room = 40
	for _, c := range []struct{ before, after int }{
		{0, 1 << 20}, {1 << 20, 0}, {1 << 20, 1 << 20}, {5000, 5000}, {100, 1 << 20},
	} {
		line := strings.Repeat("é", c.before/2) + "HERE" + strings.Repeat("é", c.after/2)
		at := c.before / 2 * 2
		s := showAround(line, at, at+4)
		if len(s.pieces) > 3*seenAround {
			t.Errorf("%d pieces, want at most %d", len(s.pieces), 3*seenAround)
		}
		text, from, to := s.cut(at, at+4, room)
		wide, wideFrom, wideTo := shownLine{pieces: Pieces(line), length: len(line)}.cut(at,
			at+4, room)
		if text != wide || from != wideFrom || to != wideTo {
			t.Errorf("%q from %d to %d, want %q from %d to %d", text, from, to, wide,
				wideFrom, wideTo)
		}
	}
	if s := showAround("short", 1, 1<<30); len(s.pieces) != 5 || s.hidden != [2]bool{} {
		t.Errorf("showAround of a short line = %+v, want 5 pieces and nothing hidden", s)
	}
	line := strings.Repeat("x", 10<<20)
	if s := showAround(line, 0, len(line)); len(s.pieces) > 3*seenAround ||
		s.hidden != [2]bool{false, true} {
		t.Errorf("%d pieces, hidden %v, want at most %d, and text hidden only after them",
			len(s.pieces), s.hidden, 3*seenAround)
	}
}
