package compact

import (
	"cmp"
	"container/heap"
	"slices"

	"wobbly/internal/slice"
)

// search lists the words of an acyclic automaton, shortest first and words of one length in
// lexicographic order. Each state S has the distance to the end of its nearest word, so the search
// visits no unnecessary states.
type search[S any] struct {
	near  func(S) int32                      // fields to the nearest word; far for none
	below func(S, func(field int32, next S)) // transitions, in any order
	queue queue[found[S]]
}

// found is a state with a word that leads to it.
type found[S any] struct {
	root   int32 // rank of the word's root; 0 where there are none
	fields []int32
	state  S
	due    int32 // length of the nearest word through here
}

func newSearch[S any](near func(S) int32, below func(S, func(field int32, next S))) *search[S] {
	less := func(a, b *found[S]) bool {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.root, b.root),
			slices.Compare(a.fields, b.fields)) < 0
	}
	return &search[S]{near: near, below: below, queue: queue[found[S]]{less: less}}
}

// add queues a state, to which fields lead from a root, if a word ends at or below it.
func (s *search[S]) add(root int32, fields []int32, state S) {
	if near := s.near(state); near < far {
		s.queue.push(found[S]{
			root: root, fields: fields, state: state, due: int32(len(fields)) + near,
		})
	}
}

// next returns the state of the next word, false at the end.
func (s *search[S]) next() (found[S], bool) {
	for s.queue.Len() > 0 {
		f := s.queue.pop()
		s.below(f.state, func(field int32, to S) {
			s.add(f.root, append(slices.Clip(slices.Clone(f.fields)), field), to)
		})
		if int(f.due) == len(f.fields) {
			return f, true
		}
	}
	return found[S]{}, false
}

// queue is a priority queue, in which the least item comes first.
type queue[T any] struct {
	items []T
	less  func(a, b *T) bool
}

func (q *queue[T]) push(x T) { heap.Push(q, x) }

// pop removes the least item and returns it. The queue must not be empty.
func (q *queue[T]) pop() T { return heap.Pop(q).(T) }

// The methods of heap.Interface, for package heap alone.

func (q *queue[T]) Len() int           { return len(q.items) }
func (q *queue[T]) Less(i, j int) bool { return q.less(&q.items[i], &q.items[j]) }
func (q *queue[T]) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue[T]) Push(x any)         { q.items = append(q.items, x.(T)) }

func (q *queue[T]) Pop() any {
	last := len(q.items) - 1
	x := q.items[last]
	q.items = slice.Delete(q.items, last)
	return x
}
