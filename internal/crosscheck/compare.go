package crosscheck

import (
	"context"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
)

// Options say how far to go.
type Options struct {
	Analysis abstract.Options
	Search   explore.Options // of the oracle; from all initial states. as far as it fits (explore.Fitted)
	Limit    int             // reports of RacerDX to list for a pair
}

// Verdict is what became of a pair of sites.
type Verdict uint8

// The verdicts.
const (
	Agreed     Verdict = iota // reported and real
	Missed                    // real and not reported
	Impossible                // reported, and not real by a complete search
	Unknown                   // reported, and not found by a search that was cut
	Refused                   // found by the oracle, with a witness that the checker refuses
)

// Row is a pair of sites that is reported or real.
type Row struct {
	il.Sites
	Verdict Verdict
	Why     findings.Why     // of Missed
	Witness *witness.Witness // of Missed and Refused: the oracle's
	Note    string           // of Impossible: what the checker says of RacerDX's witness; of Refused: why
}

// Pair is the comparison for one program C1 || C2.
type Pair struct {
	Pair      il.Pair
	Rows      []Row // sorted by sites
	States    uint64
	Cut       explore.Cut // of the oracle
	Truncated bool        // RacerDX has more reports than were listed: Missed rows may be reported
}

// Complete tells whether nothing was cut.
func (p *Pair) Complete() bool { return p.Cut == explore.NotCut && !p.Truncated }

// Program compares analysis and oracle on a program, or on one of its pairs.
// The error says that a limit of the analysis was reached, or what is wrong
// with the options. It ends early, with the pairs so far, when ctx ends.
func Program(ctx context.Context, core *il.Core, only *il.Pair, o Options) ([]Pair, error) {
	result, err := compact.Run(core, o.Analysis)
	if err != nil {
		return nil, err
	}
	pairs := core.PairsOf(only)
	checker := check.New(core)
	var all []Pair
	for _, p := range pairs {
		c := comparison{core: core, pair: p, o: o, result: result, checker: checker}
		x, err := c.run(ctx)
		if err != nil {
			return all, err
		}
		all = append(all, *x)
	}
	return all, nil
}

// comparison is one pair being compared.
type comparison struct {
	core    *il.Core
	pair    il.Pair
	o       Options
	result  abstract.Result
	checker *check.Checker
	found   *findings.Findings // made when first needed
	listed  abstract.Reported
}

func (c *comparison) run(ctx context.Context) (*Pair, error) {
	var err error
	if c.listed, err = c.result.Reports(&c.pair); err != nil {
		return nil, err
	}
	oracle, err := c.search(ctx)
	if err != nil {
		return nil, err
	}
	x := &Pair{Pair: c.pair, States: oracle.States, Cut: oracle.Cut, Truncated: c.listed.Races().Exceeds(c.o.Limit)}
	reported := c.reported()
	real := map[il.Sites]bool{}
	for _, r := range oracle.Races {
		s := c.pair.Sites(il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind})
		if !real[s] {
			real[s] = true
			_, ok := reported[s]
			x.Rows = append(x.Rows, c.real(s, r, ok))
		}
	}
	for s, report := range reported {
		if !real[s] {
			x.Rows = append(x.Rows, c.unreal(s, report, oracle))
		}
	}
	slices.SortFunc(x.Rows, func(a, b Row) int { return a.Compare(b.Sites) })
	return x, nil
}

// search asks the oracle.
func (c *comparison) search(ctx context.Context) (*explore.Result, error) {
	return explore.Search(ctx, c.core, c.pair, explore.Fitted(c.core, c.pair, c.o.Search))
}

// reported is the reports of RacerDX by their sites, of several the first.
func (c *comparison) reported() map[il.Sites]abstract.Report {
	all := map[il.Sites]abstract.Report{}
	for _, r := range c.listed.ListRaces(c.o.Limit) {
		s := c.pair.Sites(il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind})
		if _, ok := all[s]; !ok {
			all[s] = r
		}
	}
	return all
}

// real is the row of a race of the oracle.
func (c *comparison) real(s il.Sites, r explore.Race, reported bool) Row {
	if err := c.checker.Check(r.Witness); err != nil {
		return Row{Sites: s, Verdict: Refused, Witness: r.Witness, Note: err.Error()}
	}
	if reported {
		return Row{Sites: s, Verdict: Agreed}
	}
	why := c.findings().WhyNot(s, c.pair)
	return Row{Sites: s, Verdict: Missed, Why: why, Witness: r.Witness}
}

// unreal is the row of a report that the oracle has not found.
func (c *comparison) unreal(s il.Sites, r abstract.Report, oracle *explore.Result) Row {
	if !oracle.Complete {
		return Row{Sites: s, Verdict: Unknown}
	}
	note := "the checker accepts RacerDX's witness: the oracle missed a race"
	if err := c.findings().Confirm(r); err != nil {
		note = fmt.Sprintf("the checker refuses RacerDX's witness: %s", err)
	}
	return Row{Sites: s, Verdict: Impossible, Note: note}
}

func (c *comparison) findings() *findings.Findings {
	if c.found == nil {
		par := findings.Parameters{Options: c.o.Analysis, Only: &c.pair, Limit: c.o.Limit, MaxSteps: 10_000}
		c.found = findings.New(c.core, par, c.result, c.listed)
	}
	return c.found
}
