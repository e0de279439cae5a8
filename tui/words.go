package tui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
)

func itoa(n int) string { return strconv.Itoa(n) }

// isFresh tells whether a variable was made by lowering: "t'1".
func isFresh(name string) bool { return strings.Contains(name, "'") }

// unitNames is "meps || reps".
func unitNames(p il.Pair) string { return p.Left.Name + " || " + p.Right.Name }

// sentence makes a sentence of an error.
func sentence(err error) string {
	text := err.Error()
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(text[n:], ".") + "."
}

// plural gives "1 state", "2 states".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return itoa(n) + " " + what + "s"
}
