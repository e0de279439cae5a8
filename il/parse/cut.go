package parse

import "strings"

// span is the stretch text[from:to] of a file.
type span struct{ from, to int }

// textBegin returns the offset after the byte order mark, if there is one.
func textBegin(text string) int { return len(text) - len(strings.TrimPrefix(text, byteOrderMark)) }

// cutter cuts a text into pieces of one top-level declaration each, with the white space and
// comments before it. It follows only braces and comments. It also cuts text that is not a
// declaration, at a ";" or "}" outside of all braces. If braces do not match, a method head or init
// at the left margin begins a piece, so that a forgotten "}" does not swallow the rest of the text.
type cutter struct {
	text string
	pos  int
}

func newCutter(text string) *cutter { return &cutter{text: text, pos: textBegin(text)} }

// part appends the next pieces until they have size bytes or the text ends.
func (c *cutter) part(pieces []span, size int) []span {
	for begin := c.pos; c.pos-begin < size; {
		piece, ok := c.next()
		if !ok {
			break
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// structural has the bytes that the cutter looks at.
var structural = [256]bool{'/': true, '{': true, '}': true, ';': true}

// next returns the next piece, if there is one. The last one may have only white space and
// comments.
func (c *cutter) next() (piece span, ok bool) {
	text, from := c.text, c.pos
	head := skipSpace(text, from)
	depth, parallel := 0, false
	for i := head; i < len(text); i++ {
		if !structural[text[i]] {
			continue
		}
		switch text[i] {
		case '/':
			i += max(1, commentLen(text[i:])) - 1
		case '{':
			if depth > 0 {
				if at := headBefore(text, head, i); at > head {
					return c.until(from, at), true
				}
			}
			depth++
		case '}':
			depth--
			if depth < 0 || depth == 0 && !c.continues(head, i+1, &parallel) {
				return c.until(from, i+1), true
			}
		case ';':
			if depth == 0 {
				return c.until(from, i+1), true
			}
		}
	}
	return c.until(from, len(text)), from < len(text)
}

// until returns the piece between two offsets and continues after it.
func (c *cutter) until(from, to int) span {
	c.pos = to
	return span{from, to}
}

// continues reports whether the declaration at head, whose braces are all closed at i, continues:
// with "||", or its misspellings "|" and "&", or with a second block where there was none yet.
func (c *cutter) continues(head, i int, parallel *bool) bool {
	rest := c.text[skipSpace(c.text, i):]
	if strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "&") {
		*parallel = true
		return true
	}
	return c.text[head] == '{' && !*parallel && strings.HasPrefix(rest, "{")
}

// skipSpace returns the offset of the next token after i, or the end of text.
func skipSpace(text string, i int) int {
	for i < len(text) {
		switch classes[text[i]] {
		case space, feed:
			i++
		case slash:
			n := commentLen(text[i:])
			if n == 0 {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// window is how many bytes before a brace the cutter looks for a method head.
const window = 512

// headBefore finds "init" or "m(x, y)", perhaps with "private", before the brace at open, if it
// begins a line no further to the right than the declaration at head. It returns the offset where
// it begins, or -1. A statement cannot have this form.
func headBefore(text string, head, open int) int {
	low := max(head, open-window)
	before := strings.TrimRight(text[low:open], " \t\r\n")
	line := strings.LastIndexByte(before, '\n') + 1
	at := skipBlanks(before, line)
	if line == 0 || at-line > indent(text, head) {
		return -1
	}
	rest := before[at:]
	if rest == "init" {
		return low + at
	}
	if !strings.HasSuffix(rest, ")") {
		return -1
	}
	if tail, ok := strings.CutPrefix(rest, "private "); ok {
		rest = strings.TrimLeft(tail, " \t")
	}
	n := nameLen(rest)
	if n == 0 || word(rest[:n]) != name || similar(rest[:n], blockWords...) != name {
		return -1
	}
	if strings.HasPrefix(strings.TrimLeft(rest[n:], " \t"), "(") {
		return low + at
	}
	return -1
}

// skipBlanks returns the offset of the first byte at or after i that is not a blank.
func skipBlanks(text string, i int) int {
	return len(text) - len(strings.TrimLeft(text[i:], " \t"))
}

// indent returns the width in bytes of the white space that begins the line of at, or 0 if the line
// begins further back than the window.
func indent(text string, at int) int {
	low := max(0, at-window)
	line := strings.LastIndexByte(text[low:at], '\n') + 1
	if line == 0 && low > 0 {
		return 0
	}
	return skipBlanks(text, low+line) - (low + line)
}
