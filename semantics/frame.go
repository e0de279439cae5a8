package semantics

import (
	"cmp"
	"iter"
	"slices"

	"wobbly/internal/slice"
)

// Frame is a stack s: Var → Loc ∪ {nil} of the paper. It is s_nil except for the variables that
// have been assigned. Frames are immutable: With returns a new one, which shares all but one path
// of its tree with the old one.
type Frame struct {
	few  []binding // sorted by variable
	many *bindings // instead of few, if there are more than maxFew
}

type binding struct {
	name string
	loc  Loc
}

// maxFew is the maximal number of variables in a leaf, and of children of a node.
const maxFew = 32

// bindings is a node of a tree that is sorted by variable: a leaf, or an inner node with children.
type bindings struct {
	first string // the least variable
	n     int    // the number of variables below
	few   []binding
	kids  []*bindings
}

func leaf(few []binding) *bindings { return &bindings{first: few[0].name, n: len(few), few: few} }

func inner(kids []*bindings) *bindings {
	t := &bindings{first: kids[0].first, kids: kids}
	for _, kid := range kids {
		t.n += kid.n
	}
	return t
}

// kid returns the child whose subtree has a variable.
func (b *bindings) kid(x string) int {
	byFirst := func(kid *bindings, x string) int { return cmp.Compare(kid.first, x) }
	i, ok := slices.BinarySearchFunc(b.kids, x, byFirst)
	if ok || i == 0 {
		return i
	}
	return i - 1
}

// with returns the tree with a variable bound, as one node, or as two if one would be too wide.
func (b *bindings) with(x string, l Loc) (left, right *bindings) {
	if b.kids == nil {
		few := bind(b.few, x, l)
		if len(few) <= maxFew {
			return leaf(few), nil
		}
		return leaf(few[:len(few)/2]), leaf(few[len(few)/2:])
	}
	i := b.kid(x)
	kids := slices.Clone(b.kids)
	kid, next := b.kids[i].with(x, l)
	if kids[i] = kid; next != nil {
		kids = slice.Insert(kids, i+1, next)
	}
	if len(kids) <= maxFew {
		return inner(kids), nil
	}
	return inner(kids[:len(kids)/2]), inner(kids[len(kids)/2:])
}

// leaf returns the leaf of a variable, if it has a value.
func (f Frame) leaf(x string) []binding {
	if f.many == nil {
		return f.few
	}
	t := f.many
	for t.kids != nil {
		t = t.kids[t.kid(x)]
	}
	return t.few
}

// find returns the index of a variable, or the one where it belongs, and whether it is there.
func find(few []binding, x string) (int, bool) {
	byName := func(b binding, x string) int { return cmp.Compare(b.name, x) }
	return slices.BinarySearchFunc(few, x, byName)
}

// bind returns few with x bound to l.
func bind(few []binding, x string, l Loc) []binding {
	i, ok := find(few, x)
	if ok {
		return with(few, i, binding{x, l})
	}
	return slice.Insert(slices.Clip(few), i, binding{x, l})
}

// At is s(x); nil if x has no value yet.
func (f Frame) At(x string) Loc {
	few := f.leaf(x)
	if i, ok := find(few, x); ok {
		return few[i].loc
	}
	return Nil
}

// Assigned reports whether x has been given a value.
func (f Frame) Assigned(x string) bool {
	_, ok := find(f.leaf(x), x)
	return ok
}

// With is s[x ↦ l].
func (f Frame) With(x string, l Loc) Frame {
	if f.many == nil {
		few := bind(f.few, x, l)
		if len(few) <= maxFew {
			return Frame{few: few}
		}
		return Frame{many: inner([]*bindings{leaf(few)})}
	}
	left, right := f.many.with(x, l)
	if right != nil {
		left = inner([]*bindings{left, right})
	}
	return Frame{many: left}
}

// frameOf returns the frame of some variables, sorted and without duplicates. It keeps the list.
func frameOf(all []binding) (s Frame) {
	if len(all) <= maxFew {
		return Frame{few: all}
	}
	for _, b := range all {
		s = s.With(b.name, b.loc)
	}
	return s
}

func (f Frame) len() int {
	if f.many != nil {
		return f.many.n
	}
	return len(f.few)
}

// Vars visits the variables that have been given a value, sorted.
func (f Frame) Vars() iter.Seq2[string, Loc] {
	return func(yield func(string, Loc) bool) {
		if f.many != nil {
			f.many.each(yield)
			return
		}
		each(f.few, yield)
	}
}

func each(few []binding, yield func(string, Loc) bool) bool {
	for _, b := range few {
		if !yield(b.name, b.loc) {
			return false
		}
	}
	return true
}

// each visits the bindings below a node, until yield returns false.
func (b *bindings) each(yield func(string, Loc) bool) bool {
	for _, kid := range b.kids {
		if !kid.each(yield) {
			return false
		}
	}
	return each(b.few, yield)
}
