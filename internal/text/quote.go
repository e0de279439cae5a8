package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
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

// maxWord is how many bytes of a word a message shows, about.
const maxWord = 200

// Brief is a message in which words are not longer than a person reads: of a longer one
// the beginning.
func Brief(s string) string {
	if len(s) <= maxWord {
		return s
	}
	var b strings.Builder
	word := 0 // bytes of the present word
	for i, r := range s {
		switch n := utf8.RuneLen(r); {
		case r == ' ':
			word = 0
			b.WriteByte(' ')
		case word < maxWord:
			b.WriteString(s[i : i+max(1, n)])
			word += max(1, n)
		case word < 2*maxWord:
			b.WriteString("...")
			word = 2 * maxWord
		}
	}
	return b.String()
}

// Count is a number with its noun: "1 race", "2 races". The number is an integer,
// or prints itself as one.
func Count(n any, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for a noun with a plural of its own: "1 switch", "2 switches".
func CountOf(n any, one, many string) string {
	number := fmt.Sprint(n)
	if number == "1" {
		return "1 " + one
	}
	return number + " " + many
}

// And is a list in a sentence: "a", "a and b", "a, b and c".
func And(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// Lines are the lines of a text, such as that of a program, without what ends the last one.
func Lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

// IsASCII tells whether each byte of a text is a character.
func IsASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// Letter is the letter by which item i of a short list is chosen, from 0: a, b, c. The
// list has at most 26.
func Letter(i int) string { return string(rune('a' + i)) }

// OfLetter is the item of a list of n that a letter chooses, and whether it chooses one.
func OfLetter(s string, n int) (i int, ok bool) {
	if len(s) != 1 {
		return 0, false
	}
	i = int(s[0]) - 'a'
	return i, 0 <= i && i < n
}

// ASCII is a name of IL as other languages admit it: the quote of lowered locals is
// "_", and letters and digits that are not ASCII are their code points.
func ASCII(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '\'':
			b.WriteByte('_')
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, "u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
