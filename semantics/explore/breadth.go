package explore

import (
	"context"

	"wobbly/semantics/explore/canonical"
)

// A breadth-first search goes level by level: all states as many steps from
// the start. A level is looked at in rounds. In a round, each shard offers its
// next states, and their successors are sorted by the shard they belong to;
// then each shard takes what is new to it, in a fixed order. What a round does
// depends on the states alone, not on which goroutine does it.

const (
	// roundStates is how many states a shard offers in a round.
	roundStates = 1024
	// roundBytes is how much the successors that a shard makes in a round may take
	// before it leaves its other states to the next round, and those that a state has
	// before it is left in between: the limit on states is looked at between rounds.
	roundBytes = 1 << 20
	// progressRounds is how many rounds go by between two reports.
	progressRounds = 4
)

// breadth is a breadth-first search under way.
type breadth struct {
	*engine
	end   [canonical.Shards]canonical.Cursor // of the records of the present level
	left  [canonical.Shards]visit            // states that were left to the next round
	level uint64                             // states up to the end of the level
}

func (p problem) breadthFirst(ctx context.Context) strategy {
	b := &breadth{engine: p.engine(ctx)}
	b.begin()
	return b
}

// begin begins a level.
func (b *breadth) begin() {
	for i := range b.end {
		b.store.Forget(i, b.done[i])
		b.end[i] = b.store.Last(i)
	}
	b.level = b.states
}

// Next implements strategy: it is a round.
func (b *breadth) Next(context.Context) bool {
	if b.full() {
		return false
	}
	b.inspect()
	if b.looked < b.level {
		return true
	}
	b.begin()
	if b.looked == b.states {
		return false
	}
	b.depth++
	return true
}

// inspect looks at the states of a round.
func (b *breadth) inspect() {
	b.round++
	most, work := b.offer(), b.mayMake()
	b.prepare(most)
	var looked [canonical.Shards]uint64
	b.parallel(func(x *expander, i int) {
		x.out, x.found, x.depth, x.round, x.work = b.store.Outbox(i), &b.found[i], b.depth, b.round, work
		looked[i] = b.inspectAt(x, i, most)
	})
	b.note()
	b.insert()
	for _, n := range looked {
		b.looked += n
	}
	if b.round%progressRounds == 0 {
		b.report()
	}
}

// offer is how many states a shard offers: fewer as the limit on states comes
// near.
func (b *breadth) offer() int {
	if b.o.MaxStates == 0 {
		return roundStates
	}
	left := b.o.MaxStates - int(b.states)
	return max(1, min(roundStates, left/(4*canonical.Shards)))
}

// inspectAt looks at up to most states of shard i, and tells with how many it is done.
func (b *breadth) inspectAt(x *expander, i, most int) (looked uint64) {
	v := &b.left[i]
	for ; most > 0 && len(x.out.Buffer) < roundBytes && x.work > 0; most-- {
		if v.state == nil {
			var ok bool
			if v.at, v.state, ok = b.store.Read(i, &b.done[i], b.end[i]); !ok {
				break
			}
		}
		if !x.state(v) {
			break
		}
		*v = visit{}
		looked++
	}
	return looked
}

// prepare makes the control states that the states of the round lead to.
func (b *breadth) prepare(most int) {
	if b.g.Closed() {
		return
	}
	for i, c := range b.done {
		for range most {
			_, state, ok := b.store.Read(i, &c, b.end[i])
			if !ok {
				break
			}
			b.expand(state)
		}
	}
}
