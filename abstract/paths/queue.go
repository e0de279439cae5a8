package paths

// Queue is a priority queue of numbered states: fewest steps first, and among these the least
// number. It does not use container/heap, which allocates for each state.
type Queue struct{ waiting []entry }

type entry struct{ steps, state int }

func (e entry) before(y entry) bool {
	return e.steps < y.steps || e.steps == y.steps && e.state < y.state
}

func (q *Queue) Put(steps, state int) {
	q.waiting = append(q.waiting, entry{steps, state})
	for i := len(q.waiting) - 1; i > 0; {
		above := (i - 1) / 2
		if !q.waiting[i].before(q.waiting[above]) {
			return
		}
		q.waiting[i], q.waiting[above] = q.waiting[above], q.waiting[i]
		i = above
	}
}

// First returns the next state without removing it. The queue must not be empty.
func (q *Queue) First() int { return q.waiting[0].state }

// Next removes the next state and returns it. The queue must not be empty.
func (q *Queue) Next() int {
	next := q.waiting[0].state
	last := len(q.waiting) - 1
	q.waiting[0] = q.waiting[last]
	q.waiting = q.waiting[:last]
	for i := 0; ; {
		below := 2*i + 1
		if below+1 < last && q.waiting[below+1].before(q.waiting[below]) {
			below++
		}
		if below >= last || !q.waiting[below].before(q.waiting[i]) {
			return next
		}
		q.waiting[i], q.waiting[below] = q.waiting[below], q.waiting[i]
		i = below
	}
}

// Clear removes all states and keeps the room for them.
func (q *Queue) Clear() { q.waiting = q.waiting[:0] }

func (q *Queue) Empty() bool { return len(q.waiting) == 0 }
