package compact

import (
	"cmp"
	"container/heap"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
)

// search lists the words of an acyclic automaton shortest first, words of one
// length in lexicographic order, without visiting what it does not list. Each
// automaton state S knows how far the nearest word below it is, so a state is
// only unfolded when a word of the length then due lies below it.
type search[S any] struct {
	near  func(S) int32                      // fields to the nearest word; far for none
	below func(S, func(field int32, next S)) // transitions, any order
	queue searchQueue[S]
}

// found is a state on the search's frontier, with the word that leads to it.
type found[S any] struct {
	root   int32 // rank of the word's root; 0 where there are none
	fields []int32
	state  S
	due    int32 // length of the nearest word through here
}

type searchQueue[S any] []found[S]

func (q searchQueue[S]) Len() int      { return len(q) }
func (q searchQueue[S]) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *searchQueue[S]) Push(x any)   { *q = append(*q, x.(found[S])) }

func (q searchQueue[S]) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.root, b.root), slices.Compare(a.fields, b.fields)) < 0
}

func (q *searchQueue[S]) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = found[S]{}
	*q = (*q)[:last]
	return x
}

// add puts a state on the frontier unless no word lies below it.
func (s *search[S]) add(root int32, fields []int32, state S) {
	if near := s.near(state); near < far {
		heap.Push(&s.queue, found[S]{root, fields, state, int32(len(fields)) + near})
	}
}

// next is the next word's state, and false at the end.
func (s *search[S]) next() (found[S], bool) {
	for s.queue.Len() > 0 {
		f := heap.Pop(&s.queue).(found[S])
		s.below(f.state, func(field int32, to S) {
			s.add(f.root, append(slices.Clip(slices.Clone(f.fields)), field), to)
		})
		if int(f.due) == len(f.fields) {
			return f, true
		}
	}
	return found[S]{}, false
}

// Run analyses a program in the shared form, or as sets where only the set form
// knows how: with a literal reading, with a clause switched off, in a mode of
// which there is no shared form, or if the program is recursive. An error says that a limit was reached.
func Run(core *il.Core, opts abstract.Options) (abstract.Result, error) {
	if asSets(core, opts) {
		s, err := abstract.AnalyzeSets(core, opts)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	a, err := Analyze(core, opts)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// asSets tells whether the shared form cannot answer.
func asSets(core *il.Core, opts abstract.Options) bool {
	_, shared := forms[opts.Mode]
	return !shared || opts.Literal != 0 || opts.Without != 0 || core.Recursive
}
