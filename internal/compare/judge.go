package compare

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// maxJudged is how many reports of a pair of units are judged, or more if the list is longer.
const maxJudged = 1 << 17

// Judge asks one analyzer about a program, or one of its pairs, and judges each report by the truth
// that it means: by a witness of this analyzer or of one that proves its reports, if the
// independent checker accepts it, and otherwise by the exact search. It lists at most o.Limit
// reports. The error says that the analyzer has no answer.
//
// If ctx ends, the document has what was found by then, in the usual order: reports that were not
// judged are undecided, and the pairs of units that were not completed are named.
func Judge(ctx context.Context, core *il.Core, only *il.Pair, a *analyzers.Analyzer,
	o analyzers.Options, background Background) (report.Found, error) {
	limit, pairs := o.Limit, core.PairsOf(only)
	o.Limit = max(limit, maxJudged)
	if o.Search.Workers <= 1 && (a.Ordered || len(pairs) == 1) {
		o.Search.Workers = runtime.GOMAXPROCS(0)
	}
	columns := []*analyzers.Analyzer{a}
	if x, ok := analyzers.Search(a.Truth); ok && a.Kind != analyzers.Exact && !a.Proves {
		columns = append(columns, x)
	}
	j := &judge{
		Comparison: Begin(ctx, core, only,
			Options{Analyzers: columns, Analysis: o, Background: background}),
		analyzer: a,
		checkers: parallel.Own[*check.Checker]{Make: func() *check.Checker {
			return check.New(core)
		}},
		doc: report.Found{Truth: a.Truth.String(), Counts: map[string]int{}},
	}
	var named *il.NamedLocksError
	if errors.As(j.fails[0], &named) {
		return report.Found{}, named
	}
	if a.Truth == analyzers.Coenabled && len(columns) > 1 {
		j.addProvers(o)
	}
	var err error
	begun := 0
	share(ctx, j.workers(), pairs, j.pair, func(x *verdicts) bool {
		if why := x.Answers[0].Failed; why != "" && ctx.Err() == nil {
			err = errors.New(why)
			return false
		}
		j.add(x)
		begun++
		return true
	})
	if err != nil && ctx.Err() == nil {
		return report.Found{}, err
	}
	if missing := len(pairs) - begun; missing > 0 {
		j.doc.Cut = append(j.doc.Cut, fmt.Sprintf("%s not looked at (%s)",
			text.CountOf(missing, "pair of units was", "pairs of units were"),
			analyzers.Ended(ctx)))
	}
	if j.stages != nil && ctx.Err() == nil {
		for _, s := range j.stages() {
			j.doc.Stages = append(j.doc.Stages, report.Stage(s))
		}
	}
	j.list(ctx, limit)
	return j.doc, nil
}

type judge struct {
	*Comparison // of the analyzer, and of the exact search if that may be needed
	analyzer    *analyzers.Analyzer
	checkers    parallel.Own[*check.Checker]
	provers     []*prover
	doc         report.Found
	judgements  []judgement
	filtered    []filtered
	verdicts    report.Verdicts
	stages      func() []analyzers.Stage // nil if the analyzer has none
	ended       bool                     // whether the context ended before the lists were prepared
}

// judgement is a report with its verdict.
type judgement struct {
	pair    il.Pair
	row     *Row
	report  *analyzers.Report
	verdict string           // as in JSON
	reason  string           // why it is refused or undecided
	witness *witness.Witness // the analyzer's own, if it proves its reports
	proof   *proof           // of its pair of sites, by a prover; may be nil
}

// filtered is a candidate that is not reported.
type filtered struct {
	pair il.Pair
	analyzers.Filtered
}

// verdicts has the judgements on a pair of units.
type verdicts struct {
	*Pair
	answer     analyzers.Answer
	judgements []judgement
}

// add adds the judgements on a pair of units to the document.
func (j *judge) add(x *verdicts) {
	p := x.Pair.Pair
	j.stages = x.Answers[0].Stages
	for k, a := range x.Answers {
		if !a.complete() {
			j.doc.Cut = append(j.doc.Cut, fmt.Sprintf("%s || %s: %s (%s)",
				p.Left.Name, p.Right.Name, j.o.Analyzers[k].Name, a.Cut+a.Failed))
		}
	}
	j.doc.Defects = append(j.doc.Defects, x.Defects(j.core)...)
	j.judgements = append(j.judgements, x.judgements...)
	j.count(x)
	for _, f := range x.answer.Filtered {
		j.filtered = append(j.filtered, filtered{p, f})
	}
	j.doc.TotalRaces = j.doc.TotalRaces.Plus(x.answer.Unlisted)
	j.doc.TotalFiltered = j.doc.TotalFiltered.Plus(x.answer.TotalFiltered)
}

// pair judges the reports in one program C1 || C2: by the analyzer's own witness, or else by the
// proofs of others and the exact search.
func (j *judge) pair(ctx context.Context, p il.Pair) *verdicts {
	defer j.o.Analysis.Cache.Forget(p)
	x := &verdicts{Pair: j.open(p)}
	x.answer = j.enter(ctx, x.Pair, 0)
	if x.Answers[0].Failed != "" {
		return x
	}
	proofs := j.proofs(ctx, x.Pair)
	j.search(ctx, x.Pair, proofs)
	words := map[Verdict]string{
		Real: report.Confirmed, Unreal: report.Impossible, Undecided: report.Unknown,
	}
	for _, row := range rowsOf(x.Pair) {
		for k := range row.Reports[0] {
			v := judgement{
				pair: p, row: row, report: &row.Reports[0][k],
				proof: proofs[row.Sites], verdict: words[row.Truth[j.analyzer.Truth]],
			}
			switch ended := analyzers.Ended(ctx); {
			case v.report.Outside:
				v.verdict = report.Outside
			case !j.analyzer.Proves:
			case ended != "":
				v.verdict, v.reason = report.Unknown, ended
			default:
				j.prove(&v)
			}
			x.judgements = append(x.judgements, v)
		}
	}
	return x
}

// count counts the verdicts on one pair of units. It records the verdicts on its pairs of accesses,
// including the races of the search that the analyzer does not report.
func (j *judge) count(x *verdicts) {
	for i := range x.judgements {
		v := &x.judgements[i]
		j.doc.Counts[v.verdict]++
		switch truth := v.row.Truth[analyzers.Coenabled]; {
		case truth == Real, j.analyzer.Proves && v.verdict == report.Confirmed:
			j.verdicts.Add(v.pair, v.row.Sites, report.Confirmed)
		case truth == Unreal:
			j.verdicts.Add(v.pair, v.row.Sites, report.Impossible)
		}
	}
	for k := range x.Rows {
		if r := &x.Rows[k]; r.Truth[analyzers.Coenabled] == Real {
			j.verdicts.Add(x.Pair.Pair, r.Sites, report.Confirmed)
		}
	}
	if x.Rest[analyzers.Coenabled] == Unreal {
		j.verdicts.Search(x.Pair.Pair)
	}
}

// search judges the rows without a proof by the exact search. If the search is complete and misses
// a proved row, that is a defect.
func (j *judge) search(ctx context.Context, x *Pair, proofs map[il.Sites]*proof) {
	switch {
	case len(j.runs) > 1 && (decided(x, proofs) || ctx.Err() != nil):
		return
	case len(j.runs) > 1:
		j.enter(ctx, x, 1)
	}
	j.judge(x)
	j.include(x)
	for k := range x.Rows {
		r := &x.Rows[k]
		if proofs[r.Sites] == nil {
			continue
		}
		if r.Truth[analyzers.Coenabled] == Unreal {
			x.Strange = append(x.Strange,
				fmt.Sprintf("%s has a witness, and the exact search does not find it",
					sitesText(j.core, r.Sites)))
		}
		r.Truth[analyzers.Coenabled] = Real
	}
}

// rowsOf returns the rows that the first analyzer reports, sorted by sites.
func rowsOf(x *Pair) []*Row {
	var all []*Row
	for _, rows := range [][]Row{x.Rows, x.Kept, x.Outside} {
		for k := range rows {
			if rows[k].Has(0) {
				all = append(all, &rows[k])
			}
		}
	}
	slice.SortStable(all, func(a, b *Row) int { return a.Compare(b.Sites) })
	return all
}
