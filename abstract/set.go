package abstract

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"wobbly/internal/slice"
)

// Set is a finite set: the elements of a component of an abstract state. Small sets, the most
// common ones, are searched linearly. A nil Set is empty and read-only. The order of iteration is
// not specified.
type Set[E comparable] struct {
	few  []E
	many map[E]bool // all elements; nil while there are at most manyElements
}

// manyElements is the number of elements up to which they are searched linearly.
const manyElements = 16

func SetOf[E comparable](elements ...E) *Set[E] {
	s := new(Set[E])
	for _, e := range elements {
		s.Add(e)
	}
	return s
}

func (s *Set[E]) Len() int {
	switch {
	case s == nil:
		return 0
	case s.many != nil:
		return len(s.many)
	default:
		return len(s.few)
	}
}

func (s *Set[E]) Has(e E) bool {
	switch {
	case s == nil:
		return false
	case s.many != nil:
		return s.many[e]
	default:
		return slices.Contains(s.few, e)
	}
}

func (s *Set[E]) Add(e E) {
	const first = 4 // elements that have room in a new set
	switch {
	case s.many != nil:
		s.many[e] = true
	case slices.Contains(s.few, e):
	case len(s.few) < manyElements:
		if s.few == nil {
			s.few = make([]E, 0, first)
		}
		s.few = append(s.few, e)
	default:
		s.many = make(map[E]bool, 2*manyElements)
		for _, x := range s.few {
			s.many[x] = true
		}
		s.many[e], s.few = true, nil
	}
}

func (s *Set[E]) Remove(e E) {
	if s.many != nil {
		delete(s.many, e)
		return
	}
	if i, last := slices.Index(s.few, e), len(s.few)-1; i >= 0 {
		s.few[i], s.few = s.few[last], s.few[:last]
	}
}

func (s *Set[E]) AddAll(o *Set[E]) {
	for e := range o.All() {
		s.Add(e)
	}
}

func (s *Set[E]) Within(o *Set[E]) bool {
	for e := range s.All() {
		if !o.Has(e) {
			return false
		}
	}
	return true
}

func (s *Set[E]) Equal(o *Set[E]) bool { return s.Len() == o.Len() && s.Within(o) }

// All visits each element once. The set must not change meanwhile.
func (s *Set[E]) All() iter.Seq[E] {
	return func(yield func(E) bool) {
		if s == nil {
			return
		}
		for _, e := range s.few {
			if !yield(e) {
				return
			}
		}
		for e := range s.many {
			if !yield(e) {
				return
			}
		}
	}
}

func (s *Set[E]) Sorted(compare func(a, b E) int) []E {
	all := make([]E, 0, s.Len())
	for e := range s.All() {
		all = append(all, e)
	}
	slice.Sort(all, compare)
	return all
}

func (s *Set[E]) String() string {
	return fmt.Sprint(s.Sorted(func(a, b E) int {
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	}))
}
