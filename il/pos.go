package il

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Pos is a byte offset into a Source. Source.Position turns it into the line and column that people
// read.
type Pos int32

// NoPos is the position of something that is not in the source.
const NoPos Pos = -1

// Position is a place as people name it: both numbers count from 1, and columns count characters
// (code points), not bytes.
type Position struct {
	Line, Col int
}

// String returns "line:col".
func (p Position) String() string {
	return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// ParsePosition parses the form of String. A number that is too large is beyond the end of every
// text.
func ParsePosition(text string) (Position, bool) {
	line, col, ok := strings.Cut(text, ":")
	if !ok || !isNumber(line) || !isNumber(col) {
		return Position{}, false
	}
	var p Position
	p.Line, _ = strconv.Atoi(line)
	p.Col, _ = strconv.Atoi(col)
	return p, true
}

// IsPosition reports whether a text is "line:col".
func IsPosition(text string) bool {
	_, ok := ParsePosition(text)
	return ok
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// Before reports whether p is before q in the text.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// Source is a program text with its name. The line table is built on the first call of Position; a
// Source is safe for concurrent use.
type Source struct {
	Name string // as the user named the file; "-" for standard input
	Text string

	once  sync.Once
	lines []int32 // offset of the first byte of each line, a byte order mark left out
	ascii bool    // every character after the byte order mark is one byte
}

// byteOrderMark may begin a text. It is not part of the first line: the character after it is at
// 1:1.
const byteOrderMark = "\ufeff"

// NewSource returns the Source of a text.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// index builds the line table if necessary.
func (s *Source) index() {
	s.once.Do(func() {
		first := 0
		if strings.HasPrefix(s.Text, byteOrderMark) {
			first = len(byteOrderMark)
		}
		s.ascii = isASCII(s.Text[first:])
		s.lines = append(make([]int32, 0, 1+strings.Count(s.Text, "\n")), int32(first))
		for i := first; ; {
			j := strings.IndexByte(s.Text[i:], '\n')
			if j < 0 || i+j >= math.MaxInt32 { // no Pos can express what is beyond
				return
			}
			i += j + 1
			s.lines = append(s.lines, int32(i))
		}
	})
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Position returns line and column of pos. Offsets outside the text are moved to its nearest end.
func (s *Source) Position(pos Pos) Position {
	s.index()
	pos = max(Pos(s.lines[0]), min(pos, Pos(min(len(s.Text), math.MaxInt32))))
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > int32(pos) }) - 1
	if s.ascii {
		return Position{Line: i + 1, Col: int(pos) - int(s.lines[i]) + 1}
	}
	return Position{Line: i + 1, Col: utf8.RuneCountInString(s.Text[s.lines[i]:pos]) + 1}
}

// At returns Position as text, "line:col".
func (s *Source) At(pos Pos) string { return s.Position(pos).String() }

// Offset is the inverse of Position: it returns the offset of the character at a line and column,
// if there is one (the end of a line counts).
func (s *Source) Offset(p Position) (Pos, bool) {
	if p.Line < 1 || p.Line > s.Lines() || p.Col < 1 {
		return NoPos, false
	}
	line, offset := s.Line(p.Line), s.lines[p.Line-1]
	if s.ascii {
		if p.Col-1 > len(line) {
			return NoPos, false
		}
		return Pos(offset) + Pos(p.Col-1), true
	}
	for range p.Col - 1 {
		if line == "" {
			return NoPos, false
		}
		_, n := utf8.DecodeRuneInString(line)
		line = line[n:]
		offset += int32(n)
	}
	return Pos(offset), true
}

// Lines returns the number of lines of the text, at least 1.
func (s *Source) Lines() int {
	s.index()
	return len(s.lines)
}

// Line returns the text of line n (from 1), without its line end. A line outside the text is empty.
func (s *Source) Line(n int) string {
	s.index()
	if n < 1 || n > len(s.lines) {
		return ""
	}
	end := len(s.Text)
	if n < len(s.lines) {
		end = int(s.lines[n]) - 1
	}
	return strings.TrimSuffix(s.Text[s.lines[n-1]:end], "\r")
}

// LineEnd returns "\r\n" if that ends the first line of a text, otherwise "\n".
func LineEnd(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// WithLineEnds returns a text with the given end of each line.
func WithLineEnds(text, end string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if end == "\n" {
		return text
	}
	return strings.ReplaceAll(text, "\n", end)
}

// SimpleAt returns the simple statement at a position as it is written, up to the end of its line.
func (s *Source) SimpleAt(pos Pos) string {
	text := s.Text[pos:]
	if i := strings.IndexAny(text, ";}\r\n"); i >= 0 {
		text = text[:i]
	}
	text, _, _ = strings.Cut(text, "//")
	return strings.TrimSpace(text)
}
