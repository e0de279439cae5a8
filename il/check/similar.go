package check

import (
	"iter"

	"wobbly/internal/spell"
)

// suggestionBudget bounds the work spent on "did you mean" for one file, in
// character comparisons, so that a file of nothing but mistakes stays linear.
// When it is used up, errors come without a suggestion.
const suggestionBudget = 1 << 25

// longestSimilar is the longest name that is compared.
const longestSimilar = 64

// similarTo searches among candidates for a name close to name: at most a third
// of its letters are wrong, missing, superfluous or swapped with their
// neighbours. It gives the closest one, of several the first, or "".
func (c *checker) similarTo(name string, candidates iter.Seq[string]) string {
	if len(name) > longestSimilar || c.budget < 0 {
		return ""
	}
	s := spell.NewSearch(name, len(name)/3)
	for candidate := range candidates {
		c.budget--
		if candidate == name || s.Hopeless(candidate) || c.budget < 0 {
			continue
		}
		c.budget -= len(candidate) * len(name)
		s.Try(candidate)
	}
	return s.Best
}
