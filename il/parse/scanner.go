package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
)

// byteOrderMark may begin a file and is passed over.
const byteOrderMark = "\ufeff"

// scanner cuts text[pos:end] into tokens and collects the comments between
// them. It accepts any bytes.
type scanner struct {
	text     string
	pos, end int
	comments []il.Comment
	open     int // where a comment without its end begins, or -1
}

// scan restricts the scanner to a stretch of the text.
func (s *scanner) scan(from, to int) { s.pos, s.end, s.open = from, to, -1 }

// next reads a token. After the last one it returns eof, again and again.
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
			s.pos = j
			return token{word(text[i:j]), newline, int32(i), int32(j)}
		case digit:
			s.pos = i + nameLen(text[i:])
			return token{number, newline, int32(i), int32(s.pos)}
		case punct:
			s.pos = i + 1
			return token{single[c], newline, int32(i), int32(i + 1)}
		case colon:
			if !strings.HasPrefix(text[i:], ":=") {
				return s.stray(i, newline)
			}
			s.pos = i + 2
			return token{assign, newline, int32(i), int32(i + 2)}
		case bar:
			if !strings.HasPrefix(text[i:], "||") {
				return s.stray(i, newline)
			}
			s.pos = i + 2
			return token{bars, newline, int32(i), int32(i + 2)}
		default:
			if r, _ := utf8.DecodeRuneInString(text[i:]); !unicode.IsLetter(r) {
				return s.stray(i, newline)
			}
			s.pos = i + nameLen(text[i:])
			return token{name, newline, int32(i), int32(s.pos)}
		}
	}
	s.pos = len(text)
	return token{eof, newline, int32(len(text)), int32(len(text))}
}

// comment collects the comment of n bytes at i and tells whether a line ends
// inside it. The line end of a // comment is not part of it.
func (s *scanner) comment(i, n int) (newline bool) {
	text := s.text[i : i+n]
	if text[1] == '/' {
		s.comments = append(s.comments, il.Comment{At: il.Pos(i), Text: strings.TrimRight(text, " \t\r")})
		return false
	}
	if len(text) < 4 || !strings.HasSuffix(text, "*/") {
		s.open = i
		return true
	}
	s.comments = append(s.comments, il.Comment{At: il.Pos(i), Text: text})
	return strings.Contains(text, "\n")
}

// stray reads a run of characters that begin no token.
func (s *scanner) stray(i int, newline bool) token {
	j := i
	for j < s.end && (j == i || s.isStray(j)) {
		_, n := utf8.DecodeRuneInString(s.text[j:s.end])
		j += n
	}
	s.pos = j
	return token{stray, newline, int32(i), int32(j)}
}

func (s *scanner) isStray(i int) bool {
	rest := s.text[i:s.end]
	switch classes[rest[0]] {
	case slash:
		return commentLen(rest) == 0
	case colon:
		return !strings.HasPrefix(rest, ":=")
	case bar:
		return !strings.HasPrefix(rest, "||")
	case other:
		r, _ := utf8.DecodeRuneInString(rest)
		return !unicode.IsLetter(r)
	default:
		return false
	}
}

// commentLen is the length of the comment that begins text, all of it where
// the end is missing, and 0 if none begins there. A // comment ends before
// its line end.
func commentLen(text string) int {
	if len(text) < 2 {
		return 0
	}
	var n int
	switch text[1] {
	case '/':
		n = strings.IndexByte(text, '\n')
	case '*':
		if n = strings.Index(text[2:], "*/"); n >= 0 {
			n += len("/*" + "*/")
		}
	default:
		return 0
	}
	if n < 0 {
		return len(text)
	}
	return n
}

// nameLen is the number of bytes of text until the first character that is
// neither letter nor digit nor _.
func nameLen(text string) int {
	for i, r := range text {
		if r < utf8.RuneSelf {
			if k := classes[r]; k != letter && k != digit {
				return i
			}
		} else if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(text)
}
