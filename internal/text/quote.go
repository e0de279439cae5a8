package text

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxQuoted is how many characters of a text a quote shows.
const maxQuoted = 60

// Quote quotes a text that somebody else wrote, for a message: on one line, every
// sign visible, and of a long one the beginning.
func Quote(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	cut := 0
	for range maxQuoted {
		_, n := utf8.DecodeRuneInString(s[cut:])
		cut += n
	}
	return strconv.Quote(s[:cut]) + "..."
}

// Name is a name that somebody else chose, for a message: as it is if it is short
// and all of it can be seen, and quoted if not.
func Name(s string) string {
	quoted := Quote(s)
	if s == "" || quoted != `"`+s+`"` || strings.ContainsAny(s, " ") {
		return quoted
	}
	return s
}
