package ask

import (
	"context"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
)

// Account is why an analyzer without summaries reports pairs, or does not. The error is
// *Limit or ErrInterrupted.
func Account(ctx context.Context, core *il.Core, only *il.Pair, a *analyzers.Analyzer, o analyzers.Options) (*compare.Accounts, error) {
	x, err := Try(ctx, func() (*compare.Accounts, error) { return compare.NewAccounts(ctx, core, only, a, o) })
	switch {
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	case err != nil:
		return nil, limited(core, err)
	}
	return x, nil
}
