package spell

import (
	"iter"
	"slices"
	"unicode/utf8"
)

// Question asks whether a word was meant.
func Question(word string) string { return "did you mean " + word + "?" }

// nearest is the candidate that a word misspells by at most that many slips: the
// one with the fewest, of several the first, and "" if there is none.
func nearest(word string, slips int, candidates iter.Seq[string]) string {
	s := NewSearch(word, slips)
	for c := range candidates {
		s.Try(c)
	}
	return s.Best
}

// Near is the name nearest to what was typed, "" if none is near: there may be a slip in
// three characters, and one more.
func Near(typed string, names []string) string {
	return nearest(typed, 1+len(typed)/3, slices.Values(names))
}

// Hint asks as a sentence whether the name nearest to what was typed was meant, and is
// otherwise where none is near.
func Hint(typed string, names []string, otherwise string) string {
	if near := Near(typed, names); near != "" {
		return "Did you mean " + near + "?"
	}
	return otherwise
}

// A Search looks for the candidate nearest to a word, one candidate at a time.
type Search struct {
	Best string // the nearest candidate so far, or ""

	word  string
	size  int // of word, in characters
	least int // the distance of Best, or one more than is near
}

// NewSearch looks for candidates at a distance of at most that many slips.
func NewSearch(word string, slips int) *Search {
	return &Search{word: word, size: utf8.RuneCountInString(word), least: slips + 1}
}

// Hopeless tells whether a candidate is too long or too short to be the nearest.
func (s *Search) Hopeless(candidate string) bool {
	d := utf8.RuneCountInString(candidate) - s.size
	return max(d, -d) >= s.least
}

// Try offers a candidate, and tells whether it is nearer than all before.
func (s *Search) Try(candidate string) bool {
	if s.Hopeless(candidate) {
		return false
	}
	d := Distance(s.word, candidate)
	if d >= s.least {
		return false
	}
	s.Best, s.least = candidate, d
	return true
}

// maxWord is the length of the longest word that is compared, in characters.
// Longer ones are no slips of the pen, and comparing takes the product of the
// lengths.
const maxWord = 96

// far is the distance of a word that is too long from everything.
const far = 1 << 30

// Distance is the number of insertions, deletions and replacements of single
// characters and swaps of neighbours that turn a into b, no character touched
// twice (optimal string alignment). Words beyond 96 characters are far from
// everything.
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > maxWord || len(t) > maxWord {
		return far
	}
	var rows [3][maxWord + 1]int // of the table, for the prefixes of s: the last but one, the last, this one
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(t) + 1 {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+slip(s[i] != t[j]))
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}

// slip is 1 if there is one.
func slip(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
