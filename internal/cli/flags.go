package cli

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/ask"
)

// analysisFlags has the parameters of the analysis.
type analysisFlags struct {
	Analysis string `help:"The analysis: ${modes} (docs/plus.md); check also takes the other analyzers (wobbly analyzers), and explain ${explaining}." default:"racerdx" complete:"analyses" placeholder:"NAME"`
	Limit    *int   `help:"List at most N elements, the shortest paths first. Left out: 10000, of which check shows ten races as text." placeholder:"N"`
	Literal  string `help:"Follow literal readings of the paper, which the corrected analysis does not: ${readings}." placeholder:"NAME,..."`
	Cap      int    `help:"Count lock levels up to N only (L-hat)." placeholder:"N"`
	strictFlag
}

// strictFlag refuses statements that are not in the paper's grammar.
type strictFlag struct {
	Strict bool `help:"Refuse sugar instead of lowering it."`
}

// pairFlag chooses one program of a file.
type pairFlag struct {
	Pair string `help:"Only this pair of units, such as m,n." placeholder:"M,N"`
}

// pairFlags choose which pairs of accesses are reported.
type pairFlags struct {
	pairFlag
	Condition string `help:"Report a pair if one lock level is 0 (or), or if their sum is at most 1 (sum). Left out: or." complete:"conditions" placeholder:"or|sum"`
}

// limit returns how many elements are listed.
func (f analysisFlags) limit() int {
	if f.Limit == nil {
		return ask.MaxListed
	}
	return *f.Limit
}

// words returns the analysis that the flags name.
func (f analysisFlags) words(condition string) ask.Analysis {
	return ask.Analysis{Name: f.Analysis, Condition: condition, Literal: f.Literal, Cap: f.Cap, Limit: f.limit()}
}

// pair returns the units of --pair, or nil for all pairs.
func (f pairFlag) pair(core *il.Core) (*il.Pair, error) {
	p, err := ask.PairOf(core, f.Pair)
	return p, failed(err)
}

// analysisNames lists the values of check --analysis: the modes of the analysis, and the other
// analyzers.
func analysisNames() []string {
	names := ask.ModeNames()
	for _, x := range ask.AnalyzerNames() {
		if !slices.Contains(names, x) {
			names = append(names, x)
		}
	}
	return names
}
