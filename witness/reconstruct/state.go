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

// object names the i-th initial object, counted from 1.
func object(i int) string {
	if i < len(objects) {
		return objects[i]
	}
	return "o" + strconv.Itoa(i)
}

// objects are the names of the first ones.
var objects = func() (names [32]string) {
	for i := range names {
		names[i] = "o" + strconv.Itoa(i)
	}
	return names
}()

// backbones is what is special in an initial state: objects in a row, of which
// each holds the next one.
type backbones struct {
	links []link    // of o1, o2, ...: which field holds which object
	heads [2]int    // what the roots of the left and the right path hold
	cell  [2]string // the last cell: that of the race unless it is Loose
}

// link is a cell of a backbone. The last object of one has none, and field is
// empty.
type link struct {
	field string
	to    int
}

// stateOf chooses the backbones for a report.
func stateOf(r abstract.Report) backbones {
	left := r.Left.Path.Fields()
	if r.Rest == 0 { // both have the same fields
		return oneBackbone(left)
	}
	right := r.Right.Path.Fields()
	if slices.Equal(left, right) {
		return oneBackbone(left)
	}
	rest := r.Rest
	if !r.Loose { // whatever else is stable, all but the last field is
		rest = 1
	}
	return twoBackbones(left[:len(left)-rest], right[:len(right)-rest], left[len(left)-1])
}

// oneBackbone is that of Theorems 1 and 2 for paths with the fields f1 ... fk:
// o1 ... ok.
func oneBackbone(fields []string) backbones {
	k := len(fields)
	s := backbones{links: make([]link, 0, k+1), heads: [2]int{1, 1}, cell: [2]string{object(k), fields[k-1]}}
	for i, f := range fields[:k-1] {
		s.links = append(s.links, link{f, i + 2})
	}
	s.links = append(s.links, link{})
	return s
}

// twoBackbones is those of Theorem 2m along q1 and q2, which have only the last
// object in common; it comes last.
func twoBackbones(q1, q2 []string, last string) backbones {
	meet := len(q1) + len(q2) + 1
	s := backbones{links: make([]link, 0, meet+1), cell: [2]string{object(meet), last}}
	for i, p := range [2][]string{q1, q2} {
		s.heads[i] = meet
		if len(p) > 0 {
			s.heads[i] = len(s.links) + 1
		}
		for _, f := range p {
			s.links = append(s.links, link{f, len(s.links) + 2})
		}
		if len(p) > 0 {
			s.links[len(s.links)-1].to = meet
		}
	}
	s.links = append(s.links, link{})
	return s
}

// specialState is the initial state with these backbones and one object more, the
// sink: it is held by all other cells and formals.
func (b *Builder) specialState(ends [2]end, s backbones) witness.Init {
	n := len(s.links) + 1
	sink := object(n)
	init := witness.Init{Objects: make([]string, 0, n), Cells: make([][3]string, 0, n*len(b.core.Fields))}
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

// end is one side of a report: a site that is reached from a unit, and the path
// that is accessed there in terms of the unit.
type end struct {
	unit *il.Unit
	site il.Site
	path abstract.Expr
}

// endOf is that of a side.
func endOf(s abstract.Side) end { return end{s.Unit, il.Site{At: s.At, Kind: s.Kind}, s.Path} }

// formals binds the root of the reported path to the head of its backbone, and
// all other formals to the sink.
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

// racingObject executes the steps of a witness, which has no runs, and gives
// the object that thread A then addresses. Where that is impossible, which
// package check will tell, it is the object that the witness names.
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
