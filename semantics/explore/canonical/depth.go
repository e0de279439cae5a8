package canonical

import (
	"context"
)

// Depth is a space in which the state found last is looked at next.
type Depth struct {
	*space
	next  [Shards]Cursor // records up to here are on the stack, or were
	stack []waiting
	here  cursor // the state that is looked at
	steps int    // to it
	done  bool   // with it
}

// waiting is a state that was not looked at yet, and how many steps it took.
type waiting struct {
	at    Ref
	steps int
}

// NewDepth begins a depth-first search. It keeps states, so it has no fingerprints.
func NewDepth(ctx context.Context, p Problem, o Options) *Depth {
	return &Depth{space: newSpace(ctx, p, o)}
}

// Round implements driver.Layout: it is about one state.
func (d *Depth) Round(room int) int {
	if last := len(d.stack) - 1; d.started && d.here.state == nil {
		w := d.stack[last]
		d.stack = d.stack[:last]
		d.here = cursor{at: w.at, state: d.store.State(w.at)}
		d.steps = w.steps
		d.depth = max(d.depth, d.steps)
		d.expand(d.here.state)
	}
	return d.begin(1, room)
}

// Look implements driver.Layout.
func (d *Depth) Look(w, _ int) {
	p := d.poster(w, 0)
	d.found[0].steps = d.steps
	if d.started {
		d.done = p.look(&d.here, &d.found[0])
	} else {
		d.started = p.start(&d.initial)
	}
}

// Plan implements driver.Layout: all shards are one part, since the order of the stack is theirs.
func (d *Depth) Plan() int { return min(1, d.space.Plan()) }

// Fill implements driver.Layout: new states are put on the stack.
func (d *Depth) Fill(int, int, int) (added int, ok bool) {
	steps := d.steps
	if d.here.state != nil {
		steps++
	}
	for _, i := range d.targets {
		n := d.store.Insert(i, 1)
		added += n
		for range n {
			at, _, _ := d.store.Read(i, &d.next[i], d.store.Last(i))
			d.stack = append(d.stack, waiting{at, steps})
		}
	}
	return added, true
}

// Advance implements driver.Layout.
func (d *Depth) Advance() bool {
	d.store.Flush(1)
	if d.done {
		d.here, d.done = cursor{}, false
		d.looked++
	}
	return !d.started || d.here.state != nil || len(d.stack) > 0
}
