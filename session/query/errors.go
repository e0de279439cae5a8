package query

import (
	"iter"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// Codes of this package: E0101 to E0129.
const (
	Unexpected     diag.Code = "E0101" // something that does not belong where it stands
	foreignSign    diag.Code = "E0102" // a sign of another language, such as &&
	unclosed       diag.Code = "E0103" // a parenthesis or backquote without its partner
	tooLarge       diag.Code = "E0104" // a text, a nesting or a number that is too large
	noArithmetic   diag.Code = "E0105" // + and its like
	wrongKind      diag.Code = "E0106" // a value of a kind that does not fit
	unknownName    diag.Code = "E0107" // a name that the program does not have
	noSuchPosition diag.Code = "E0108" // a position at which the thread never stands
	noCell         diag.Code = "E0109" // a variable or object where a cell is wanted
	searches       diag.Code = "E0110" // a question about executions where one about a state is wanted
	NoFocus        diag.Code = "E0111" // a variable without its thread in a goal
	onlyRaces      diag.Code = "E0112" // from all, of something else than races
)

// report adds an error, unless one stands at the same place already.
func (p *parser) report(code diag.Code, at span, message, label, fix string) *diag.Diagnostic {
	for i := range p.errs {
		if p.errs[i].At == at.At {
			return &diag.Diagnostic{}
		}
	}
	p.errs = append(p.errs, diag.Diagnostic{
		Code: code, At: at.At, End: at.End, Message: message, Label: label, Fix: fix,
	})
	return &p.errs[len(p.errs)-1]
}

// didYouMean is a fix that offers the similar one of some words, or else what is
// given.
func didYouMean(word string, candidates iter.Seq[string], otherwise string) string {
	if s := similar(word, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	return otherwise
}

// longestSimilar is the longest word that is compared, in bytes.
const longestSimilar = 64

// similar is the candidate that word most likely misspells, of several the first:
// up to upper and lower case, at most a third of its letters, or one of two, are
// wrong, missing, superfluous or swapped with their neighbours. It is "" if there is
// none.
func similar(word string, candidates iter.Seq[string]) string {
	best, least := "", len(word)/3+1
	if len(word) == 2 {
		least = 2
	}
	if len(word) > longestSimilar {
		return ""
	}
	word = strings.ToLower(word)
	for c := range candidates {
		apart := len(c) - len(word)
		if max(apart, -apart) > least || len(c) > longestSimilar {
			continue
		}
		if d := distance(word, strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance is the number of single-byte insertions, deletions, replacements and
// swaps of neighbours that turn a into b, no byte touched twice.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Source is the text of an expression as errors and their carets refer to it.
func Source(text string) *il.Source { return il.NewSource("expression", text) }
