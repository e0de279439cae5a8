package semantics

import (
	"iter"

	"wobbly/il"
)

// Stack is a call stack s :: S of the paper, a non-empty list of frames with the current one at its
// head. Stacks are immutable and share their tails.
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

// State is ⟨S, h, L⟩, the state in which a command of one thread starts or ends.
type State struct {
	S *Stack
	H Heap
	L il.Level // the lock() without their unlock()
}

// Address is ⌊e⌋ of Definition 3.1 for a path e, if it is defined; it need not be in dom(h).
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

// Value is [[e]] of Definition 3.1, if it is defined.
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

// cell returns the address of a path if it is in dom(h): Figure 5's side condition of accesses.
func cell(e il.Expr, s Frame, h Heap) (Addr, bool) {
	a, ok := Address(e, s, h)
	if !ok {
		return Addr{}, false
	}
	_, ok = h.At(a)
	return a, ok
}
