package text

import (
	"unicode"
	"unicode/utf8"
)

// Obeyed tells whether a terminal would obey a character in place of showing it, or let it
// hide or turn what stands around it: control characters, but for line ends and tabs,
// characters of format such as U+202E, and ends of lines that are none here. Joiners, soft
// hyphens and marks of direction, which texts in some scripts need, are not obeyed.
func Obeyed(r rune) bool {
	switch r {
	case '\n', '\t', '\u00ad', '\u061c', '\u200c', '\u200d', '\u200e', '\u200f':
		return false
	}
	return r < ' ' || r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// FirstObeyed is the offset of the first character of a text that is Obeyed or not UTF-8,
// or -1.
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
