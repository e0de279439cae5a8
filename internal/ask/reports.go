package ask

import (
	"context"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/findings"
)

// MaxListed is how many races wobbly check lists without flags, and maxWitness from how
// many steps on it keeps a witness compressed.
const (
	MaxListed  = 10_000
	maxWitness = 10_000
)

// Plain is the analysis without flags.
func Plain() abstract.Options { return abstract.Options{Condition: abstract.Or} }

// Reports is what wobbly check finds without flags, on all pairs: so the reports have
// the same numbers everywhere. The error is *Limit or ErrInterrupted.
func Reports(ctx context.Context, core *il.Core) (*findings.Findings, error) {
	return reportsOf(ctx, core, nil)
}

// reportsOf is what it finds with --pair; nil for all pairs.
func reportsOf(ctx context.Context, core *il.Core, only *il.Pair) (*findings.Findings, error) {
	return Find(ctx, core, findings.Parameters{Options: Plain(), Only: only, Limit: MaxListed, MaxSteps: maxWitness})
}
