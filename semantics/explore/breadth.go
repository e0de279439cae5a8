package explore

import (
	"context"
	"sync"
)

// A breadth-first search goes level by level: all states as many steps from
// the start. A level is looked at in rounds. In a round, each shard offers its
// next states, and their successors are sorted by the shard they belong to;
// then each shard takes what is new to it, in a fixed order. What a round does
// depends on the states alone, not on which goroutine does it.

const (
	// roundStates is how many states a shard offers in a round.
	roundStates = 1024
	// progressRounds is how many rounds go by between two reports.
	progressRounds = 64
)

// breadthFirst runs the search, until it is complete or cut.
func (e *engine) breadthFirst(ctx context.Context) {
	for e.looked < e.states {
		var end [shards]cursor
		for i, s := range e.shards {
			end[i] = s.last()
		}
		level := e.states
		for e.looked < level {
			if e.stopped(ctx) {
				return
			}
			e.step(end)
		}
		e.depth++
		for i, s := range e.shards {
			if e.o.Fingerprint {
				s.forget(e.done[i])
			}
		}
	}
	e.depth--
}

// step is a round.
func (e *engine) step(end [shards]cursor) {
	e.round++
	most := e.offer()
	var begin = e.done
	var looked [shards]uint64
	e.prepare(end, most)
	e.parallel(func(x *expander, i int) {
		x.out, x.found, x.round = &e.out[i], &e.found[i], e.round
		looked[i] = e.look(x, i, &begin[i], end[i], most)
	})
	e.done = begin
	e.note()
	e.insertAll()
	for _, n := range looked {
		e.looked += n
	}
	e.count()
	if e.round%progressRounds == 0 {
		e.report()
	}
}

// offer is how many states a shard offers: fewer as the limit on states comes
// near.
func (e *engine) offer() int {
	if e.o.MaxStates == 0 {
		return roundStates
	}
	left := e.o.MaxStates - int(e.states)
	return max(1, min(roundStates, left/(4*shards)))
}

// roundBytes is how much the successors that a shard makes in a round may take
// before it leaves its other states to the next round: the limit on states is
// looked at between rounds.
const roundBytes = 1 << 20

// look looks at up to most states of shard i.
func (e *engine) look(x *expander, i int, c *cursor, end cursor, most int) (looked uint64) {
	s := e.shards[i]
	for ; most > 0 && len(x.out.buffer) < roundBytes && c.at() < end.at() && s.more(c) && c.at() < end.at(); most-- {
		link, state, size := s.open(c.at())
		at := c.at()
		if e.o.Fingerprint {
			at = link
		}
		x.state(makeRef(i, at), state)
		c.skip(size)
		looked++
	}
	return looked
}

// prepare makes the control states that the states of the round lead to. It is
// done for all before any is looked at, since goroutines share them.
func (e *engine) prepare(end [shards]cursor, most int) {
	if e.g.closed() {
		return
	}
	for i, s := range e.shards {
		n := most
		for c := e.done[i]; n > 0 && c.at() < end[i].at() && s.more(&c) && c.at() < end[i].at(); n-- {
			_, state, size := s.open(c.at())
			a, state := getID(state)
			b, _ := getID(state)
			e.g.Expand(0, e.g.threads[0].controls[a])
			e.g.Expand(1, e.g.threads[1].controls[b])
			c.skip(size)
		}
	}
}

// parallel does something for every shard. Worker w takes shards w, w+n, w+2n,
// ... of n workers.
func (e *engine) parallel(do func(x *expander, i int)) {
	n := len(e.workers)
	if n == 1 {
		for i := range shards {
			do(e.workers[0], i)
		}
		return
	}
	var wg sync.WaitGroup
	for w, x := range e.workers {
		wg.Go(func() {
			for i := w; i < shards; i += n {
				do(x, i)
			}
		})
	}
	wg.Wait()
}
