package spell

import (
	"iter"
	"unicode/utf8"
)

// Question asks whether a word was meant.
func Question(word string) string { return "did you mean " + word + "?" }

// Nearest is the candidate that a word misspells by at most that many slips: the
// one with the fewest, of several the first, and "" if there is none.
func Nearest(word string, slips int, candidates iter.Seq[string]) string {
	s := NewSearch(word, slips)
	for c := range candidates {
		s.Try(c)
	}
	return s.Best
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
