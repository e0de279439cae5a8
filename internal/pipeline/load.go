package pipeline

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
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
