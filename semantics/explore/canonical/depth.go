package canonical

import "context"

// A Depth expands the state that was found last. A round expands several states, one after the
// other; it ends early if one of them races, because pruning depends on that, or if there is no
// more room. Its methods are those of driver.Layout.
type Depth struct {
	*space
	next  [Shards]Cursor // the records up to here are on the stack, or were
	stack []pendingState
	here  cursor // the state that is expanded
	steps int    // its distance from the start
	room  int    // how many states may be added in the present round
	added int    // how many states were added in the present round
}

// A pendingState is a state that was not expanded yet, and its distance from the start.
type pendingState struct {
	at    Ref
	steps int
}

// NewDepth starts a depth-first search. It needs the states themselves, so it has no fingerprints.
func NewDepth(ctx context.Context, p Problem, o Options) *Depth {
	return &Depth{space: newSpace(ctx, p, o)}
}

func (d *Depth) Round(room int) int {
	d.room, d.added = room, 0
	return 1
}

// Look inserts the successors of a state before it expands another, so Fill has nothing to do.
func (d *Depth) Look(w, _ int) {
	for range roundStates {
		d.begin(1, d.room-d.added)
		x := d.worker(w, 0)
		switch {
		case !d.started:
			d.started = x.start(&d.initial)
			d.push(0)
		case d.pop():
			d.found[0].steps = d.steps
			done := x.look(&d.here, &d.found[0])
			d.push(d.steps + 1)
			if done {
				d.here = cursor{}
				d.looked++
			}
		default:
			return
		}
		if d.added >= d.room || len(d.found[0].fresh) > 0 || x.poll.Done() {
			return
		}
	}
}

// pop makes the state that was found last the one being expanded, unless there is one already. It
// reports whether there is one now.
func (d *Depth) pop() bool {
	last := len(d.stack) - 1
	if d.here.state != nil || last < 0 {
		return d.here.state != nil
	}
	top := d.stack[last]
	d.stack = d.stack[:last]
	d.here, d.steps = cursor{at: top.at, state: d.store.State(top.at)}, top.steps
	d.depth = max(d.depth, d.steps)
	d.expand(d.here.state)
	return true
}

// push inserts the posted states and pushes the new ones, which are steps away from the start.
func (d *Depth) push(steps int) {
	d.space.Plan()
	for _, i := range d.targets {
		n := d.store.Insert(i, 1)
		d.added += n
		for range n {
			at, _, _ := d.store.Read(i, &d.next[i], d.store.Last(i))
			d.stack = append(d.stack, pendingState{at, steps})
		}
	}
	d.store.Flush(1)
}

func (d *Depth) Plan() int { return 1 }

func (d *Depth) Fill(int, int, int) (added int, ok bool) { return d.added, true }

func (d *Depth) Advance() bool { return !d.started || d.here.state != nil || len(d.stack) > 0 }
