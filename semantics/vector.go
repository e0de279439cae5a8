package semantics

import "slices"

// vector is a persistent array: set and append return a new vector that shares all but one path
// with the old one, which stays as it was. It is a tree of fan-out 16, so that both cost a few
// hundred bytes at any size. The zero vector is empty.
type vector[T any] struct {
	n     int
	depth uint // the number of levels of inner nodes above the leaves
	root  *vnode[T]
}

const (
	fanBits = 4
	fan     = 1 << fanBits
)

// vnode is a leaf with vals or an inner node with kids.
type vnode[T any] struct {
	kids []*vnode[T]
	vals []T
}

// vectorOf returns a vector of the elements of a list, which it keeps.
func vectorOf[T any](list []T) vector[T] {
	v := vector[T]{n: len(list)}
	var level []*vnode[T]
	for all := range slices.Chunk(list, fan) {
		level = append(level, &vnode[T]{vals: all})
	}
	for ; len(level) > 1; v.depth++ {
		var above []*vnode[T]
		for kids := range slices.Chunk(level, fan) {
			above = append(above, &vnode[T]{kids: kids})
		}
		level = above
	}
	if len(level) > 0 {
		v.root = level[0]
	}
	return v
}

func (v vector[T]) get(i int) T {
	node := v.root
	for level := v.depth; level > 0; level-- {
		node = node.kids[i>>(level*fanBits)&(fan-1)]
	}
	return node.vals[i&(fan-1)]
}

// set replaces the element at i, 0 <= i < v.n.
func (v vector[T]) set(i int, x T) vector[T] {
	v.root = v.root.put(v.depth, i, x)
	return v
}

func (v vector[T]) append(x T) vector[T] {
	if v.n == 1<<((v.depth+1)*fanBits) {
		v.root = &vnode[T]{kids: []*vnode[T]{v.root}}
		v.depth++
	}
	v.root = v.root.put(v.depth, v.n, x)
	v.n++
	return v
}

// put copies the path to position i below t, and grows it at its end if i is new. nil is empty.
func (t *vnode[T]) put(level uint, i int, x T) *vnode[T] {
	if t == nil {
		t = &vnode[T]{}
	}
	at := i >> (level * fanBits) & (fan - 1)
	if level == 0 {
		return &vnode[T]{vals: with(t.vals, at, x)}
	}
	var kid *vnode[T]
	if at < len(t.kids) {
		kid = t.kids[at]
	}
	return &vnode[T]{kids: with(t.kids, at, kid.put(level-1, i, x))}
}

// with copies xs with x at i, which may be len(xs).
func with[E any](xs []E, i int, x E) []E {
	ys := make([]E, max(len(xs), i+1))
	copy(ys, xs)
	ys[i] = x
	return slices.Clip(ys)
}
