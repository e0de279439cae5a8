package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/internal/slice"
)

// A graph is the part of the heap that one thread hands over to the other: every object that the
// other one may know from then on, as a node. The numbering depends only on the graph, so equal
// graphs are detected whatever the thread did. Node 0 is z.
type graph struct {
	// defaults has, for each node, the node that its cells hold except for those in diff.
	defaults []uint16
	// diff is sorted by cell. It has nodes in place of objects.
	diff writes
}

// The graphs of the initial states.
const (
	// graphApart has a third object o, to which all cells of z and of o lead.
	graphApart int32 = iota
	// graphLoop has z alone, to which all of its cells lead.
	graphLoop
)

var initialGraphs = []int32{graphApart, graphLoop}

// cell returns the node that a cell of node n holds.
func (g *graph) cell(n, field uint16) uint16 {
	if to, ok := g.diff.lookup(object(n), field); ok {
		return uint16(to)
	}
	return g.defaults[n]
}

// graphs interns graphs: equal ones have the same number.
type graphs struct {
	all   []*graph
	byKey map[string]int32
	key   []byte // scratch
}

// number returns the number of a graph, the next one if the graph is new.
func (s *graphs) number(g *graph) int32 {
	b := binary.LittleEndian.AppendUint16(s.key[:0], uint16(len(g.defaults)))
	for _, n := range g.defaults {
		b = binary.LittleEndian.AppendUint16(b, n)
	}
	for _, w := range g.diff {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	s.key = b
	n, ok := s.byKey[string(b)]
	if !ok {
		n = int32(len(s.all))
		s.byKey[string(b)], s.all = n, append(s.all, g)
	}
	return n
}

// An export is the graph that a thread hands over in a state, in one heap case, with the nodes
// assigned to its own objects.
type export struct {
	graph *graph
	// from is the case of the graph that this thread was handed.
	from  heapCase
	nodes map[object]uint16
	queue []object // own objects in the graph whose cells are not yet entered
}

// export computes the handover of a state in the case c: the nodes that the other thread knew
// before, with the cells that this one has written since; then, breadth first, the own objects that
// can be reached from them.
func (seg *segment) export(s *state, c heapCase) *export {
	from := seg.graphs.all[c.graph]
	e := &export{from: c, nodes: map[object]uint16{}}
	if seg.options.without(ClauseLeaves) {
		e.graph = from
		return e
	}
	g := &graph{defaults: slices.Clone(from.defaults)}
	e.graph = g
	put := func(n, field, to uint16) {
		if g.defaults[n] != to {
			g.diff = append(g.diff, writeOf(object(n), field, object(to)))
		}
	}
	var changed writes // cells of nodes, holding objects
	i, _ := slices.BinarySearchFunc(s.heap, writeOf(shared, 0, 0), compareCells)
	for _, w := range s.heap[i:] {
		changed = append(changed, writeOf(object(c.node(w.base())), w.field(), w.to()))
	}
	slice.Sort(changed, compareCells)
	for _, w := range from.diff {
		if _, overwritten := changed.lookup(w.base(), w.field()); !overwritten {
			g.diff = append(g.diff, w)
		}
	}
	for _, w := range changed {
		put(uint16(w.base()), w.field(), e.node(w.to()))
	}
	for len(e.queue) > 0 {
		o := e.queue[0]
		e.queue = e.queue[1:]
		n := e.nodes[o]
		cells := s.heap.of(o)
		for _, initial := range seg.start.edgesOf(o) {
			if _, written := cells.lookup(o, initial.field); !written {
				cells = cells.with(writeOf(o, initial.field, seg.initialCell(o, initial.field)))
			}
		}
		if len(cells) < len(seg.core.Fields) {
			g.defaults[n] = e.node(seg.initialCell(o, noField))
		}
		for _, w := range cells {
			put(n, w.field(), e.node(w.to()))
		}
	}
	slice.Sort(g.diff, compareCells)
	return e
}

// node returns the node of an object. An own object without a node gets the next one.
func (e *export) node(o object) uint16 {
	n, ok := e.exported(o)
	if !ok {
		n = uint16(len(e.graph.defaults))
		e.nodes[o] = n
		e.graph.defaults = append(e.graph.defaults, n)
		e.queue = append(e.queue, o)
	}
	return n
}

// exported returns the node of an object, and false if the object is not in the graph.
func (e *export) exported(o object) (uint16, bool) {
	if o.isShared() {
		return e.from.node(o), true
	}
	n, ok := e.nodes[o]
	return n, ok
}

// rename returns the number of an object after the handover: an exported object becomes a shared
// one, named by its node.
func (e *export) rename(o object) object {
	if o == none {
		return o
	}
	if n, ok := e.exported(o); ok {
		return shared | object(n)
	}
	return o
}
