package semantics

import (
	"fmt"
	"slices"
)

// clause is a part of Definition 5.2 in the corrected reading.
type clause string

// The clauses, in the order in which WellBehaved looks at them.
const (
	clauseFullHeap     clause = "every object has every field"
	clauseClosedHeap   clause = "every cell holds an object"
	clauseFormals      clause = "every formal has a value"
	clauseClosedStacks clause = "every variable that has a value holds an object"
)

// violation says where a configuration is not well-behaved.
type violation struct {
	Clause clause
	Where  string // "o1.f", "A.x", or a deeper frame as in "A.x at depth 2"
}

func (v *violation) Error() string {
	return fmt.Sprintf("not well-behaved: %s, but not %s", v.Clause, v.Where)
}

// WellBehaved is Definition 5.2 with correction G10. It returns nil, or a *violation of the first
// clause that fails:
//
//	h is full;
//	h(α) ∈ locn(h) for each α ∈ dom(h);
//	s(x) ∈ locn(h) for each frame s of both stacks, and each x that is a
//	formal of the frame's unit or has been given a value.
//
// Locals without a value hold nil. That they are not read before they get one is assumption A3
// about programs, not about states.
func WellBehaved(k Config) error {
	for l := Loc(1); k.H.Has(l); l++ {
		for _, f := range k.H.Fields() {
			a := Addr{l, f}
			switch v, ok := k.H.At(a); {
			case !ok:
				return &violation{clauseFullHeap, a.String()}
			case !k.H.Has(v):
				return &violation{clauseClosedHeap, a.String()}
			}
		}
	}
	for _, i := range Tids {
		if err := wellBehavedStack(k, i); err != nil {
			return err
		}
	}
	return nil
}

func wellBehavedStack(k Config, i Tid) error {
	t := k.Threads[i]
	units := slices.Collect(t.Point.Activations())
	depth := 0
	for s := range t.S.Frames() {
		if depth == len(units) {
			panic("semantics: more frames than units being executed")
		}
		for _, x := range units[depth].Unit.Formals {
			if !s.Assigned(x) {
				return &violation{clauseFormals, variableName(i, x, depth)}
			}
		}
		for x, l := range s.Vars() {
			if !k.H.Has(l) {
				return &violation{clauseClosedStacks, variableName(i, x, depth)}
			}
		}
		depth++
	}
	return nil
}

// variableName names variable x of the frame depth calls below thread i's current one.
func variableName(i Tid, x string, depth int) string {
	if depth == 0 {
		return i.String() + "." + x
	}
	return fmt.Sprintf("%s.%s at depth %d", i, x, depth)
}
