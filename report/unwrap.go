package report

import "strings"

// Unwrap joins lines of a text of this package where they were broken only because it has so many
// columns, so that they can be broken again at another width. Lines with another indentation stay
// apart, and so do those that would have fitted on one.
func Unwrap(lines []string) []string {
	var out []string
	last := "" // the last line as it was broken
	for _, l := range lines {
		if n := len(out) - 1; n >= 0 && broken(last, l) {
			out[n] += " " + strings.TrimLeft(l, " ")
		} else {
			out = append(out, l)
		}
		last = l
	}
	return out
}

// broken tells whether a line goes on in the next one for want of columns.
func broken(line, next string) bool {
	text := strings.TrimLeft(next, " ")
	word, _, _ := strings.Cut(text, " ")
	same := len(next)-len(text) == len(line)-len(strings.TrimLeft(line, " "))
	return same && word != "" && strings.TrimLeft(line, " ") != "" && cells(line)+1+cells(word) > width
}
