package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many characters Quote shows of a text.
const maxQuoted = 60

// Quote quotes a text of a user or a file for a message: on one line, with every control character
// escaped, and cut after maxQuoted characters.
func Quote(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	end := 0
	for range maxQuoted {
		_, n := utf8.DecodeRuneInString(s[end:])
		end += n
	}
	return strconv.Quote(s[:end]) + "..."
}

// Name returns a name of a user or a file for a message, quoted unless it is short, printable and
// without blanks.
func Name(s string) string {
	quoted := Quote(s)
	if s == "" || quoted != `"`+s+`"` || strings.Contains(s, " ") {
		return quoted
	}
	return s
}

// maxWord is how many bytes Brief shows of a word.
const maxWord = 200

// Brief shortens the long words of a message: a word of more than maxWord bytes keeps the
// characters that fit in them, followed by three dots. Words end at blanks.
func Brief(s string) string {
	if len(s) <= maxWord {
		return s
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		if len(w) > maxWord {
			words[i] = w[:prefixLength(w, maxWord)] + "..."
		}
	}
	return strings.Join(words, " ")
}

// prefixLength returns the length of the longest prefix of s that has at most n bytes and ends
// between two characters. A byte that is not UTF-8 counts as a character.
func prefixLength(s string, n int) int {
	end := 0
	for end < len(s) {
		_, size := utf8.DecodeRuneInString(s[end:])
		if end+size > n {
			break
		}
		end += size
	}
	return end
}

// Count returns a number with its noun: "1 race", "2 races". The number is an integer of any type,
// or a value that fmt prints like one.
func Count(n any, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for a noun with an irregular plural: "1 switch", "2 switches".
func CountOf(n any, one, many string) string {
	number := fmt.Sprint(n)
	if number == "1" {
		return "1 " + one
	}
	return number + " " + many
}

// And joins words to a list in a sentence: "a", "a and b", "a, b and c".
func And(words []string) string { return joinWords(words, " and ") }

// Or joins words to a list of alternatives: "a", "a or b", "a, b or c".
func Or(words []string) string { return joinWords(words, " or ") }

func joinWords(words []string, conjunction string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + conjunction + words[n-1]
	}
	return strings.Join(words, "")
}

// Lines splits a text into lines. Line ends at the end of the text are dropped.
func Lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

// IsASCII reports whether a text has only ASCII characters.
func IsASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// Letter returns the letter that chooses item i of a list of at most 26 items: a for item 0, b for
// item 1.
func Letter(i int) string { return string(rune('a' + i)) }

// OfLetter returns the item of a list of n items that a letter chooses. ok is false if s is not the
// letter of one of them.
func OfLetter(s string, n int) (i int, ok bool) {
	if len(s) != 1 {
		return 0, false
	}
	i = int(s[0]) - 'a'
	return i, 0 <= i && i < n
}

// ASCII turns a name of IL into one that other languages admit: the quote in the names of lowered
// locals becomes "_", and a letter that is not ASCII becomes the letter u and its code point.
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
