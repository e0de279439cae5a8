package ask

import (
	"context"
	"io"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/report"
)

// Explaining is a question for Explain.
type Explaining struct {
	// What is a report (R1, F1), one position or two (line:column), or a unit and an expression.
	What     []string
	Pair     string    // the pair of units; empty for all
	Analyzer *Analyzer // whose reports are explained; nil for Plain
}

// IsID reports whether a word has the form of a report's number, such as R1 or F12.
func IsID(word string) bool { return findings.IsID(word) }

// form is what the words of a question ask about.
type form uint8

const (
	unknownForm form = iota
	reportForm       // R1
	siteForm         // 4:3
	pairForm         // 4:3 10:3
	touchForm        // a unit and an expression
)

func (q Explaining) form() form {
	sites := slice.Count(q.What, func(w string) bool { _, ok := il.ParsePosition(w); return ok })
	switch n := len(q.What); {
	case n == 1 && sites == 1:
		return siteForm
	case n == 1 && IsID(q.What[0]):
		return reportForm
	case n == 2 && sites == 2:
		return pairForm
	case n == 2 && sites == 0 && !IsID(q.What[0]): // a variable may be called R1
		return touchForm
	}
	return unknownForm
}

// Known reports whether What can be explained.
func (q Explaining) Known() bool { return q.form() != unknownForm }

// Explain prints why something is reported or not, or is in a summary. The error is *Refusal,
// *Misnamed, *Limit, ErrInterrupted or that of w.
func Explain(ctx context.Context, w io.Writer, style report.Style, core *il.Core,
	q Explaining) error {
	form := q.form()
	if form == unknownForm {
		return refuse("It is R1, a position or two such as 4:3 10:3, or a unit and an expression.",
			"cannot tell what to explain")
	}
	a := q.Analyzer
	if a == nil {
		a = Plain()
	}
	only, err := PairOf(core, q.Pair)
	if err != nil {
		return err
	}
	if form == touchForm && !a.Summarizes() {
		return refuse("If --analysis is omitted, it is racerdx.", "%s keeps no W", a.of.Name)
	}
	if pair, at, ok := q.acquisitions(core, only); ok {
		all, err := findings.Acquisitions(core, pair, at[0], at[1])
		if err != nil {
			return limited(core, err)
		}
		if len(all) > 0 {
			return report.AcquisitionsText(w, style, core.Source, all)
		}
	}
	x, err := a.Explanations(ctx, core, only)
	if err != nil {
		return err
	}
	at := slice.Map(q.What, func(w string) il.Position { p, _ := il.ParsePosition(w); return p })
	switch form {
	case siteForm:
		return report.AccessAnswerText(w, style, core.Source, x.Access(at[0]))
	case pairForm:
		answer := x.Pair(ctx, at[0], at[1])
		if err := report.PairAnswerText(w, style, core.Source, answer); err != nil {
			return err
		}
		decided := len(answer.Pairs) == 0 ||
			slices.ContainsFunc(answer.Pairs, func(p report.Pair) bool { return p.Reported })
		return report.SeparationsText(w, style, Separations(ctx, core, only, at[0], at[1]), decided)
	case touchForm:
		u, err := unit(core, q.What[0])
		if err != nil {
			return err
		}
		return report.TouchText(w, style, x.(*Findings).Touch(u, abstract.Expr(q.What[1])))
	}
	p, err := x.Report(q.What[0])
	if err != nil {
		return refuse("The numbers are those of wobbly check with the same flags.", "%s", err)
	}
	if err := report.PairText(w, style, core.Source, p); err != nil || p.Reported {
		return err
	}
	if only, err = PairOf(core, p.Left.Side.Unit+","+p.Right.Side.Unit); err != nil {
		return err
	}
	sites, _ := sitesOf([]string{p.Left.Side.At, p.Right.Side.At})
	return report.SeparationsText(w, style, Separations(ctx, core, only, sites[0], sites[1]), false)
}

// acquisitions returns the positions of the lock() statements that What names, by the number of a
// deadlock or by two positions, and their pair of units. ok is false if it names none.
func (q Explaining) acquisitions(core *il.Core,
	only *il.Pair) (pair *il.Pair, at [2]il.Position, ok bool) {
	switch {
	case len(core.Locks) == 0:
		return nil, at, false
	case q.form() == pairForm:
		at, ok = sitesOf(q.What)
		return only, at, ok
	case q.form() != reportForm || q.What[0][0] != 'D':
		return nil, at, false
	}
	all, err := findings.Deadlocks(core, only)
	i := slices.IndexFunc(all, func(d report.Deadlock) bool { return d.ID == q.What[0] })
	if err != nil || i < 0 {
		return nil, at, false
	}
	d := all[i]
	if pair, err = PairOf(core, d.Left.Unit+","+d.Right.Unit); err != nil {
		return nil, at, false
	}
	at, ok = sitesOf([]string{d.Left.At, d.Right.At})
	return pair, at, ok
}

// Findings has the summaries of a program, the reports that follow from them, and why they do.
type Findings = findings.Findings

// IsAccess reports whether there is an access at a position.
func IsAccess(core *il.Core, p il.Position) bool {
	sites, _ := findings.AccessesAt(core, p)
	return len(sites) > 0
}

// Explanations say why accesses are reported or not.
type Explanations interface {
	// Report explains a report, such as R1. It fails if no report has the number.
	Report(id string) (report.Pair, error)
	// Access says in which summaries or reports the accesses at a position are.
	Access(il.Position) []report.AccessAnswer
	// Pair says why the accesses at two positions are reported together, or why not.
	Pair(ctx context.Context, p, q il.Position) report.PairAnswer
}

// Explanations returns the explanations of the analyzer's reports in a program, or in one pair of
// its units. The error is *Limit or ErrInterrupted.
func (a *Analyzer) Explanations(ctx context.Context, core *il.Core,
	only *il.Pair) (Explanations, error) {
	if a.Summarizes() {
		return a.Findings(ctx, core, only)
	}
	x, err := Try(ctx,
		func() (*compare.Accounts, error) {
			return compare.NewAccounts(ctx, core, only, a.of, a.o)
		})
	switch {
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	case err != nil:
		return nil, limited(core, err)
	}
	return x, nil
}
