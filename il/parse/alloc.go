package parse

import (
	"wobbly/il"
	"wobbly/internal/recent"
)

// The sizes of a slab: the first of a file is small, so that a small file
// stays small, and each is twice as large as the one before.
const (
	firstSlab = 8
	largeSlab = 128
)

// slab hands out the elements of chunks, since one allocation of many nodes is
// cheaper than many of one.
type slab[T any] struct {
	chunk []T
	size  int
}

// take is a new zero T.
func (s *slab[T]) take() *T {
	if len(s.chunk) == 0 {
		s.grow(1)
	}
	t := &s.chunk[0]
	s.chunk = s.chunk[1:]
	return t
}

// placed is a new T with the value x.
func placed[T any](s *slab[T], x T) *T {
	t := s.take()
	*t = x
	return t
}

// copyOf is a copy of list that is exactly as long; nil of an empty one.
func (s *slab[T]) copyOf(list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	if n > len(s.chunk) {
		if n > largeSlab/4 {
			return append(make([]T, 0, n), list...)
		}
		s.grow(n)
	}
	out := s.chunk[:n:n]
	s.chunk = s.chunk[n:]
	copy(out, list)
	return out
}

func (s *slab[T]) grow(n int) {
	s.size = min(largeSlab, max(firstSlab, 2*s.size, n))
	s.chunk = make([]T, s.size)
}

// nodes are the slabs of one batch of declarations, one for each kind of node
// that comes in numbers.
type nodes struct {
	skips   slab[il.Skip]
	copies  slab[il.Copy]
	loads   slab[il.Load]
	stores  slab[il.Store]
	news    slab[il.New]
	locks   slab[il.Lock]
	unlocks slab[il.Unlock]
	ifs     slab[il.If]
	whiles  slab[il.While]
	calls   slab[il.Call]
	moves   slab[il.Move]
	newAts  slab[il.NewAt]
	syncs   slab[il.Synchronized]
	methods slab[il.Method]
	blocks  slab[il.Block]
	formals slab[il.Formal]
	exprs   slab[il.Expr]
	stmts   slab[il.Stmt]
	fields  fieldLists
}

// fieldLists shares the field lists of paths that were met lately. Expressions
// never change theirs.
type fieldLists struct {
	recent recent.Table[[]string]
	names  slab[string]
}

// of is the list of these names, which are joined by dots in key.
func (l *fieldLists) of(key string, names []string) []string {
	list, found := l.recent.At(key)
	if !found {
		*list = l.names.copyOf(names)
	}
	return *list
}
