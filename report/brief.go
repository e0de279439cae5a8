package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// maxName is how many characters of a name are shown. The name of a file has fewer.
const maxName = 300

// Brief is a writer for people: of a name that is longer than one reads, the beginning, and "...".
// Numbers and links are as they are.
func Brief(w io.Writer) io.Writer { return &briefWriter{w: w} }

type briefWriter struct {
	w     io.Writer
	word  int    // characters of the present name, or number
	keep  bool   // the present one is a number, or stands in a link
	begun string // the end of what stands before it without a blank: of a link its beginning
	link  bool   // what stands before it is of a link
}

func (b *briefWriter) Write(p []byte) (int, error) { return b.WriteString(string(p)) }

func (b *briefWriter) WriteString(s string) (int, error) {
	var out strings.Builder
	from := 0 // of what is still to be passed on
	for i := range len(s) {
		was := b.hidden()
		b.take(s[i])
		switch now := b.hidden(); {
		case now && !was:
			out.WriteString(s[from:i] + "...")
		case was && !now:
			from = i
		}
	}
	if !b.hidden() {
		out.WriteString(s[from:])
	}
	if _, err := io.WriteString(b.w, out.String()); err != nil {
		return 0, err
	}
	return len(s), nil
}

// hidden tells whether the present byte is of a name that has been shown for long enough.
func (b *briefWriter) hidden() bool { return b.word > maxName && !b.keep }

func (b *briefWriter) take(c byte) {
	digit := '0' <= c && c <= '9'
	switch {
	case c >= utf8.RuneSelf, digit, c == '_', c == '\'' && b.word > 0, 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		if b.word == 0 {
			b.keep = digit || b.link
		}
		if utf8.RuneStart(c) {
			b.word++
		}
		if b.word <= len(linkBegins) {
			b.begun += string(rune(c))
		}
	case c == ' ', c == '\n', c == '\t':
		b.word, b.begun, b.link = 0, "", false
	default:
		b.begun += string(rune(c))
		b.link = b.link || strings.HasSuffix(b.begun, "://") || strings.HasSuffix(b.begun, linkBegins)
		b.begun = b.begun[max(0, len(b.begun)-len(linkBegins)):]
		b.word = 0
	}
}

// linkBegins is how a link to a state begins; one to a page has :// in it.
const linkBegins = "wobbly:"
