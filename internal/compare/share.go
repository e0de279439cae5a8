package compare

import (
	"context"
	"runtime"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
)

// The pairs of units of a program are shared out here, whatever is asked about them. What
// comes of them is taken in their order, so that nothing depends on how many goroutines
// there are.

// Each compares on the pairs of units of the program, and takes the comparisons one after
// the other, in order. When ctx ends, those that were begun are taken as they are, if they
// have an answer of anybody.
func (c *Comparison) Each(ctx context.Context, take func(*Pair)) {
	share(ctx, c, c.Pair, func(x *Pair) bool {
		if ctx.Err() == nil || x.Answered() {
			take(x)
		}
		return true
	})
}

// share has something built for each pair of units, side by side, and taken here in their
// order, until take says no more. When ctx ends nothing more is begun, and what was begun
// is what build makes of that.
func share[T any](ctx context.Context, c *Comparison, build func(ctx context.Context, p il.Pair) T, take func(T) bool) {
	shareBy(ctx, c.workers(), c.core.PairsOf(c.only), build, take)
}

// shareBy is share by so many workers.
func shareBy[T any](ctx context.Context, workers int, pairs []il.Pair, build func(ctx context.Context, p il.Pair) T, take func(T) bool) {
	type built struct {
		x     T
		begun bool
	}
	going, stop := context.WithCancel(ctx)
	defer stop()
	more := true
	parallel.InOrder(workers, len(pairs), func(_, i int) (b built) {
		if b.begun = going.Err() == nil; b.begun {
			b.x = build(going, pairs[i])
		}
		return b
	}, func(_ int, b built) {
		if more = more && b.begun && take(b.x); !more {
			stop()
		}
	})
}

// workers is how many goroutines share the pairs: one where an analyzer is to be asked for
// one after the other, and where its time is taken.
func (c *Comparison) workers() int {
	if c.o.Clock != nil {
		return 1
	}
	if slices.ContainsFunc(c.o.Analyzers, func(a *analyzers.Analyzer) bool { return a.Ordered }) {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}
