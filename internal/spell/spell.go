package spell

import (
	"strings"
	"unicode/utf8"
)

// Question returns the question whether a word was meant, as a part of a sentence.
func Question(word string) string { return "did you mean " + word + "?" }

// Near returns the name nearest to what was typed, or "" if none is near. If several are equally
// near, it prefers one that begins with what was typed, and then the first. A near name has at most
// one slip, and one more for every three characters after the first.
func Near(typed string, names []string) string {
	s := NewSearch(typed, 1+max(0, utf8.RuneCountInString(typed)-1)/3)
	for _, name := range names {
		s.Try(name)
	}
	for _, name := range names {
		if strings.HasPrefix(name, typed) && Distance(typed, name) == Distance(typed, s.Best) {
			return name
		}
	}
	return s.Best
}

// Hint returns the question whether the nearest name was meant, as a sentence. If none is near, it
// returns otherwise.
func Hint(typed string, names []string, otherwise string) string {
	if near := Near(typed, names); near != "" {
		return "Did you mean " + near + "?"
	}
	return otherwise
}

// A Search looks for the candidate nearest to a word, one candidate at a time.
type Search struct {
	// Best is the nearest candidate so far, or "".
	Best string

	word string
	// size is the number of characters of word.
	size int
	// limit is the distance of Best or, before there is one, the first that is not allowed. A
	// candidate must be nearer than this.
	limit int
}

// NewSearch returns a search for candidates at a distance of at most slips.
func NewSearch(word string, slips int) *Search {
	return &Search{word: word, size: utf8.RuneCountInString(word), limit: slips + 1}
}

// Hopeless reports whether a candidate is too long or too short to be nearer than Best.
func (s *Search) Hopeless(candidate string) bool {
	d := utf8.RuneCountInString(candidate) - s.size
	return max(d, -d) >= s.limit
}

// Try offers a candidate, and reports whether it is nearer than all earlier ones.
func (s *Search) Try(candidate string) bool {
	if s.Hopeless(candidate) {
		return false
	}
	d := Distance(s.word, candidate)
	if d >= s.limit {
		return false
	}
	s.Best, s.limit = candidate, d
	return true
}

// maxWord is the length of the longest word that is compared, in characters. Comparing two words
// takes time proportional to the product of their lengths.
const maxWord = 96

// far is the distance of two words if one of them is too long.
const far = 1 << 30

// Distance returns the least number of insertions, deletions and replacements of characters and
// swaps of neighbours that turn a into b if no character is changed twice (optimal string
// alignment). Words of more than maxWord characters are far from everything.
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > maxWord || len(t) > maxWord {
		return far
	}
	// row[j] is the distance of s[:i+1] and t[:j]; last and before are the rows of the two previous
	// prefixes of s.
	var rows [3][maxWord + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(t) + 1 {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			replaced := last[j]
			if s[i] != t[j] {
				replaced++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
