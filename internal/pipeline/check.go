package pipeline

import (
	"context"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/report"
)

// Question is what is asked of a program.
type Question struct {
	Analyzer *analyzers.Analyzer
	Pair     string // the pair of units; empty for all
	Strict   bool   // sugar is refused
	Options  analyzers.Options
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
		doc, err := compare.Judge(ctx, core, only, q.Analyzer, q.Options)
		return doc, limited(core, err)
	}
	f, err := Find(ctx, core, findings.Parameters{
		Options: q.Analyzer.Summaries(q.Options), Only: only, Limit: q.Options.Limit, MaxSteps: q.Options.StepsOf(analyzers.LongestPlain),
	})
	if err != nil {
		return nil, err
	}
	return f.Check(func() bool { return ctx.Err() != nil }), nil
}
