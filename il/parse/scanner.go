package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
)

// byteOrderMark may begin a file and is ignored.
const byteOrderMark = "\ufeff"

// scanner cuts text[pos:end] into tokens and collects the comments between them. It accepts any
// bytes.
type scanner struct {
	text     string
	pos, end int
	comments []il.Comment
	open     int // where a comment without an end begins, or -1
}

func (s *scanner) scan(from, to int) { s.pos, s.end, s.open = from, to, -1 }

func scanning(text string, from, to int) scanner {
	return scanner{text: text, pos: from, end: to, open: -1}
}

// next reads a token. At the end it returns eof, however often it is called.
func (s *scanner) next() token {
	text, i, newline := s.text[:s.end], s.pos, false
	for i < len(text) {
		c := text[i]
		switch classes[c] {
		case space:
			i++
			continue
		case feed:
			newline = true
			i++
			continue
		case slash:
			n := commentLen(text[i:])
			if n == 0 {
				return s.stray(i, newline)
			}
			newline = s.comment(i, n) || newline
			i += n
			continue
		case letter:
			j := i + 1
			for j < len(text) && classes[text[j]]-letter <= digit-letter {
				j++
			}
			if j < len(text) && text[j] >= utf8.RuneSelf {
				j += nameLen(text[j:])
			}
			return s.token(word(text[i:j]), newline, i, j)
		case digit:
			return s.token(number, newline, i, i+nameLen(text[i:]))
		case single:
			return s.token(signs[c], newline, i, i+1)
		case pair:
			if !isPair(text[i:]) {
				return s.stray(i, newline)
			}
			return s.token(signs[c], newline, i, i+2)
		default:
			if r, _ := utf8.DecodeRuneInString(text[i:]); !unicode.IsLetter(r) {
				return s.stray(i, newline)
			}
			return s.token(name, newline, i, i+nameLen(text[i:]))
		}
	}
	return s.token(eof, newline, i, i)
}

// token returns the token from i to j, after which the scanner continues.
func (s *scanner) token(k kind, newline bool, i, j int) token {
	s.pos = j
	return token{kind: k, newline: newline, at: int32(i), end: int32(j)}
}

// stray reads the characters from i on up to the next that begins something.
func (s *scanner) stray(i int, newline bool) token {
	j := i
	for text := s.text[:s.end]; j < len(text) && (j == i || isStray(text[j:])); {
		_, n := utf8.DecodeRuneInString(text[j:])
		j += n
	}
	return s.token(stray, newline, i, j)
}

// isStray reports whether text begins with a character that begins no token, comment or white
// space.
func isStray(text string) bool {
	switch classes[text[0]] {
	case slash:
		return commentLen(text) == 0
	case pair:
		return !isPair(text)
	case other:
		r, _ := utf8.DecodeRuneInString(text)
		return !unicode.IsLetter(r)
	default:
		return false
	}
}

// isPair reports whether text begins with a token of two characters.
func isPair(text string) bool {
	return strings.HasPrefix(text, ":=") || strings.HasPrefix(text, "||")
}

// comment collects the comment of n bytes at i and reports whether a line ends inside it. The line
// end of a // comment is not part of it.
func (s *scanner) comment(i, n int) (newline bool) {
	text := s.text[i : i+n]
	switch {
	case text[1] == '/':
		text = strings.TrimRight(text, " \t\r")
	case len(text) < 4 || !strings.HasSuffix(text, "*/"):
		s.open = i
		return true
	}
	s.comments = append(s.comments, il.Comment{At: il.Pos(i), Text: text})
	return strings.Contains(text, "\n")
}

// commentLen returns the length of the comment that begins text, and 0 if none begins there. A
// comment without an end is all of the text. A // comment ends before its line end.
func commentLen(text string) int {
	n := 0
	switch {
	case strings.HasPrefix(text, "//"):
		n = strings.IndexByte(text, '\n')
	case strings.HasPrefix(text, "/*"):
		if n = strings.Index(text[2:], "*/"); n >= 0 {
			n += len("/*" + "*/")
		}
	}
	if n < 0 {
		return len(text)
	}
	return n
}

// nameLen returns the number of bytes of text before the first character that cannot be part of a
// name: that is not a letter, a digit, _ or a combining mark. Some systems write é as e and a mark.
func nameLen(text string) int {
	for i, r := range text {
		if r < utf8.RuneSelf {
			if k := classes[r]; k != letter && k != digit {
				return i
			}
		} else if !inName(r) {
			return i
		}
	}
	return len(text)
}
