package compare

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// Judge asks one analyzer about a program, or one of its pairs, and has each of its
// reports judged by the exact search for the truth that it means, or by the
// independent checker where the analyzer proves its reports. It ends early,
// with what there is by then, when ctx ends. The error says that the analyzer has
// no answer.
func Judge(ctx context.Context, core *il.Core, only *il.Pair, a *analyzers.Analyzer, o analyzers.Options) (*report.Judged, error) {
	columns := []*analyzers.Analyzer{a}
	for _, x := range analyzers.All() {
		if x.Kind == analyzers.Exact && x.Truth == a.Truth && x.Name != a.Name && !a.Proves {
			columns = append(columns, x)
		}
	}
	checker := check.New(core)
	pairs := Program(ctx, core, only, Options{Analyzers: columns, Analysis: o})
	d := &report.Judged{
		File: core.Source.Name, Source: core.Source, Analysis: a.Name, Title: a.Title, Truth: a.Truth.String(),
		Interrupted: ctx.Err() != nil, Reports: []report.JudgedReport{}, Cut: []string{},
	}
	for i := range pairs {
		x := &pairs[i]
		if x.Answers[0].Failed != "" {
			return nil, fmt.Errorf("%s", x.Answers[0].Failed)
		}
		addStages(d, x.Answers[0].Stages)
		for k, how := range x.Answers {
			if why := how.Cut + how.Failed; why != "" {
				d.Cut = append(d.Cut, fmt.Sprintf("%s || %s: %s (%s)", x.Pair.Left.Name, x.Pair.Right.Name, columns[k].Name, why))
			}
		}
		for k := range x.Rows {
			if x.Rows[k].Has(0) {
				r := judged(core, x.Pair, &x.Rows[k], a.Truth, len(d.Reports)+1)
				if a.Proves {
					prove(checker, &r, x.Rows[k].Reports[0])
				} else {
					r.Witness = witnessOf(&x.Rows[k])
				}
				if r.Witness != nil && core.Source.Name != report.StdinName {
					r.Witness.File = core.Source.Name
				}
				d.Reports = append(d.Reports, r)
			}
		}
	}
	return d, nil
}

// addStages adds what the stages leave of a pair of units.
func addStages(d *report.Judged, stages []analyzers.Stage) {
	for i, s := range stages {
		if i == len(d.Stages) {
			d.Stages = append(d.Stages, report.JudgedStage{Name: s.Name})
		}
		d.Stages[i].Pairs += s.Pairs
	}
}

// judged is the neutral form of a report.
func judged(core *il.Core, p il.Pair, r *Row, truth analyzers.Truth, n int) report.JudgedReport {
	x := report.JudgedReport{
		ID: fmt.Sprintf("R%d", n), Note: r.Reports[0].Note,
		Verdict: map[Verdict]string{Real: report.Confirmed, Unreal: report.Impossible, Unknown: report.Unknown}[r.Truth[truth]],
	}
	var ends *[2]analyzers.End
	if explain := r.Reports[0].Explain; explain != nil {
		e := explain()
		ends, x.Why = e.Ends, e.Sentences
	}
	for i, u := range []*il.Unit{p.Left, p.Right} {
		side := report.Side{Unit: u.Name, At: core.Source.At(r.Sites[i].At), Kind: r.Sites[i].Kind.String(), Calls: []string{}}
		if ends != nil {
			side.Path, side.Lock = ends[i].Path, ends[i].Lock
			for _, at := range ends[i].Calls {
				side.Calls = append(side.Calls, core.Source.At(at))
			}
		} else {
			side.Path, side.Lock = written(core, u, r.Sites[i])
		}
		*[]*report.Side{&x.Left, &x.Right}[i] = side
	}
	return x
}

// prove has a report judged by its own witness and the independent checker.
func prove(checker *check.Checker, r *report.JudgedReport, x *analyzers.Report) {
	w, err := x.Prove()
	if err != nil { // too long
		r.Verdict, r.Why = report.Unknown, append(r.Why, err.Error())
		return
	}
	r.Verdict, r.Witness = report.Confirmed, w
	if err := checker.Check(w); err != nil {
		r.Verdict, r.Why = report.Refuted, append(r.Why, err.Error())
	}
}

// witnessOf is the witness that some analyzer has of a row, if one has.
func witnessOf(r *Row) *witness.Witness {
	for _, x := range r.Reports {
		if x != nil && x.Prove != nil {
			if w, err := x.Prove(); err == nil {
				return w
			}
		}
	}
	return nil
}
