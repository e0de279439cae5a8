package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"wobbly/internal/text"
)

// Legible is a writer for a terminal, the last one on the way there: what a terminal would
// obey or hide is written as an escape, but for line ends, tabs, and the colours that the
// style has. Of a call that ends inside a character the rest is kept for the next one.
func (s Style) Legible(w io.Writer) io.Writer { return &legibleWriter{style: s, w: w} }

type legibleWriter struct {
	style Style
	w     io.Writer
	rest  string // the beginning of a character
}

func (l *legibleWriter) Write(p []byte) (int, error) { return l.WriteString(string(p)) }

func (l *legibleWriter) WriteString(s string) (int, error) {
	all := l.rest + s
	n := len(all) - unfinished(all)
	all, l.rest = all[:n], all[n:]
	if text.FirstObeyed(all) >= 0 {
		all = l.style.legible(all)
	}
	if _, err := io.WriteString(l.w, all); err != nil {
		return 0, err
	}
	return len(s), nil
}

// unfinished is how many bytes at the end begin a character, or the end of a line, and do
// not end it.
func unfinished(s string) int {
	if strings.HasSuffix(s, "\r") {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if tail := s[len(s)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// legible writes out what a terminal would obey.
func (s Style) legible(all string) string {
	var b strings.Builder
	for {
		i := text.FirstObeyed(all)
		if i < 0 {
			b.WriteString(all)
			return b.String()
		}
		b.WriteString(all[:i])
		all = all[i:]
		n := s.own(all)
		if n > 0 || strings.HasPrefix(all, "\r\n") {
			n = max(n, 1)
			b.WriteString(all[:n])
		} else {
			_, n = utf8.DecodeRuneInString(all)
			q := strconv.QuoteToASCII(all[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		all = all[n:]
	}
}

// legibleJSON is a JSON text in which no string holds what a terminal would obey.
func legibleJSON(doc []byte) []byte {
	if !slices.ContainsFunc(doc, func(c byte) bool { return c >= 0x7f }) {
		return doc
	}
	var b bytes.Buffer
	for _, r := range string(doc) { // which is UTF-8
		switch {
		case !text.Obeyed(r):
			b.WriteRune(r)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}
