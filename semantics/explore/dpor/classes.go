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

// ErrLimit is returned where counting takes more states than allowed.
var ErrLimit = errors.New("there are more states than the limit on counting classes allows")

// Classes is the number of Mazurkiewicz classes of the complete executions of p
// from in, with at most unroll rounds of each loop each time it is reached.
//
// It counts canonical executions (see the package comment) by dynamic
// programming over states, with whether A sleeps; limit bounds their number, 0
// for no limit. It shares the steps and what depends on what with Explore, but
// neither races nor wakeup trees. The errors are those of Explore, ErrLimit,
// and that of ctx.
func Classes(ctx context.Context, core *il.Core, p il.Pair, in semantics.Init, unroll, limit int) (*big.Int, error) {
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

// counter counts the canonical ways to the end.
type counter struct {
	*stepper
	ctx   context.Context
	limit int
	keys  canonical.Codec
	key   []byte
	memo  map[string]exact.Nat
	err   error
}

// from is the number of canonical ways to go on from the present state. A does
// not go first unless it is awake.
func (c *counter) from(awake bool) exact.Nat {
	if c.done() {
		return exact.Of(1)
	}
	c.key = c.name(c.key[:0], awake)
	if n, ok := c.memo[string(c.key)]; ok {
		return n
	}
	key := string(c.key)
	n := c.sum(awake)
	if c.stopped() {
		return n
	}
	c.memo[key] = n
	return n
}

// name appends what tells the present state apart.
func (c *counter) name(key []byte, awake bool) []byte {
	for _, p := range c.at {
		key = binary.AppendUvarint(key, uint64(p.id))
	}
	if awake {
		key = append(key, 1)
	}
	return c.keys.Encode(key, c.Machine, 0)
}

// stopped tells whether counting has to end.
func (c *counter) stopped() bool {
	switch {
	case c.err != nil:
	case c.limit > 0 && len(c.memo) >= c.limit:
		c.err = ErrLimit
	case len(c.memo)%1024 == 0:
		c.err = c.ctx.Err()
	}
	return c.err != nil
}

// sum adds up the ways that begin with each step that canonical executions
// allow: any step of B, and a step of A that is not asleep. A step of B wakes A
// if A's next command depends on it, and puts it to sleep otherwise.
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
	switch {
	case mayA && mayB:
		if awake {
			add(true, a)
		}
		fa, fb := c.Footprint(a, nil), c.Footprint(b, nil)
		add(fa.Conflicts(fb), b)
	case mayA:
		if awake {
			add(true, a)
		}
	case mayB: // A has ended, or waits for the lock until B wakes it
		add(true, b)
	default:
		c.err = errStuck
	}
	return sum
}
