package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/internal/slice"
)

// graph is what one thread exports to the other: the objects that the other may
// know, as nodes in an order that depends on the graph alone. Node 0 is z.
type graph struct {
	rest []uint16 // by node: what its cells hold but for
	diff writes   // these, in which objects are nodes
}

// beginnings are what z may reach in the beginning: o, to which all cells of z and of
// o lead; or nothing but itself.
func beginnings() []*graph { return []*graph{{rest: []uint16{1, 1}}, {rest: []uint16{0}}} }

// initial numbers the beginnings.
func initial() []int32 { return []int32{0, loops} }

// loops is the beginning in which the cells of z hold z.
const loops = 1

// cell is what a cell of a node holds.
func (g *graph) cell(n, field uint16) uint16 {
	if to, ok := g.diff.at(object(n), field); ok {
		return uint16(to)
	}
	return g.rest[n]
}

// key appends what makes graphs the same.
func (g *graph) key(b []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, uint16(len(g.rest)))
	for _, r := range g.rest {
		b = binary.LittleEndian.AppendUint16(b, r)
	}
	for _, w := range g.diff {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

// graphs numbers graphs.
type graphs struct {
	all  []*graph
	by   map[string]int32
	last []byte // the last key
}

// number is the number of a graph.
func (s *graphs) number(g *graph) int32 {
	s.last = g.key(s.last[:0])
	n, ok := s.by[string(s.last)]
	if !ok {
		n = int32(len(s.all))
		s.by[string(s.last)], s.all = n, append(s.all, g)
	}
	return n
}

// exporter makes the graph that a thread leaves to the other one.
type exporter struct {
	*segment
	from  *graph // what it was left itself
	c     kase
	heap  writes
	graph *graph
	nodes map[object]uint16 // of its own objects that the other may know from now on
	queue []object          // of these whose cells are to be looked at
}

// export is what the thread leaves to the other one in a state, in the case c.
func (x *segment) export(s *state, c kase) *exporter {
	e := &exporter{segment: x, from: x.graphs.all[c.of], c: c, heap: s.heap, nodes: map[object]uint16{}}
	e.graph = &graph{rest: slices.Clone(e.from.rest)}
	if x.options.without(ClauseLeaves) {
		e.graph = e.from
		return e
	}
	e.written()
	for len(e.queue) > 0 {
		o := e.queue[0]
		e.queue = e.queue[1:]
		e.reach(o)
	}
	slice.Sort(e.graph.diff, compareWrites)
	return e
}

// node is the node of an object, which the other thread may know from now on.
func (e *exporter) node(o object) uint16 {
	if o.isShared() {
		return e.c.node(o)
	}
	n, ok := e.nodes[o]
	if !ok {
		n = uint16(len(e.graph.rest))
		e.nodes[o], e.graph.rest, e.queue = n, append(e.graph.rest, n), append(e.queue, o)
	}
	return n
}

// known is the node of an object if the other thread may know it.
func (e *exporter) known(o object) (uint16, bool) {
	if o.isShared() {
		return e.c.node(o), true
	}
	n, ok := e.nodes[o]
	return n, ok
}

// put enters a cell.
func (e *exporter) put(n, field, to uint16) {
	if e.graph.rest[n] != to {
		e.graph.diff = append(e.graph.diff, writeOf(object(n), field, object(to)))
	}
}

// written enters the cells of what the other thread knew before.
func (e *exporter) written() {
	var changed writes // by nodes, with objects in the cells
	i, _ := slices.BinarySearchFunc(e.heap, writeOf(shared, 0, 0), compareWrites)
	for _, w := range e.heap[i:] {
		changed = append(changed, writeOf(object(e.c.node(w.base())), w.field(), w.to()))
	}
	slice.Sort(changed, compareWrites)
	for _, w := range e.from.diff {
		if _, again := changed.at(w.base(), w.field()); !again {
			e.graph.diff = append(e.graph.diff, w)
		}
	}
	for _, w := range changed {
		e.put(uint16(w.base()), w.field(), e.node(w.to()))
	}
}

// reach enters the cells of an own object.
func (e *exporter) reach(o object) {
	n := e.nodes[o]
	written := e.heap.of(o)
	for _, w := range e.half.onward(o) {
		if _, again := written.at(o, w.field); !again {
			written = written.with(writeOf(o, w.field, e.own(o, w.field)))
		}
	}
	if len(written) < len(e.core.Fields) {
		e.graph.rest[n] = e.node(e.own(o, noField))
	}
	for _, w := range written {
		e.put(n, w.field(), e.node(w.to()))
	}
}
