package ask

import (
	"context"
	"iter"
	"sync"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/text"
	"wobbly/report"
)

// Checking is a question for Check and Analyze.
type Checking struct {
	Analyzer *Analyzer // nil for Plain
	Pair     string    // the pair of units; empty for all
	Grace    Grace     // how long elements of a list are waited for

	// Certify adds a verdict on every pair of accesses; nil leaves that out. Certificates limits
	// the listed certificates and the listed open pairs.
	Certify      Certify
	Certificates int

	// Certifying, if it is not nil, is called when the verdicts on pairs begin to be computed, and
	// its result when they are complete.
	Certifying func() (done func())

	// Race and Unit, if they are not nil, see each race and each summary before it is passed on.
	Race func(report.Race)
	Unit func(report.Unit)

	// Name is the file as the text names it, as a word for the shell; empty for standard input. If
	// Repeat is true, the flags that repeat the run follow, with --strict if Strict is true.
	Name           string
	Repeat, Strict bool
	Shown          int // how many races are printed in full; 0 for all
}

// Certify gives a verdict on each pair of accesses of a program: Certified or Reasoned.
type Certify func(context.Context, *il.Core, compare.Certifying) *report.Pairs

// Check returns the document with an analyzer's reports in a program. Witnesses prove the reports
// of a mode of RacerDX; a truth judges those of any other analyzer. The error is *Misnamed, *Limit
// or ErrInterrupted.
func Check(ctx context.Context, core *il.Core, q Checking) (*report.Check, error) {
	a := q.Analyzer
	if a == nil {
		a = Plain()
	}
	only, err := PairOf(core, q.Pair)
	if err != nil {
		return nil, err
	}
	found, err := a.judged(ctx, core, only, q.Grace)
	if err != nil {
		return nil, err
	}
	doc := &report.Check{
		File: core.Source.Name, Source: core.Source, Analysis: a.of.Name, Title: a.of.Title,
		Condition: abstract.Or.String(), Found: found,
		Interrupted: func() bool { return ctx.Err() != nil }, Shown: q.Shown, Name: q.Name,
	}
	if a.of.Condition != nil {
		doc.Condition = a.of.Condition(a.o)
	}
	doc.Literal = a.Summarizes() && a.o.RacerDX.Literal != 0
	if q.Repeat {
		pair := ""
		if q.Pair != "" {
			pair = " --pair " + text.ShellWord(q.Pair)
		}
		doc.Flags = pair
		if a.o.RacerDX.Condition == abstract.Sum {
			doc.Flags += " --condition " + abstract.Sum.String()
		}
		doc.Flags += a.words.Flags(q.Strict)
		doc.Numbered = doc.Flags == pair
	}
	if q.Certify != nil {
		doc.Pairs = sync.OnceValue(func() *report.Pairs {
			if q.Certifying != nil {
				defer q.Certifying()()
			}
			return q.Certify(ctx, core, compare.Certifying{
				Only: only, Known: found.Verdicts(), Limit: q.Certificates,
			})
		})
	}
	if doc.Deadlocks, err = findings.Deadlocks(core, only); err != nil {
		return nil, limited(core, err)
	}
	doc.Races = watched(listed(ctx, q.Grace, found.Races), q.Race)
	doc.Filtered = listed(ctx, q.Grace, found.Filtered)
	return doc, nil
}

func (a *Analyzer) judged(ctx context.Context, core *il.Core, only *il.Pair,
	grace Grace) (report.Found, error) {
	if !a.Summarizes() {
		found, err := compare.Judge(ctx, core, only, a.of, a.o, grace.background())
		return found, limited(core, err)
	}
	f, err := a.Findings(ctx, core, only)
	if err != nil {
		return report.Found{}, err
	}
	return f.Found(func() bool { return ctx.Err() != nil }), nil
}

// watched calls see for each element before it is passed on.
func watched[T any](all iter.Seq[T], see func(T)) iter.Seq[T] {
	if see == nil {
		return all
	}
	return func(yield func(T) bool) {
		for x := range all {
			if see(x); !yield(x) {
				return
			}
		}
	}
}

// Findings summarizes every unit, relates the units, or those of one pair, and prepares to explain
// the reports of a mode of RacerDX. The error is *Limit or ErrInterrupted.
func (a *Analyzer) Findings(ctx context.Context, core *il.Core, only *il.Pair) (*Findings, error) {
	f, err := Try(ctx, func() (*Findings, error) {
		result, err := compact.Run(core, a.Summaries())
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, ErrInterrupted
		}
		reported, err := result.Reports(only)
		if err != nil {
			return nil, err
		}
		return findings.New(core, findings.Parameters{
			Options: a.Summaries(), Only: only, Limit: a.o.Limit,
			MaxSteps: a.o.StepsOf(analyzers.LongestPlain),
		}, result, reported), nil
	})
	return f, limited(core, err)
}

// Analyze returns the document of the summaries by a mode of RacerDX. The error is *Limit or
// ErrInterrupted.
func Analyze(ctx context.Context, core *il.Core, q Checking) (*report.Summary, error) {
	result, err := Try(ctx,
		func() (abstract.Result, error) { return compact.Run(core, q.Analyzer.Summaries()) })
	if err != nil {
		return nil, limited(core, err)
	}
	doc := findings.Summary(core, q.Analyzer.Summaries().Mode, result, q.Analyzer.o.Limit,
		func() bool { return ctx.Err() != nil })
	doc.Units = watched(listed(ctx, q.Grace, doc.Units), q.Unit)
	return doc, nil
}

// Deadlocks returns the deadlocks of a file that names locks, each with its witness.
func Deadlocks(core *il.Core) ([]report.Deadlock, error) { return findings.Deadlocks(core, nil) }
