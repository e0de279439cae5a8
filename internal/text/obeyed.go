package text

import (
	"unicode"
	"unicode/utf8"
)

// Obeyed reports whether a terminal might act on a character instead of showing it: control
// characters except line feeds and tabs, format characters such as U+202E (right-to-left override),
// and the Unicode line and paragraph separators. Joiners, soft hyphens and direction marks, which
// some scripts need, are not obeyed.
func Obeyed(r rune) bool {
	switch r {
	case '\n', '\t', '\u00ad', '\u061c', '\u200c', '\u200d', '\u200e', '\u200f':
		return false
	}
	return r < ' ' || r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// FirstObeyed returns the offset of the first character of a text that is Obeyed or not UTF-8, or
// -1 if there is none.
func FirstObeyed(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
		if Obeyed(r) {
			return i
		}
	}
	return -1
}
