package semantics

import (
	"cmp"
	"iter"
	"slices"

	"wobbly/il"
)

// Frame is a stack s: Var → Loc ∪ {nil} of the paper. It is s_nil but for the
// variables that have been given a value. Frames are immutable values.
type Frame struct {
	bindings []binding // sorted by variable
}

type binding struct {
	name string
	loc  Loc
}

func (s Frame) find(x string) (int, bool) {
	return slices.BinarySearchFunc(s.bindings, x, func(b binding, x string) int {
		return cmp.Compare(b.name, x)
	})
}

// At is s(x); nil where x has no value yet.
func (s Frame) At(x string) Loc {
	if i, ok := s.find(x); ok {
		return s.bindings[i].loc
	}
	return Nil
}

// Assigned tells whether x has been given a value.
func (s Frame) Assigned(x string) bool {
	_, ok := s.find(x)
	return ok
}

// With is s[x ↦ l].
func (s Frame) With(x string, l Loc) Frame {
	i, ok := s.find(x)
	if ok {
		return Frame{with(s.bindings, i, binding{x, l})}
	}
	return Frame{slices.Insert(slices.Clip(s.bindings), i, binding{x, l})}
}

// Vars visits the variables that have been given a value, sorted.
func (s Frame) Vars() iter.Seq2[string, Loc] {
	return func(yield func(string, Loc) bool) {
		for _, b := range s.bindings {
			if !yield(b.name, b.loc) {
				return
			}
		}
	}
}

// Stack is a call stack s :: S of the paper, a non-empty list of frames with
// the current one at its head. Stacks are immutable and share their tails.
type Stack struct {
	Top  Frame
	Rest *Stack // nil below the last frame
}

// Frames visits the frames, the current one first.
func (s *Stack) Frames() iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		for ; s != nil; s = s.Rest {
			if !yield(s.Top) {
				return
			}
		}
	}
}

// State is ⟨S, h, L⟩, what a command of one thread starts from and ends in.
type State struct {
	S *Stack
	H Heap
	L int // how many lock() are without their unlock()
}

// Address is ⌊e⌋ of Definition 3.1 for a path e, and whether it is defined.
// A defined address need not be in dom(h).
//
//	⌊x.f⌋ = (s(x), f)        ⌊π.f⌋ = (h(⌊π⌋), f)
//
// A variable has no address.
func Address(e il.Expr, s Frame, h Heap) (Addr, bool) {
	if e.IsVar() {
		return Addr{}, false
	}
	a := Addr{s.At(e.Root), e.Fields[0]}
	for _, f := range e.Fields[1:] {
		l, ok := h.At(a)
		if !ok {
			return Addr{}, false
		}
		a = Addr{l, f}
	}
	return a, true
}

// Value is [[e]] of Definition 3.1, and whether it is defined.
//
//	[[x]] = s(x)        [[π]] = h(⌊π⌋)
func Value(e il.Expr, s Frame, h Heap) (Loc, bool) {
	if e.IsVar() {
		return s.At(e.Root), true
	}
	a, ok := Address(e, s, h)
	if !ok {
		return Nil, false
	}
	return h.At(a)
}

// cell is the address of a path where it is in dom(h): the side condition of
// Figure 5's rules for loads and stores.
func cell(e il.Expr, s Frame, h Heap) (Addr, bool) {
	a, ok := Address(e, s, h)
	if !ok {
		return Addr{}, false
	}
	_, ok = h.At(a)
	return a, ok
}
