package cli

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
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

// mode returns the options of the analysis, with the mode that --analysis names.
func (f analysisFlags) mode(condition string) (abstract.Options, error) {
	o, err := f.options(condition)
	if err != nil {
		return o, err
	}
	if o.Mode, err = abstract.ParseMode(f.Analysis); err != nil {
		return o, usage("", "%s", err)
	}
	return o, nil
}

// options returns the options of the analysis, except the mode.
func (f analysisFlags) options(condition string) (abstract.Options, error) {
	var o abstract.Options
	var err error
	if f.limit() < 0 {
		return o, usage("", "--limit must not be negative")
	}
	if f.Cap < 0 {
		return o, usage("", "--cap must not be negative; 0 is no cap")
	}
	o.Cap = f.Cap
	if condition == "" {
		condition = abstract.Or.String()
	}
	if o.Condition, err = abstract.ParseCondition(condition); err != nil {
		return o, usage("", "%s", err)
	}
	if f.Literal != "" {
		if o.Literal, err = abstract.ParseReadings(f.Literal); err != nil {
			return o, usage("", "--literal: %s", err)
		}
	}
	return o, nil
}

// again returns the flags that repeat the analysis, with a space before each.
func (f analysisFlags) again() string {
	var b strings.Builder
	if f.Analysis != abstract.Figure7.String() {
		fmt.Fprintf(&b, " --analysis %s", f.Analysis)
	}
	if f.limit() != ask.MaxListed {
		fmt.Fprintf(&b, " --limit %d", f.limit())
	}
	if f.Literal != "" {
		fmt.Fprintf(&b, " --literal %s", shellWord(f.Literal))
	}
	if f.Cap != 0 {
		fmt.Fprintf(&b, " --cap %d", f.Cap)
	}
	if f.Strict {
		b.WriteString(" --strict")
	}
	return b.String()
}

// again returns the flags that choose the same pairs, with a space before each.
func (f pairFlags) again() string {
	var b strings.Builder
	if f.Pair != "" {
		fmt.Fprintf(&b, " --pair %s", shellWord(f.Pair))
	}
	if f.Condition == abstract.Sum.String() {
		fmt.Fprintf(&b, " --condition %s", f.Condition)
	}
	return b.String()
}

// pair returns the units of --pair, or nil for all pairs.
func (f pairFlag) pair(core *il.Core) (*il.Pair, error) {
	p, err := ask.PairOf(core, f.Pair)
	return p, failed(err)
}

// analysisNames lists the values of check --analysis: the modes of the analysis, and the other
// analyzers.
func analysisNames() []string {
	names := modeNames()
	for _, x := range analyzers.All() {
		if !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	return names
}

// modeNames lists the modes of the analysis.
func modeNames() []string {
	return slice.Map(abstract.Modes, func(m abstract.ModeInfo) string { return m.Name })
}

func readingNames() string {
	names := make([]string, len(abstract.Readings))
	for i, r := range abstract.Readings {
		names[i] = r.Name
	}
	return strings.Join(names, ", ")
}
