package explore

import (
	"context"
	"errors"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// ErrUnroll is returned where the bound on rounds makes the program too large:
// nested loops are written out, and each multiplies what is inside.
var ErrUnroll = machine.ErrUnroll

// Search decides which pairs of accesses of p race (Definition 3.6), from all
// well-behaved initial states or from a given one, in the executions that o
// allows. What it found before it was cut is in the result too. The error says
// what is wrong with the options or the initial state, or is ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g, err := machine.Compile(core, p, machine.Options{Unroll: o.Unroll})
	if err != nil {
		return nil, err
	}
	return search(ctx, g, o)
}

// search is Search on a compiled program.
func search(ctx context.Context, g *machine.Program, o Options) (*Result, error) {
	given, err := o.given(g)
	if err != nil {
		return nil, err
	}
	p := problem{g: g, o: o, given: given}
	if s := p.flat(); s != nil {
		if r := run(ctx, s); r.Cut != CutStates || o.Layout == Flat {
			return r, nil
		}
	}
	if given == nil && p.fast() && (o.MaxStates == 0 || o.MaxStates > late || o.Layout == Flat) {
		return p.fromAll(ctx), nil
	}
	return run(ctx, p.strategy(ctx)), nil
}

// problem is what a search is about.
type problem struct {
	g     *machine.Program
	o     Options
	given *semantics.Init     // nil for all
	spare *canonical.Store    // an empty one to keep states in; nil to make one
	left  *machine.Candidates // what a search that prunes looks for; nil for all
	work  int                 // successors that a shard makes in a round before it leaves a state; 0 for roundWork
}

// strategy decides which states are looked at next. A strategy is used once.
type strategy interface {
	// Next looks at some states, and tells whether there are more to look at. A
	// limit or the context may end it.
	Next(ctx context.Context) bool
	// Done sums up what was found. The reasons are those that cut the search,
	// beside those that Next came to.
	Done(cuts) *Result
}

// strategy is that of the options.
func (p problem) strategy(ctx context.Context) strategy {
	switch p.o.Strategy {
	case Depth:
		return p.depthFirst(ctx)
	case Random:
		return p.sample()
	default:
		return p.breadthFirst(ctx)
	}
}

// run lets a strategy look at states until there are no more or something cuts it.
func run(ctx context.Context, s strategy) *Result {
	for {
		if cut := interrupted(ctx); cut != 0 {
			return s.Done(cut)
		}
		if !s.Next(ctx) {
			return s.Done(0)
		}
	}
}

// ErrMemory is the cause with which a context is cancelled when memory runs out.
var ErrMemory = errors.New("there is no more memory")

// Ended returns the reason for which a context ends a search, and NotCut if it does not.
// Every search asks it, so that all give the same reason.
func Ended(ctx context.Context) Cut { return interrupted(ctx).reason() }

// interrupted is the reason to end a search that a context gives, if it is done.
func interrupted(ctx context.Context) cuts {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return cutTimeout
	case err != nil && errors.Is(context.Cause(ctx), ErrMemory):
		return cutMemory
	case err != nil:
		return cutInterrupt
	default:
		return 0
	}
}
