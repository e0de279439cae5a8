package paths

import "container/heap"

// Queue is states by their numbers, that with the fewest steps first, and the oldest of
// several: the one with the least number.
type Queue struct{ waiting entries }

// entry is a state that waits.
type entry struct{ steps, state int }

// Put lets a state wait.
func (q *Queue) Put(steps, state int) { heap.Push(&q.waiting, entry{steps, state}) }

// First is the state that comes next. There is one.
func (q *Queue) First() int { return q.waiting[0].state }

// Next takes the state that comes next. There is one.
func (q *Queue) Next() int { return heap.Pop(&q.waiting).(entry).state }

// Empty tells whether no state waits.
func (q *Queue) Empty() bool { return len(q.waiting) == 0 }

// entries are a heap of package heap.
type entries []entry

// Len implements heap.Interface.
func (x entries) Len() int { return len(x) }

// Less implements heap.Interface.
func (x entries) Less(i, j int) bool {
	if x[i].steps != x[j].steps {
		return x[i].steps < x[j].steps
	}
	return x[i].state < x[j].state
}

// Swap implements heap.Interface.
func (x entries) Swap(i, j int) { x[i], x[j] = x[j], x[i] }

// Push implements heap.Interface.
func (x *entries) Push(e any) { *x = append(*x, e.(entry)) }

// Pop implements heap.Interface.
func (x *entries) Pop() any {
	last := len(*x) - 1
	e := (*x)[last]
	*x = (*x)[:last]
	return e
}
