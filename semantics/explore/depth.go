package explore

import "context"

// depthFirst looks at the state found last first.
func (e *engine) depthFirst(ctx context.Context) {
	type waiting struct {
		at    ref
		depth int
	}
	var stack []waiting
	x := e.workers[0]
	x.out, x.found = &e.out[0], &e.found[0]
	before := e.done // records of the shards that are on the stack or off it again
	take := func(depth int) {
		for i, s := range e.shards {
			for s.more(&before[i]) {
				_, _, size := s.open(before[i].at())
				stack = append(stack, waiting{makeRef(i, before[i].at()), depth})
				before[i].skip(size)
			}
		}
	}
	for take(0); len(stack) > 0 && !e.stopped(ctx); {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		state := e.shards[w.at.shard()].record(w.at.at())
		a, rest := getID(state)
		b, _ := getID(rest)
		e.g.Expand(0, e.g.threads[0].controls[a])
		e.g.Expand(1, e.g.threads[1].controls[b])
		e.round++
		x.round = e.round
		x.state(w.at, state)
		e.note()
		e.looked++
		e.depth = max(e.depth, w.depth)
		e.insertAll()
		e.count()
		take(w.depth + 1)
		if e.round%(progressRounds*roundStates) == 0 {
			e.report()
		}
	}
}
