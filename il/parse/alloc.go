package parse

import (
	"runtime"
	"slices"

	"wobbly/il"
	"wobbly/internal/recent"
)

// The first chunk is small, for small programs, and each is twice as large as the one before.
const (
	minChunk = 8
	maxChunk = 128
)

// small is set on the page, where a copy of slab's code for each type of node would be too large.
const small = runtime.GOARCH == "wasm"

// slab allocates nodes in chunks, which is cheaper than one by one.
type slab[T any] struct {
	chunk []T // its unused part
	size  int
}

func (s *slab[T]) node(x T) *T {
	if small {
		t := new(T)
		*t = x
		return t
	}
	if len(s.chunk) == 0 {
		s.grow(1)
	}
	t := &s.chunk[0]
	s.chunk = s.chunk[1:]
	*t = x
	return t
}

// copyOf returns a copy of a list, without room to append to it, and nil for an empty one. A long
// list that the chunk has no room for is allocated on its own, so that the rest is not wasted.
func (s *slab[T]) copyOf(list []T) []T {
	n := len(list)
	switch {
	case n == 0:
		return nil
	case small, n > len(s.chunk) && n > maxChunk/4:
		return slices.Clone(list)
	case n > len(s.chunk):
		s.grow(n)
	}
	out := s.chunk[:n:n]
	s.chunk = s.chunk[n:]
	copy(out, list)
	return out
}

// grow replaces the chunk by a new one with room for at least n.
func (s *slab[T]) grow(n int) {
	s.size = min(maxChunk, max(minChunk, 2*s.size, n))
	s.chunk = make([]T, s.size)
}

// nodes allocates the parts of trees, each type in a slab of its own.
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
	stmts   slab[il.Stmt]
	exprs   slab[il.Expr]
	params  slab[il.Formal]
	fields  fieldLists
}

// fieldLists is a small cache of field lists, which expressions share because they never change.
type fieldLists struct {
	recent recent.Table[[]string]
	names  slab[string]
}

// list returns the list of these names, which are written as key.
func (f *fieldLists) list(key string, names []string) []string {
	list, found := f.recent.At(key)
	if !found {
		*list = f.names.copyOf(names)
	}
	return *list
}
