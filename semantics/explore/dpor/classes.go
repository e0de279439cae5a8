package dpor

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
)

// ErrLimit is returned if counting needs more states than allowed.
var ErrLimit = errors.New("there are more states than the limit on counting classes allows")

// Classes returns the number of Mazurkiewicz classes of the executions of p from in, to the end or
// a deadlock, with at most unroll iterations of each loop each time it is reached.
//
// It counts canonical executions (see the package comment) by dynamic programming over pairs of a
// state and whether A sleeps; limit bounds the number of pairs, 0 for no limit. It shares steps and
// dependence with Explore, but neither races nor wakeup trees. The errors are those of Explore,
// ErrLimit, and that of ctx.
func Classes(ctx context.Context, core *il.Core, p il.Pair, in semantics.Init, unroll, limit int) (
	*big.Int, error,
) {
	m, err := newStepper(core, p, in, unroll)
	if err != nil {
		return nil, err
	}
	c := counter{stepper: m, ctx: ctx, limit: limit, memo: map[string]exact.Nat{}}
	var sum exact.Nat
	m.starts(func() { sum = sum.Plus(c.from(true)) })
	if c.err != nil {
		return nil, c.err
	}
	return sum.Big(), nil
}

// A counter counts the canonical continuations of states.
type counter struct {
	*stepper
	ctx   context.Context
	limit int
	keys  canonical.Codec
	key   []byte               // memory for keys
	memo  map[string]exact.Nat // the results of from
	err   error                // the first one
}

// from counts the canonical continuations of the present state. Unless awake, none begins with A.
func (c *counter) from(awake bool) exact.Nat {
	if c.done() {
		return exact.Of(1)
	}
	c.key = c.key[:0]
	for _, p := range c.at {
		c.key = binary.AppendUvarint(c.key, uint64(p.id))
	}
	if awake {
		c.key = append(c.key, 1)
	}
	c.key = c.keys.Encode(c.key, c.Machine, 0)
	if n, ok := c.memo[string(c.key)]; ok {
		return n
	}
	key := string(c.key)
	n := c.sum(awake)
	switch {
	case c.err != nil:
	case c.limit > 0 && len(c.memo) >= c.limit:
		c.err = ErrLimit
	case len(c.memo)%1024 == 0:
		c.err = c.ctx.Err()
	}
	if c.err == nil {
		c.memo[key] = n
	}
	return n
}

// sum adds up the continuations that begin with each step that a canonical execution allows: any
// step of B, and a step of A if it is awake. A step of B wakes A if A's next command depends on it,
// and otherwise puts it to sleep.
func (c *counter) sum(awake bool) exact.Nat {
	var sum exact.Nat
	add := func(awake bool, i int) {
		err := c.step(i, func() {
			if c.err == nil {
				sum = sum.Plus(c.from(awake))
			}
		})
		if c.err == nil {
			c.err = err
		}
	}
	mayA, mayB := c.Enabled(a), c.Enabled(b)
	if mayA && awake {
		add(true, a)
	}
	switch {
	case mayA && mayB:
		add(c.Footprint(a, nil).Conflicts(c.Footprint(b, nil)), b)
	case mayB: // A has ended, or waits for the lock until B wakes it
		add(true, b)
	case mayA:
	case c.deadlock():
		return exact.Of(1)
	default:
		c.err = errStuck
	}
	return sum
}
