package bounded

import (
	"cmp"
	"encoding/binary"
	"slices"

	"wobbly/internal/slice"
)

// A heapCase is one graph that the thread may have been handed, with the node of each shared object
// that it knows.
type heapCase struct {
	graph int32
	nodes string // packed
}

// compare is some total order.
func (c heapCase) compare(o heapCase) int {
	return cmp.Or(cmp.Compare(c.graph, o.graph), cmp.Compare(c.nodes, o.nodes))
}

func (c heapCase) node(o object) uint16 { return uint16At(c.nodes, int(o&^shared)) }

// find returns the shared object for a node, if the thread knows it.
func (c heapCase) find(n uint16) (object, bool) {
	for k := range len(c.nodes) / 2 {
		if uint16At(c.nodes, k) == n {
			return shared | object(k), true
		}
	}
	return none, false
}

// packUint16s packs numbers into a comparable string, two bytes each.
func packUint16s(all []uint16) string {
	b := make([]byte, 0, 2*len(all))
	for _, n := range all {
		b = binary.LittleEndian.AppendUint16(b, n)
	}
	return string(b)
}

// uint16At returns the number with index i in the result of packUint16s.
func uint16At(s string, i int) uint16 { return uint16(s[2*i]) | uint16(s[2*i+1])<<8 }

// cases is a set of heap cases that a thread cannot distinguish by what it has done so far. Sets
// are interned: equal sets are the same pointer.
type cases struct {
	id int
	// known is the number of shared objects that the thread knows, in each of the cases.
	known int
	list  []heapCase // sorted
}

// withGraph returns the cases with a graph. They are adjacent in the list.
func (c *cases) withGraph(graph int32) []heapCase {
	i, _ := slices.BinarySearchFunc(c.list, heapCase{graph: graph}, heapCase.compare)
	j := i
	for j < len(c.list) && c.list[j].graph == graph {
		j++
	}
	return c.list[i:j]
}

// part is the subset of cases in which a cell holds a certain object.
type part struct {
	holds object
	set   *cases
}

// caseSets interns the case sets of a search and memoizes operations on them.
type caseSets struct {
	byKey       map[string]*cases
	splits      map[caseCell][]part
	projections map[projection]*cases
	key         []byte // scratch
}

// caseCell is a cell of a shared object in a set of cases.
type caseCell struct {
	set   int
	base  object
	field uint16
}

// projection lists, packed, the shared objects that are kept of a set, in their new order.
type projection struct {
	set  int
	kept string
}

// set returns the only set with a sorted list of cases.
func (s *caseSets) set(known int, list []heapCase) *cases {
	b := binary.LittleEndian.AppendUint32(s.key[:0], uint32(known))
	for _, c := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(c.graph))
		b = append(b, c.nodes...)
	}
	s.key = b
	c, ok := s.byKey[string(b)]
	if !ok {
		c = &cases{id: len(s.byKey), known: known, list: list}
		s.byKey[string(b)] = c
	}
	return c
}

// split partitions cases by the value of an unwritten cell of a shared object, ordered by the first
// case of each part. A node that the thread does not know yet becomes the next shared object.
func (s *caseSets) split(graphs *graphs, c *cases, base object, field uint16) []part {
	key := caseCell{c.id, base, field}
	parts, ok := s.splits[key]
	if ok {
		return parts
	}
	byObject := make([][]heapCase, c.known+1)
	for _, k := range c.list {
		n := graphs.all[k.graph].cell(k.node(base), field)
		o, found := k.find(n)
		if !found {
			o, k.nodes = shared|object(c.known), k.nodes+packUint16s([]uint16{n})
		}
		byObject[o&^shared] = append(byObject[o&^shared], k)
	}
	for i, list := range byObject {
		if len(list) == 0 {
			continue
		}
		p := part{shared | object(i), c}
		if i == c.known || len(list) < len(c.list) { // otherwise the part is c itself
			slice.Sort(list, heapCase.compare)
			p.set = s.set(max(c.known, i+1), list)
		}
		parts = append(parts, p)
	}
	slice.Sort(parts, func(a, b part) int { return a.set.list[0].compare(b.set.list[0]) })
	s.splits[key] = parts
	return parts
}

// project returns c with only the kept shared objects, in that order. Cases that then agree become
// one.
func (s *caseSets) project(c *cases, kept []object) *cases {
	b := make([]byte, 0, 2*len(kept))
	same := len(kept) == c.known
	for i, o := range kept {
		b = binary.LittleEndian.AppendUint16(b, uint16(o))
		same = same && o == shared|object(i)
	}
	if same {
		return c
	}
	key := projection{c.id, string(b)}
	projected, ok := s.projections[key]
	if !ok {
		list := make([]heapCase, len(c.list))
		nodes := make([]byte, 2*len(kept))
		for i, k := range c.list {
			for j, o := range kept {
				copy(nodes[2*j:], k.nodes[2*int(o&^shared):2*int(o&^shared)+2])
			}
			list[i] = heapCase{k.graph, string(nodes)}
		}
		slice.Sort(list, heapCase.compare)
		projected = s.set(len(kept), slices.Compact(list))
		s.projections[key] = projected
	}
	return projected
}

// union returns the cases of a and b, in which the same number of objects must be known.
func (s *caseSets) union(a, b *cases) *cases {
	if a == b || len(b.list) == 0 {
		return a
	}
	list := slices.Concat(a.list, b.list)
	slice.Sort(list, heapCase.compare)
	return s.set(a.known, slices.Compact(list))
}

func (s *caseSets) minus(a, b *cases) *cases {
	if a == b {
		return s.set(a.known, nil)
	}
	return s.set(a.known, slice.Filter(a.list, func(c heapCase) bool {
		_, found := slices.BinarySearchFunc(b.list, c, heapCase.compare)
		return !found
	}))
}
