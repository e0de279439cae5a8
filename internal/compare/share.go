package compare

import (
	"context"
	"runtime"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
)

// Each compares on the pairs of units of the program, in parallel, and calls take with the
// comparisons in order. If ctx ends, take gets those that were begun, if some analyzer has
// answered.
func (c *Comparison) Each(ctx context.Context, take func(*Pair)) {
	share(ctx, c, c.Pair, func(x *Pair) bool {
		if ctx.Err() == nil || x.Answered() {
			take(x)
		}
		return true
	})
}

// share builds something for each pair of units, in parallel, and calls take with the results in
// order, until it returns false. If ctx ends nothing more is begun; what was begun is what build
// makes of that.
func share[T any](ctx context.Context, c *Comparison, build func(ctx context.Context, p il.Pair) T, take func(T) bool) {
	shareBy(ctx, c.workers(), c.core.PairsOf(c.only), build, take)
}

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

// workers returns 1 if times are taken, or some analyzer must be asked in order.
func (c *Comparison) workers() int {
	if c.o.Clock != nil {
		return 1
	}
	if slices.ContainsFunc(c.o.Analyzers, func(a *analyzers.Analyzer) bool { return a.Ordered }) {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}
