package ask

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/text"
	"wobbly/report"
)

// Illegal is the error of a text that is no legal program.
type Illegal struct {
	Source *il.Source
	Errors diag.List
}

// Error implements error.
func (e *Illegal) Error() string {
	return fmt.Sprintf("%s is no legal program: %d errors", e.Source.Name, len(e.Errors))
}

// Load parses and checks a program; with strict, sugar is refused. The error is
// *Illegal, or ErrInterrupted.
func Load(ctx context.Context, src *il.Source, strict bool) (*il.Core, error) {
	return Try(ctx, func() (*il.Core, error) {
		var core *il.Core
		p, errs := parse.File(src)
		if p != nil {
			var more diag.List
			core, more = check.Program(p, check.Options{Strict: strict})
			errs = append(errs, more...)
			errs.Sort()
		}
		if len(errs) > 0 || core == nil {
			return nil, &Illegal{src, brief(errs)}
		}
		return core, nil
	})
}

// brief cuts names that are megabytes long out of what is said, which is shown as it is.
func brief(errs diag.List) diag.List {
	for i := range errs {
		d := &errs[i]
		d.Message, d.Label, d.Fix = text.Brief(d.Message), text.Brief(d.Label), text.Brief(d.Fix)
		for k := range d.Notes {
			d.Notes[k].Message = text.Brief(d.Notes[k].Message)
		}
	}
	return errs
}

// Question is what is asked of a program.
type Question struct {
	Analyzer *analyzers.Analyzer
	Pair     string // the pair of units; empty for all
	Strict   bool   // sugar is refused
	Options  analyzers.Options
	Aside    compare.Aside // does what may not hear an end of the context; zero for at once
}

// Check is the document of what an analyzer reports in a program. The error is *Illegal,
// *Misnamed, *Limit or ErrInterrupted.
func Check(ctx context.Context, src *il.Source, q Question) (*report.Check, error) {
	core, err := Load(ctx, src, q.Strict)
	if err != nil {
		return nil, err
	}
	only, err := PairOf(core, q.Pair)
	if err != nil {
		return nil, err
	}
	if q.Analyzer.Summaries == nil {
		return q.judge(ctx, core, only)
	}
	f, err := Find(ctx, core, findings.Parameters{
		Options: q.Analyzer.Summaries(q.Options), Only: only, Limit: q.Options.Limit, MaxSteps: q.Options.StepsOf(analyzers.LongestPlain),
	})
	if err != nil {
		return nil, err
	}
	return f.Check(func() bool { return ctx.Err() != nil }), nil
}

// judge is Check for an analyzer whose reports are judged.
func (q *Question) judge(ctx context.Context, core *il.Core, only *il.Pair) (*report.Check, error) {
	doc, err := compare.Judge(ctx, core, only, q.Analyzer, q.Options, q.Aside)
	return doc, limited(core, err)
}
