package language

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"wobbly/il"
)

// An Encoding is the unit in which an editor counts the characters of a line.
type Encoding uint8

// The encodings.
const (
	UTF16 Encoding = iota // 16-bit units, as in JavaScript
	UTF8                  // bytes
	UTF32                 // code points
)

// A Position is a position as editors count, from line 0 and character 0. A line ends with a line
// feed, a carriage return, or both.
type Position struct{ Line, Character int }

func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		n := strings.IndexAny(text[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		starts = append(starts, i+1)
	}
	return starts
}

// line returns a line without its end, and its offset.
func (d *Document) line(n int) (text string, begin int) {
	begin, end := d.starts[n], len(d.src.Text)
	if n+1 < len(d.starts) {
		end = d.starts[n+1]
	}
	return strings.TrimRight(d.src.Text[begin:end], "\r\n"), begin
}

// Position converts an offset, which it first limits to the text.
func (d *Document) Position(pos il.Pos, e Encoding) Position {
	offset := max(0, min(int(pos), len(d.src.Text)))
	next, _ := slices.BinarySearch(d.starts, offset+1) // the line after
	line, begin := d.line(next - 1)
	return Position{Line: next - 1, Character: e.length(line[:min(offset-begin, len(line))])}
}

// Offset converts a position, which it first limits to its line and to the text.
func (d *Document) Offset(p Position, e Encoding) il.Pos {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(d.starts) {
		return il.Pos(len(d.src.Text))
	}
	line, begin := d.line(p.Line)
	return il.Pos(begin + e.offset(line, p.Character))
}

func (e Encoding) length(text string) int {
	if e == UTF8 {
		return len(text)
	}
	n := 0
	for _, r := range text {
		n += e.units(r)
	}
	return n
}

// offset returns the offset in bytes after a number of units of the encoding. Inside a character it
// is the offset of the character.
func (e Encoding) offset(text string, units int) int {
	if e == UTF8 {
		units = max(0, min(units, len(text)))
		for units < len(text) && units > 0 && !utf8.RuneStart(text[units]) {
			units--
		}
		return units
	}
	for i, r := range text {
		if units -= e.units(r); units < 0 {
			return i
		}
	}
	return len(text)
}

func (e Encoding) units(r rune) int {
	if e == UTF16 {
		return max(1, utf16.RuneLen(r)) // an invalid byte counts as U+FFFD
	}
	return 1
}
