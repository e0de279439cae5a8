package tui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/semantics"
)

func itoa(n int) string { return strconv.Itoa(n) }

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

// threads are both.
var threads = semantics.Tids
