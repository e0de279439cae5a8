package canonical

import "context"

// A Breadth expands states in the order of their distance from the initial states, so that paths
// are shortest. It expands a level in rounds, in each of which every shard offers its next states.
// A round depends on the states, not on the workers. Its methods are those of driver.Layout.
type Breadth struct {
	*space
	next    [Shards]Cursor // the records up to here were expanded
	end     [Shards]Cursor // the end of the records of the present level
	cursors [Shards]cursor // the states that were left to the next round
	done    [Shards]uint64 // how many states were expanded in the present round
	offer   int            // how many states a shard may offer in the present round
	level   uint64         // the number of states up to the end of the level
}

// roundStates is the number of states that a shard offers in a round.
const roundStates = 1024

// NewBreadth begins a breadth-first search.
func NewBreadth(ctx context.Context, p Problem, o Options) *Breadth {
	return &Breadth{space: newSpace(ctx, p, o)}
}

// Round offers fewer states of each shard near the limit on states, so that there is room for four
// successors of each.
func (b *Breadth) Round(room int) int {
	if !b.started {
		return b.begin(1, room)
	}
	b.offer = max(1, min(roundStates, room/(4*Shards)))
	if !b.Program.Closed() {
		for i, c := range b.next {
			for range b.offer {
				_, state, ok := b.store.Read(i, &c, b.end[i])
				if !ok {
					break
				}
				b.expand(state)
			}
		}
	}
	return b.begin(Shards, room)
}

func (b *Breadth) Look(w, shard int) {
	p := b.worker(w, shard)
	if !b.started {
		b.started = p.start(&b.initial)
		return
	}
	c, done := &b.cursors[shard], uint64(0)
	for int(done) < b.offer && len(p.out.Buffer) < roundBytes && p.work > 0 {
		if c.state == nil {
			var ok bool
			if c.at, c.state, ok = b.store.Read(shard, &b.next[shard], b.end[shard]); !ok {
				break
			}
		}
		p.before = len(p.out.Buffer)
		if !p.look(c, &b.found[shard]) {
			break
		}
		*c = cursor{}
		done++
	}
	b.done[shard] = done
}

func (b *Breadth) Advance() bool {
	b.store.Flush(b.parts)
	for i, n := range b.done {
		b.looked += n
		b.done[i] = 0
	}
	if !b.started || b.looked < b.level {
		return true
	}
	first := b.level == 0
	for i := range b.end {
		b.store.Forget(i, b.next[i])
		b.end[i] = b.store.Last(i)
	}
	b.level = b.store.Len()
	if b.looked == b.level {
		return false
	}
	if !first {
		b.depth++
	}
	return true
}
