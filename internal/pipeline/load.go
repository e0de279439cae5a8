package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
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
	return try(ctx, func() (*il.Core, error) {
		var core *il.Core
		p, errs := parse.File(src)
		if p != nil {
			var more diag.List
			core, more = check.Program(p, check.Options{Strict: strict})
			errs = append(errs, more...)
			errs.Sort()
		}
		if len(errs) > 0 || core == nil {
			return nil, &Illegal{src, errs}
		}
		return core, nil
	})
}

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

// ErrInterrupted is the error of what was given up since the context ended.
var ErrInterrupted = errors.New("interrupted")

// Await runs f aside and waits for it, but not longer than until ctx ends; then it is
// false and what f does is lost. A panic of f is raised here.
func Await[T any](ctx context.Context, f func() T) (T, bool) {
	type outcome struct {
		value T
		panic any
		stack []byte
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if o.panic = recover(); o.panic != nil {
				o.stack = debug.Stack()
			}
			done <- o
		}()
		o.value = f()
	}()
	select {
	case o := <-done:
		if o.panic != nil {
			panic(fmt.Sprintf("%v\n%s", o.panic, o.stack))
		}
		return o.value, true
	case <-ctx.Done():
		var none T
		return none, false
	}
}

// try is Await for what can fail.
func try[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	x, ok := Await(ctx, func() answer {
		v, err := f()
		return answer{v, err}
	})
	if !ok {
		return x.value, ErrInterrupted
	}
	return x.value, x.err
}
