package ask

import (
	"context"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/report"
)

// Limit is the error of an analysis that has reached one, and has no answer.
type Limit struct {
	Source *il.Source
	Err    error
}

// Error implements error.
func (e *Limit) Error() string { return report.FileName(e.Source.Name) + ": " + e.Err.Error() }

// Unwrap gives the error of the analysis.
func (e *Limit) Unwrap() error { return e.Err }

// limited marks an error of an analysis as one.
func limited(core *il.Core, err error) error {
	if err == nil || err == ErrInterrupted {
		return err
	}
	return &Limit{core.Source, err}
}

// Summarise summarises every unit. The error is *Limit or ErrInterrupted.
func Summarise(ctx context.Context, core *il.Core, o abstract.Options) (abstract.Result, error) {
	r, err := Try(ctx, func() (abstract.Result, error) { return compact.Run(core, o) })
	return r, limited(core, err)
}

// Related are the summaries of a program, and the reports that follow from them.
type Related struct {
	Result   abstract.Result
	Reported abstract.Reported
}

// Relate summarises every unit and relates the units, of one pair only if asked for. The
// error is *Limit or ErrInterrupted.
func Relate(ctx context.Context, core *il.Core, only *il.Pair, o abstract.Options) (Related, error) {
	result, err := Summarise(ctx, core, o)
	if err != nil {
		return Related{}, err
	}
	reported, err := Try(ctx, func() (abstract.Reported, error) { return result.Reports(only) })
	return Related{result, reported}, limited(core, err)
}

// Find summarises, relates, and is ready to say what is found of each report. The error
// is *Limit or ErrInterrupted.
func Find(ctx context.Context, core *il.Core, par findings.Parameters) (*findings.Findings, error) {
	r, err := Relate(ctx, core, par.Only, par.Options)
	if err != nil {
		return nil, err
	}
	return Try(ctx, func() (*findings.Findings, error) { return findings.New(core, par, r.Result, r.Reported), nil })
}
