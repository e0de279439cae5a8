package chord

import (
	"slices"

	"wobbly/abstract/lattice"
)

// escape is E, the thread-escape analysis: what may be shared between threads
// is what the harness makes, which is passed to both, and what can be reached
// from it through fields.
//
//	E(h)  :- h is made by the harness.
//	E(h') :- E(h), H(h, f, h').
type escape struct {
	shared lattice.Subset
	from   []int32 // of each object the node of H by which it was first reached; -1 of none
	owner  []int32 // of each object the object of that node
}

func (p *points) escape() *escape {
	e := &escape{from: make([]int32, len(p.objects)), owner: make([]int32, len(p.objects))}
	var queue []int32
	for h, o := range p.objects {
		e.from[h] = -1
		if o.Initial() {
			e.shared.Add(int32(h))
			queue = append(queue, int32(h))
		}
	}
	for head := 0; head < len(queue); head++ {
		h := queue[head]
		for _, n := range p.cellsOf(h) {
			p.nodes[n].all.Each(func(to int32) {
				if e.shared.Add(to) {
					e.from[to], e.owner[to] = n, h
					queue = append(queue, to)
				}
			})
		}
	}
	return e
}

// cellsOf is the nodes of H(h, _, _), 0 for a field that holds h alone.
func (p *points) cellsOf(h int32) []int32 {
	if int(h) >= len(p.cells) {
		return nil
	}
	return p.cells[h]
}

// Cell is a field of an abstract object.
type Cell struct {
	Object Object
	Field  string
}

// chain is the cells that lead from an object of the harness to h.
func (r *Result) chain(h int32) []Cell {
	var cells []Cell
	for n := r.escaped.from[h]; n >= 0; n = r.escaped.from[h] {
		h = r.escaped.owner[h]
		cells = append(cells, Cell{r.points.objects[h], r.core.Fields[r.points.nodes[n].expr]})
	}
	slices.Reverse(cells)
	return cells
}
