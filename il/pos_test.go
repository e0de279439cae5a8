package il_test

import (
	"math"
	"testing"
	"unicode/utf8"

	"wobbly/il"
)

func TestPosition(t *testing.T) {
	const text = "ab\nπ := x\r\n\n\tend"
	tests := []struct {
		name string
		pos  il.Pos
		want string
	}{
		{"first byte", 0, "1:1"},
		{"second byte", 1, "1:2"},
		{"line feed belongs to its line", 2, "1:3"},
		{"start of the second line", 3, "2:1"},
		{"columns count characters", 5, "2:2"},
		{"line feed after a carriage return", 11, "2:8"},
		{"empty line", 12, "3:1"},
		{"a tab is one column", 14, "4:2"},
		{"end of text", il.Pos(len(text)), "4:5"},
		{"after the text", 1000, "4:5"},
		{"before the text", il.NoPos, "1:1"},
	}
	s := il.NewSource("x.il", text)
	for _, tt := range tests {
		if got := s.At(tt.pos); got != tt.want {
			t.Errorf("%s: At(%d) = %s, want %s", tt.name, tt.pos, got, tt.want)
		}
	}
}

func TestLine(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\r\nb", []string{"a", "b"}},
		{"\n\n", []string{"", "", ""}},
		{"a\rb", []string{"a\rb"}},
	}
	for _, tt := range tests {
		s := il.NewSource("x.il", tt.text)
		if s.Lines() != len(tt.want) {
			t.Errorf("%q: %d lines, want %d", tt.text, s.Lines(), len(tt.want))
		}
		for i, want := range tt.want {
			if got := s.Line(i + 1); got != want {
				t.Errorf("%q: line %d is %q, want %q", tt.text, i+1, got, want)
			}
		}
		if s.Line(0) != "" || s.Line(len(tt.want)+1) != "" {
			t.Errorf("%q: a line outside the text is not empty", tt.text)
		}
	}
}

// TestOffsetInvertsPosition: Offset is the inverse of Position at every character of a text,
// including line ends and the end of the text.
func TestOffsetInvertsPosition(t *testing.T) {
	for _, text := range []string{
		"", "x", "ab\ncd", "π.f := é;\n\nend\n", "a\r\nb\r\n", "\xff\xfe\n\xff",
	} {
		s := il.NewSource("x.il", text)
		for pos := il.Pos(0); ; {
			p := s.Position(pos)
			got, ok := s.Offset(p)
			inLineEnd := pos > 0 && text[pos-1] == '\r' // no column names the "\n" of "\r\n"
			if !inLineEnd && (!ok || got != pos) {
				t.Errorf("%q: Offset(%s) = %d, %v, want %d", text, p, got, ok, pos)
			}
			if int(pos) == len(text) {
				break
			}
			_, n := utf8.DecodeRuneInString(text[pos:])
			pos += il.Pos(n)
		}
	}
}

// TestOffsetOutside: Offset finds no character outside the text.
func TestOffsetOutside(t *testing.T) {
	s := il.NewSource("x.il", "ab\nc")
	for _, p := range []il.Position{
		{0, 1}, {1, 0}, {1, -1}, {-1, 1}, {3, 1}, {1, 4}, {2, 3}, {2, 1 << 30},
	} {
		if pos, ok := s.Offset(p); ok || pos != il.NoPos {
			t.Errorf("Offset(%s) = %d, %v, want none", p, pos, ok)
		}
	}
}

func TestPositionBefore(t *testing.T) {
	order := []il.Position{{1, 1}, {1, 2}, {1, 10}, {2, 1}, {10, 1}}
	for i, p := range order {
		for j, q := range order {
			if got := p.Before(q); got != (i < j) {
				t.Errorf("%s.Before(%s) = %t, want %t", p, q, got, i < j)
			}
		}
	}
}

// TestSourceConcurrently: the line table is built once, even by concurrent calls.
func TestSourceConcurrently(t *testing.T) {
	s := il.NewSource("x.il", "a\nb\nc\n")
	done := make(chan string)
	for range 8 {
		go func() { done <- s.At(4) }()
	}
	for range 8 {
		if got := <-done; got != "3:1" {
			t.Errorf("At(4) = %s, want 3:1", got)
		}
	}
}

// TestParsePosition: only texts in the form of String are read.
func TestParsePosition(t *testing.T) {
	for text, want := range map[string]il.Position{
		"4:3": {Line: 4, Col: 3}, "0:0": {}, "007:10": {Line: 7, Col: 10},
		"9:99999999999999999999": {Line: 9, Col: math.MaxInt},
	} {
		if p, ok := il.ParsePosition(text); !ok || p != want || !il.IsPosition(text) {
			t.Errorf("ParsePosition(%q) = %v, %v, want %v", text, p, ok, want)
		}
	}
	for _, text := range []string{
		"", ":", "4", "4:", ":3", "4:3:2", "+4:3", "4:-3", "4: 3", "a:b", "4:3 ",
	} {
		if p, ok := il.ParsePosition(text); ok || il.IsPosition(text) {
			t.Errorf("ParsePosition(%q) = %v, want none", text, p)
		}
	}
}

// TestLineEnd: LineEnd returns the end of the first line, and WithLineEnds converts all lines.
func TestLineEnd(t *testing.T) {
	for text, end := range map[string]string{
		"": "\n", "a": "\n", "a\nb\r\n": "\n", "a\r\nb\n": "\r\n", "\n": "\n", "\r\n": "\r\n",
		"\r": "\n",
	} {
		if got := il.LineEnd(text); got != end {
			t.Errorf("LineEnd(%q) = %q, want %q", text, got, end)
		}
	}
	for end, want := range map[string]string{"\n": "a\nb\n\n", "\r\n": "a\r\nb\r\n\r\n"} {
		if got := il.WithLineEnds("a\r\nb\n\r\n", end); got != want {
			t.Errorf("WithLineEnds of mixed line ends to %q = %q, want %q", end, got, want)
		}
	}
}

// TestSimpleAt: a statement ends before a separator (even if that is the first character), a
// closing brace or a comment, at the end of its line, or at the end of the text.
func TestSimpleAt(t *testing.T) {
	for text, want := range map[string]string{
		"x := y; z": "x := y", ";": "", "x := y\nz": "x := y", "x := y\r\n": "x := y",
		"lock() }": "lock()", "skip // why": "skip", "skip": "skip",
	} {
		if got := il.NewSource("", "{"+text).SimpleAt(1); got != want {
			t.Errorf("SimpleAt in %q = %q, want %q", text, got, want)
		}
	}
}
