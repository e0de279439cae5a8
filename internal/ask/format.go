package ask

import (
	"context"
	"strings"

	"wobbly/il"
	"wobbly/il/parse"
)

// Format is a program in the form of wobbly fmt; with lowered, as semantics and analysis
// see it. Formatting asks for no more than that the program can be parsed; lowering,
// that it is legal. Lines end as the first one of the program does. The error is
// *Illegal or ErrInterrupted.
func Format(ctx context.Context, src *il.Source, lowered bool) (string, error) {
	if lowered {
		core, err := Load(ctx, src, false)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = il.PrintCore(&b, core)
		return il.WithLineEnds(b.String(), il.LineEnd(src.Text)), err
	}
	p, errs := parse.File(src)
	if len(errs) > 0 {
		return "", &Illegal{Source: src, Errors: errs}
	}
	return il.WithLineEnds(il.Format(p), il.LineEnd(src.Text)), nil
}
