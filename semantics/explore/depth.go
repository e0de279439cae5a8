package explore

import (
	"context"

	"wobbly/semantics/explore/canonical"
)

// depth is a depth-first search under way.
type depth struct {
	*engine
	stack []waiting
}

// waiting is a state that was not looked at yet, and how many steps it took.
type waiting struct {
	at    canonical.Ref
	depth int
}

func (p problem) depthFirst() strategy {
	d := &depth{engine: p.engine()}
	for i := range canonical.Shards {
		d.push(i, 0)
	}
	return d
}

// push puts the states of a shard on the stack that were met last.
func (d *depth) push(shard, steps int) {
	for end := d.store.Last(shard); ; {
		r, _, ok := d.store.Read(shard, &d.done[shard], end)
		if !ok {
			return
		}
		d.stack = append(d.stack, waiting{r, steps})
	}
}

// Next implements strategy: it looks at the state found last.
func (d *depth) Next(context.Context) bool {
	if len(d.stack) == 0 || d.full() {
		return false
	}
	last := len(d.stack) - 1
	w := d.stack[last]
	d.stack = d.stack[:last]
	state := d.store.State(w.at)
	d.expand(state)
	d.round++
	x := d.workers[0]
	x.out, x.found, x.depth, x.round = d.store.Outbox(0), &d.found[0], w.depth, d.round
	x.state(w.at, state)
	d.note()
	d.looked++
	d.depth = max(d.depth, w.depth)
	d.states += d.store.InsertAll(0, func(shard int) { d.push(shard, w.depth+1) })
	if d.round%(progressRounds*roundStates) == 0 {
		d.report()
	}
	return len(d.stack) > 0
}
