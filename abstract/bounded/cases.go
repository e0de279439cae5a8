package bounded

import (
	"cmp"
	"encoding/binary"
	"slices"

	"wobbly/internal/slice"
)

// kase is one graph that a thread may have been left, and which of its nodes the
// objects are that the thread has come by, two bytes each.
type kase struct {
	of    int32 // in graphs
	nodes string
}

func (c kase) compare(o kase) int {
	return cmp.Or(cmp.Compare(c.of, o.of), cmp.Compare(c.nodes, o.nodes))
}

// node is the node of an object that both may know.
func (c kase) node(o object) uint16 {
	k := 2 * int(o&^shared)
	return uint16(c.nodes[k]) | uint16(c.nodes[k+1])<<8
}

// find is the object that a node is, if the thread has come by it.
func (c kase) find(n uint16) (object, bool) {
	for k := 0; k < len(c.nodes); k += 2 {
		if uint16(c.nodes[k])|uint16(c.nodes[k+1])<<8 == n {
			return shared | object(k/2), true
		}
	}
	return none, false
}

// with is the case in which the thread has come by one more.
func (c kase) with(n uint16) kase {
	return kase{c.of, c.nodes + string([]byte{byte(n), byte(n >> 8)})}
}

// identity is the nodes of a thread that knows the first n of a graph.
func identity(n int) string {
	var b []byte
	for i := range n {
		b = append(b, byte(i), byte(i>>8))
	}
	return string(b)
}

// cases is a set of cases that a thread does not tell apart by what it has done so
// far, in order. Equal sets are one.
type cases struct {
	id    int
	known int // how many objects it has come by
	list  []kase
}

// of is those of one graph.
func (c *cases) of(graph int32) []kase {
	i, _ := slices.BinarySearchFunc(c.list, graph, func(k kase, graph int32) int { return cmp.Compare(k.of, graph) })
	j := i
	for j < len(c.list) && c.list[j].of == graph {
		j++
	}
	return c.list[i:j]
}

// sets are the sets of cases of a search.
type sets struct {
	by      map[string]*cases
	split   map[cellOf][]part
	renamed map[renaming]*cases
	last    []byte // the last key
}

// cellOf is a cell of an object that both may know.
type cellOf struct {
	set   int
	base  object
	field uint16
}

// part is those cases of a set in which a cell holds one object.
type part struct {
	holds object
	set   *cases
}

// renaming is which objects of a set of cases stay, in a new order.
type renaming struct {
	set  int
	kept string
}

func newSets() *sets {
	return &sets{by: map[string]*cases{}, split: map[cellOf][]part{}, renamed: map[renaming]*cases{}}
}

// set is the set of a list of cases in order.
func (s *sets) set(known int, list []kase) *cases {
	b := binary.LittleEndian.AppendUint32(s.last[:0], uint32(known))
	for _, c := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(c.of))
		b = append(b, c.nodes...)
	}
	s.last = b
	c, ok := s.by[string(b)]
	if !ok {
		c = &cases{len(s.by), known, list}
		s.by[string(b)] = c
	}
	return c
}

// read tells apart what a cell may hold that the thread has not written, the first case
// first.
func (s *sets) read(all *graphs, c *cases, base object, field uint16) []part {
	at := cellOf{c.id, base, field}
	parts, ok := s.split[at]
	if ok {
		return parts
	}
	by := make([][]kase, c.known+1)
	for _, k := range c.list {
		n := all.all[k.of].cell(k.node(base), field)
		o, found := k.find(n)
		if !found {
			o, k = shared|object(c.known), k.with(n)
		}
		by[o&^shared] = append(by[o&^shared], k)
	}
	for i, list := range by {
		if len(list) == 0 {
			continue
		}
		p := part{shared | object(i), c}
		if i == c.known || len(list) < len(c.list) {
			slice.Sort(list, kase.compare)
			p.set = s.set(max(c.known, i+1), list)
		}
		parts = append(parts, p)
	}
	slice.Sort(parts, func(a, b part) int { return a.set.list[0].compare(b.set.list[0]) })
	s.split[at] = parts
	return parts
}

// keep forgets all objects of the cases but those listed, which stay in that order.
func (s *sets) keep(c *cases, kept []object) *cases {
	b := make([]byte, 0, 2*len(kept))
	same := len(kept) == c.known
	for i, o := range kept {
		b = binary.LittleEndian.AppendUint16(b, uint16(o))
		same = same && o == shared|object(i)
	}
	if same {
		return c
	}
	at := renaming{c.id, string(b)}
	r, ok := s.renamed[at]
	if !ok {
		list := make([]kase, len(c.list))
		nodes := make([]byte, 2*len(kept))
		for i, k := range c.list {
			for j, o := range kept {
				copy(nodes[2*j:], k.nodes[2*int(o&^shared):2*int(o&^shared)+2])
			}
			list[i] = kase{k.of, string(nodes)}
		}
		slice.Sort(list, kase.compare)
		r = s.set(len(kept), slices.Compact(list))
		s.renamed[at] = r
	}
	return r
}

// union is all cases of two sets that know as many objects.
func (s *sets) union(a, b *cases) *cases {
	if a == b || len(b.list) == 0 {
		return a
	}
	list := slices.Concat(a.list, b.list)
	slice.Sort(list, kase.compare)
	return s.set(a.known, slices.Compact(list))
}

// minus is the cases of a set that are not in another one.
func (s *sets) minus(a, b *cases) *cases {
	if a == b {
		return s.set(a.known, nil)
	}
	var list []kase
	for _, k := range a.list {
		if _, found := slices.BinarySearchFunc(b.list, k, kase.compare); !found {
			list = append(list, k)
		}
	}
	return s.set(a.known, list)
}
