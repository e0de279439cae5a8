package explore

import (
	"context"

	"wobbly/semantics/explore/canonical"
)

// depth is a depth-first search under way.
type depth struct {
	*engine
	stack []waiting
	left  visit // the state that is looked at
	steps int   // to it
}

// waiting is a state that was not looked at yet, and how many steps it took.
type waiting struct {
	at    canonical.Ref
	depth int
}

func (p problem) depthFirst(ctx context.Context) strategy {
	d := &depth{engine: p.engine(ctx)}
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
	if d.full() || d.left.state == nil && !d.pop() {
		return false
	}
	d.round++
	x := d.workers[0]
	x.out, x.found, x.depth, x.round, x.work = d.store.Outbox(0), &d.found[0], d.steps, d.round, d.mayMake()
	done := x.state(&d.left)
	d.note()
	d.states += d.store.InsertAll(0, func(shard int) { d.push(shard, d.steps+1) })
	if done {
		d.left = visit{}
		d.looked++
	}
	if d.round%(progressRounds*roundStates) == 0 {
		d.report()
	}
	return !done || len(d.stack) > 0
}

// pop takes the state found last from the stack, if there is one.
func (d *depth) pop() bool {
	last := len(d.stack) - 1
	if last < 0 {
		return false
	}
	w := d.stack[last]
	d.stack = d.stack[:last]
	d.left, d.steps = visit{at: w.at, state: d.store.State(w.at)}, w.depth
	d.expand(d.left.state)
	d.depth = max(d.depth, d.steps)
	return true
}
