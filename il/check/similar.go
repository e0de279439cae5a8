package check

import "iter"

// suggestionBudget bounds the work spent on "did you mean" for one file, in
// character comparisons, so that a file of nothing but mistakes stays linear.
// When it is used up, errors come without a suggestion.
const suggestionBudget = 1 << 25

// longestSimilar is the longest name that is compared.
const longestSimilar = 64

// suggestion looks for the name closest to a misspelt one.
type suggestion struct {
	c     *checker
	name  string
	best  string
	least int // the distance of best, or one more than is close
}

// similarTo searches among candidates for a name close to name: at most a third
// of its letters are wrong, missing, superfluous or swapped with their
// neighbours. It gives the closest one, of several the first, or "".
func (c *checker) similarTo(name string, candidates iter.Seq[string]) string {
	if len(name) > longestSimilar || c.budget < 0 {
		return ""
	}
	s := suggestion{c: c, name: name, least: len(name)/3 + 1}
	for candidate := range candidates {
		s.try(candidate)
	}
	return s.best
}

// try offers a candidate.
func (s *suggestion) try(candidate string) {
	s.c.budget--
	apart := len(candidate) - len(s.name)
	if max(apart, -apart) >= s.least || candidate == s.name || s.c.budget < 0 {
		return
	}
	s.c.budget -= len(candidate) * len(s.name)
	if d := distance(s.name, candidate); d < s.least {
		s.best, s.least = candidate, d
	}
}

// didYouMean asks.
func didYouMean(name string) string { return "did you mean " + name + "?" }

// distance is the number of single-byte insertions, deletions, replacements
// and swaps of neighbours that turn a into b, no byte touched twice.
func distance(a, b string) int {
	const width = 2*longestSimilar + 1 // b is at most a third longer than a
	var rows [3][width]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
