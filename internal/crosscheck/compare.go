package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
)

// Options has the limits of both sides.
type Options struct {
	Analysis abstract.Options

	// Search has the options of the exact search. It starts from all initial states.
	Search explore.Options

	// Limit is how many reports of the analysis are listed for a pair of units.
	Limit int
}

// The indices of the columns.
const (
	analysis = iota
	search
)

// columns returns two columns: the analysis, and the exact search for the meaning of its reports.
func (o Options) columns() (compare.Options, error) {
	x := compare.Options{Analysis: analyzers.DefaultOptions()}
	x.Analysis.RacerDX, x.Analysis.Search, x.Analysis.Limit = o.Analysis, o.Search, o.Limit
	a, ok := analyzers.Find(o.Analysis.Mode.String())
	if !ok {
		return x, fmt.Errorf("there is no analyzer %s", o.Analysis.Mode)
	}
	truth, ok := analyzers.Search(a.Truth)
	if !ok {
		return x, fmt.Errorf("nothing searches for what %s reports", a.Name)
	}
	x.Analyzers = []*analyzers.Analyzer{analysis: a, search: truth}
	return x, nil
}

// Verdict is the verdict on a pair of sites.
type Verdict uint8

const (
	agreed     Verdict = iota // reported and real
	missed                    // real and not reported
	impossible                // reported, and not found by a complete search
	unknown                   // reported, and not found by a search that was cut
	refused                   // found by the search, with a witness that the checker refuses
)

// Row is a pair of sites that is reported or real.
type Row struct {
	il.Sites
	Verdict Verdict
	Why     findings.Why     // if missed
	Witness *witness.Witness // the search's, if missed or refused

	// Note is what the checker says of the analysis's witness, if the verdict is impossible, or
	// why it refuses the search's, if it is refused.
	Note string
}

// Pair is the comparison for one program C1 || C2.
type Pair struct {
	Pair      il.Pair
	Rows      []Row // sorted by sites
	States    uint64
	Cut       explore.Cut // of the search
	Truncated bool        // there are more reports than were listed: missed rows may be reported
}

// Complete reports whether nothing was cut.
func (p *Pair) Complete() bool { return p.Cut == explore.NotCut && !p.Truncated }

// Program compares analysis and search on a program, or on one of its pairs if only is not nil. It
// returns an error if a limit of the analysis was reached. When ctx ends, the remaining pairs are
// cut.
func Program(ctx context.Context, core *il.Core, only *il.Pair, o Options) ([]Pair, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	c := compare.Begin(ctx, core, only, columns)
	v := view{core: core, o: o, checker: check.New(core)}
	var all []Pair
	for _, p := range core.PairsOf(only) {
		x, err := v.pair(c.Pair(ctx, p))
		if err != nil {
			return all, err
		}
		all = append(all, *x)
	}
	return all, nil
}

// A view turns the comparisons of a program into rows with verdicts.
type view struct {
	core    *il.Core
	o       Options
	checker *check.Checker
	result  abstract.Result // of core; computed when first needed
}

// pair returns the view of the comparison for a pair of units.
func (v *view) pair(x *compare.Pair) (*Pair, error) {
	for _, a := range x.Answers {
		if a.Failed != "" {
			return nil, errors.New(a.Failed)
		}
	}
	out := &Pair{
		Pair: x.Pair, States: x.Answers[search].States, Cut: explore.Cut(x.Answers[search].Cut),
		Truncated: x.Answers[analysis].Cut != "",
	}
	var why *findings.Findings
	for _, r := range slices.Concat(x.Rows, x.Strays) {
		row := Row{Sites: r.Sites}
		switch reported, real := r.Has(analysis), r.Has(search); {
		case reported && real:
			row.Verdict = agreed
		case real:
			if why == nil {
				var err error
				if why, err = v.findings(x.Pair); err != nil {
					return nil, err
				}
			}
			row.Verdict, row.Why = missed, why.WhyNot(r.Sites, x.Pair)
			row.Witness = witnessOf(&r.Reports[search][0])
		case reported && out.Cut != explore.NotCut:
			row.Verdict = unknown
		case reported:
			row.Verdict, row.Note = impossible, v.note(&r.Reports[analysis][0])
		default:
			continue
		}
		out.Rows = append(out.Rows, row)
	}
	for _, r := range x.Refused {
		found := &r.Reports[search][0]
		out.Rows = append(out.Rows,
			Row{Sites: r.Sites, Verdict: refused, Witness: witnessOf(found), Note: found.Refused})
	}
	slice.SortStable(out.Rows, func(a, b Row) int { return a.Compare(b.Sites) })
	return out, nil
}

// witnessOf returns the witness of a race that the search has found.
func witnessOf(r *analyzers.Report) *witness.Witness {
	w, err := r.Prove()
	if err != nil {
		panic(err) // the search has checked it already
	}
	return w
}

// note returns the checker's opinion on the analysis's witness of an impossible race.
func (v *view) note(r *analyzers.Report) string {
	w, err := r.Prove()
	if err == nil {
		err = v.checker.Check(w)
	}
	if err != nil {
		return fmt.Sprintf("the checker refuses RacerDX's witness: %s", err)
	}
	return "the checker accepts RacerDX's witness: the oracle missed a race"
}

// findings returns the findings of the analysis on a pair of units.
func (v *view) findings(p il.Pair) (*findings.Findings, error) {
	if v.result == nil {
		var err error
		if v.result, err = compact.Run(v.core, v.o.Analysis); err != nil {
			return nil, err
		}
	}
	reported, err := v.result.Reports(&p)
	if err != nil {
		return nil, err
	}
	par := findings.Parameters{Options: v.o.Analysis, Only: &p, Limit: v.o.Limit}
	return findings.New(v.core, par, v.result, reported), nil
}
