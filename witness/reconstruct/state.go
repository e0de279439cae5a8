package reconstruct

import (
	"math"
	"slices"
	"strconv"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// object returns the name of the i-th initial object, from 1.
func object(i int) string {
	if i < len(objects) {
		return objects[i]
	}
	return "o" + strconv.Itoa(i)
}

// objects are the names of the first objects, which every witness needs.
var objects = func() (names [32]string) {
	for i := range names {
		names[i] = "o" + strconv.Itoa(i)
	}
	return names
}()

// backbones are the objects of an initial state except the sink: one row or two, in which each
// object holds the next one.
type backbones struct {
	links []link    // the links of o1, o2, ... in this order
	heads [2]int    // the objects that the roots of the left and of the right path hold
	cell  [2]string // the last cell of the paths, which is that of the race unless it is Loose
}

// link is the cell of a backbone object that refers to the next one. The last object of a backbone
// has an empty link.
type link struct {
	field string
	to    int
}

// stateOf returns the backbones for a report.
func stateOf(r abstract.Report) backbones {
	left, right := r.Left.Path.Fields(), r.Right.Path.Fields()
	if r.Rest == 0 || slices.Equal(left, right) {
		return oneBackbone(left)
	}
	rest := r.Rest
	if !r.Loose {
		rest = 1 // both paths are stable, so the backbones can meet just before the last field
	}
	return twoBackbones(left[:len(left)-rest], right[:len(right)-rest], left[len(left)-1])
}

// oneBackbone returns the backbone o1, ..., ok of Theorems 1 and 2 for paths with the fields f1,
// ..., fk.
func oneBackbone(fields []string) backbones {
	k := len(fields)
	s := backbones{
		links: make([]link, 0, k+1), heads: [2]int{1, 1},
		cell: [2]string{object(k), fields[k-1]},
	}
	for i, f := range fields[:k-1] {
		s.links = append(s.links, link{f, i + 2})
	}
	s.links = append(s.links, link{})
	return s
}

// twoBackbones returns the backbones of Theorem 2m along the fields q1 and q2. Their only common
// object is the last one of both, which has the greatest number. If q1 or q2 is empty, its root
// holds that object. The last field of the paths is last.
func twoBackbones(q1, q2 []string, last string) backbones {
	meet := len(q1) + len(q2) + 1
	s := backbones{links: make([]link, 0, meet+1), cell: [2]string{object(meet), last}}
	for i, q := range [2][]string{q1, q2} {
		s.heads[i] = meet
		if len(q) > 0 {
			s.heads[i] = len(s.links) + 1
		}
		for _, f := range q {
			s.links = append(s.links, link{f, len(s.links) + 2})
		}
		if len(q) > 0 {
			s.links[len(s.links)-1].to = meet
		}
	}
	s.links = append(s.links, link{})
	return s
}

// specialState returns the initial state with these backbones and a sink, to which all other cells
// and formals refer.
func (b *Builder) specialState(ends [2]end, s backbones) witness.Init {
	n := len(s.links) + 1
	sink := object(n)
	init := witness.Init{
		Objects: make([]string, 0, n),
		Cells:   make([][3]string, 0, n*len(b.core.Fields)),
	}
	for i, l := range append(s.links, link{}) {
		name := object(i + 1)
		init.Objects = append(init.Objects, name)
		for _, f := range b.core.Fields {
			holds := sink
			if f == l.field {
				holds = object(l.to)
			}
			init.Cells = append(init.Cells, [3]string{name, f, holds})
		}
	}
	init.A = ends[0].formals(object(s.heads[0]), sink)
	init.B = ends[1].formals(object(s.heads[1]), sink)
	return init
}

// end is the access at the end of one thread: its unit, its site, and its path in terms of the
// unit.
type end struct {
	unit *il.Unit
	site il.Site
	path abstract.Expr
}

func endOf(s abstract.Side) end {
	return end{unit: s.Unit, site: il.Site{At: s.At, Kind: s.Kind}, path: s.Path}
}

// formals returns the stack in which the root of the path holds head, the first object of its
// backbone, and all other formals hold the sink.
func (e end) formals(head, sink string) witness.Stack {
	list, root := make([]witness.Bound, 0, len(e.unit.Formals)), e.path.Root()
	for _, f := range e.unit.Formals {
		holds := sink
		if f == root {
			holds = head
		}
		list = append(list, witness.Bound{Formal: f, Object: holds})
	}
	return witness.NewStack(list)
}

// racingObject executes the steps of a witness, which has no runs, and returns the object that
// thread A addresses next. If the steps cannot be executed, it returns the object that the witness
// names: package check will refuse the witness.
func (b *Builder) racingObject(w *witness.Witness) string {
	x, err := execution.Follow(b.core, w, math.MaxInt)
	if err != nil {
		return w.Race.Cell[0]
	}
	a, ok := semantics.NextAccess(x.Last(), semantics.A)
	if !ok {
		return w.Race.Cell[0]
	}
	return execution.ObjectOf(x.Init, a.Cell.Loc)
}
