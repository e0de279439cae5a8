package cli

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/report"
)

// analysisFlags are the parameters of the analysis.
type analysisFlags struct {
	Analysis string `help:"The analysis: ${modes}, from the fewest reports to the most (docs/plus.md); check also takes the other analyzers (wobbly analyzers)." default:"racerdx" complete:"analyses" placeholder:"NAME"`
	Limit    int    `help:"List at most N elements, the shortest paths first." default:"10000" placeholder:"N"`
	Literal  string `help:"Follow literal readings of the paper, which the corrected analysis does not: ${readings}." placeholder:"NAME,..."`
	Cap      int    `help:"Count lock levels up to N only (L-hat)." placeholder:"N"`
	Strict   bool   `help:"Refuse sugar instead of lowering it."`
}

// pairFlags choose what is reported.
type pairFlags struct {
	Pair      string `help:"Only this pair of units, such as m,n." placeholder:"M,N"`
	Condition string `help:"Report a pair if one lock level is 0 (or), or if their sum is at most 1 (sum). Left out: or." complete:"conditions" placeholder:"or|sum"`
}

// options turns the flags into options of the analysis.
func (f analysisFlags) options(condition string) (abstract.Options, error) {
	var o abstract.Options
	var err error
	if f.Limit < 0 {
		return o, usage("", "--limit must not be negative")
	}
	if f.Cap < 0 {
		return o, usage("", "--cap must not be negative; 0 is no cap")
	}
	o.Cap = f.Cap
	if o.Mode, err = abstract.ParseMode(f.Analysis); err != nil {
		return o, usage("", "%s", err)
	}
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

// again is the flags as they must be given to see the same, with a space
// before each.
func (f analysisFlags) again() string {
	var b strings.Builder
	if f.Analysis != abstract.Figure7.String() {
		fmt.Fprintf(&b, " --analysis %s", f.Analysis)
	}
	if f.Limit != 10000 {
		fmt.Fprintf(&b, " --limit %d", f.Limit)
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

// again is the flags as they must be given to see the same.
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

// analyze runs the analysis.
func (a *app) analyze(core *il.Core, o abstract.Options) (abstract.Result, error) {
	type answer struct {
		result abstract.Result
		err    error
	}
	x, ok := await(a, func() answer {
		r, err := compact.Run(core, o)
		return answer{r, err}
	})
	if !ok {
		return nil, errInterrupted
	}
	if x.err != nil {
		return nil, failure{exit: ExitInconclusive, text: report.FileName(core.Source.Name) + ": " + x.err.Error()}
	}
	return x.result, nil
}

// reports relates the units, of one pair only if asked for.
func (a *app) reports(core *il.Core, r abstract.Result, only *il.Pair) (abstract.Reported, error) {
	type answer struct {
		reported abstract.Reported
		err      error
	}
	x, ok := await(a, func() answer {
		rep, err := r.Reports(only)
		return answer{rep, err}
	})
	if !ok {
		return nil, errInterrupted
	}
	if x.err != nil {
		return nil, failure{exit: ExitInconclusive, text: report.FileName(core.Source.Name) + ": " + x.err.Error()}
	}
	return x.reported, nil
}

// findings loads and analyses a program and relates its units. The errors of
// an illegal program are printed as JSON too if asked for.
func (a *app) findings(name string, opts abstract.Options, p pairFlags, f analysisFlags, maxSteps int, json bool) (*findings.Findings, *il.Core, error) {
	core, err := a.load(name, f.Strict, json)
	if err != nil {
		return nil, nil, err
	}
	only, err := p.pair(core)
	if err != nil {
		return nil, nil, err
	}
	result, err := a.analyze(core, opts)
	if err != nil {
		return nil, nil, err
	}
	reported, err := a.reports(core, result, only)
	if err != nil {
		return nil, nil, err
	}
	par := findings.Parameters{Options: opts, Only: only, Limit: f.Limit, MaxSteps: maxSteps}
	return findings.New(core, par, result, reported), core, nil
}

// pair finds the units of --pair; nil is all pairs.
func (f pairFlags) pair(core *il.Core) (*il.Pair, error) {
	if f.Pair == "" {
		return nil, nil
	}
	m, n, ok := strings.Cut(f.Pair, ",")
	if !ok {
		return nil, usage("Two units belong together, such as --pair m,n or --pair m,m.", "--pair %s names no pair", f.Pair)
	}
	left, err := unitOfPairs(core, strings.TrimSpace(m))
	if err != nil {
		return nil, err
	}
	right, err := unitOfPairs(core, strings.TrimSpace(n))
	if err != nil {
		return nil, err
	}
	if right.Index < left.Index {
		left, right = right, left
	}
	if left == right && left.Thread {
		return nil, usage("", "--pair %s: the file is one program, the pair A,B", f.Pair)
	}
	return &il.Pair{Left: left, Right: right}, nil
}

// unitOfPairs finds a unit by name that the programs of the file are built
// from.
func unitOfPairs(core *il.Core, name string) (*il.Unit, error) {
	for _, u := range core.Units {
		if u.Name == name && core.IsUnitOfPairs(u) {
			return u, nil
		}
	}
	u, err := unitByName(core, name)
	switch {
	case err != nil:
		return nil, err
	case core.Threads[0] != nil:
		return nil, usage("", "%s is only called by the threads A and B: the one pair of %s is A,B", name, report.FileName(core.Source.Name))
	default:
		return nil, usage("", "%s is private, so it is in no pair (%s)", u.Name, report.FileName(core.Source.Name))
	}
}

// unitByName finds a unit, a method before a block of C1 || C2.
func unitByName(core *il.Core, name string) (*il.Unit, error) {
	var names []string
	for _, u := range core.Units {
		if u.Name == name {
			return u, nil
		}
		names = append(names, u.Name)
	}
	hint := ""
	if s := similar(name, names); s != "" {
		hint = "Did you mean " + s + "?"
	}
	return nil, usage(hint, "%s has no unit %q", report.FileName(core.Source.Name), name)
}

func readingNames() string {
	names := make([]string, len(abstract.Readings))
	for i, r := range abstract.Readings {
		names[i] = r.Name
	}
	return strings.Join(names, ", ")
}
