package section6

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// footprint is dom(h↓π) of Definition 6.2 with the values there: the cells of the prefixes of a
// path, shortest first.
type footprint struct {
	cells  []semantics.Addr
	values []semantics.Loc
}

// footprintOf returns h↓π for a path π, and reports whether ⌊π⌋ is defined and in dom(h).
func footprintOf(path il.Expr, s semantics.Frame, h semantics.Heap) (footprint, bool) {
	var f footprint
	object := s.At(path.Root)
	for _, field := range path.Fields {
		a := semantics.Addr{Loc: object, Field: field}
		v, ok := h.At(a)
		if !ok {
			return footprint{}, false
		}
		f.cells, f.values = append(f.cells, a), append(f.values, v)
		object = v
	}
	return f, len(f.cells) > 0
}

// holds reports whether l ∈ locn(h↓π).
func (f footprint) holds(l semantics.Loc) bool {
	return slices.ContainsFunc(f.cells, func(a semantics.Addr) bool { return a.Loc == l })
}

// disconnected checks Definition 6.3: no other variable and no cell outside the footprint refers to
// an object of the footprint. The error names one that does.
func (f footprint) disconnected(path il.Expr, s semantics.Frame, h semantics.Heap) error {
	for x, l := range s.Vars() {
		if x != path.Root && f.holds(l) {
			return fmt.Errorf("%s is not disconnected: %s holds %v", path, x, l)
		}
	}
	for a, l := range h.Cells() {
		if f.holds(l) && !slices.Contains(f.cells, a) {
			return fmt.Errorf("%s is not disconnected: %v holds %v", path, a, l)
		}
	}
	return nil
}

// acyclic checks Definition 6.4: no cell of the footprint leads back to the object of an earlier
// one, or to its own.
func (f footprint) acyclic(path il.Expr) error {
	for i, v := range f.values {
		for j := range i + 1 {
			if v == f.cells[j].Loc {
				return fmt.Errorf("%s is not acyclic: %v holds %v", path, f.cells[i], v)
			}
		}
	}
	return nil
}

// preserved checks Definition 6.5 from the state s, h to s2, h2, without its hypotheses: (2) to
// (4), and of (1) that the path is disconnected and acyclic in the second state if it is in the
// first. The error says what fails.
func preserved(path il.Expr, s, s2 semantics.Frame, h, h2 semantics.Heap) error {
	f, ok := footprintOf(path, s, h)
	if !ok {
		return fmt.Errorf("%s has no address at the start", path)
	}
	if l, l2 := s.At(path.Root), s2.At(path.Root); l != l2 {
		return fmt.Errorf("(2) %s held %v and holds %v", path.Root, l, l2)
	}
	f2, ok := footprintOf(path, s2, h2)
	if !ok {
		return fmt.Errorf("(3) %s has no address at the end", path)
	}
	for i, a := range f.cells {
		if a2 := f2.cells[i]; a != a2 {
			return fmt.Errorf("(3) the address of %s was %v and is %v",
				il.Path(path.Root, path.Fields[:i+1]...), a, a2)
		}
		// (4) follows for all cells except the last: the next address begins with the value.
	}
	if f.disconnected(path, s, h) == nil {
		if err := f2.disconnected(path, s2, h2); err != nil {
			return fmt.Errorf("(1) in the end %w", err)
		}
	}
	if f.acyclic(path) == nil {
		if err := f2.acyclic(path); err != nil {
			return fmt.Errorf("(1) in the end %w", err)
		}
	}
	return nil
}
