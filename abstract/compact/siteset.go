package compact

import (
	"math/bits"

	"wobbly/il"
)

// setID is a set of access sites. Equal sets have equal ids. 0 is the empty set. An id with the top
// bit is a single site, a write if the next bit is set. Any other id indexes sets.nodes.
type setID uint32

const (
	singleton setID = 1 << 31
	writing   setID = 1 << 30
)

func single(site uint32, kind il.AccessKind) setID {
	return singleton | setID(kind)*writing | setID(site)
}

// site returns the site of a singleton.
func (a setID) site() uint32 { return uint32(a &^ (singleton | writing)) }

// sets is a store of hash-consed Patricia trees (big-endian: the highest differing bit on top), so
// that unions share structure.
type sets struct {
	nodes []setNode // nodes[0] is the empty set
	ids   map[setPair]setID
	memo  map[setPair]setID // unions
}

// setPair is a key: two sets whose union is known.
type setPair struct{ l, r setID }

// setNode is the union of l and r. All sites agree above the bit, which is 0 in those of l and 1 in
// those of r.
type setNode struct {
	setPair
	count [2]uint32 // reads, writes
	least uint32    // its smallest site
	bit   int8
}

// newSets returns a store that has only the empty set, number 0.
func newSets() *sets {
	return &sets{nodes: make([]setNode, 1), ids: map[setPair]setID{}, memo: map[setPair]setID{}}
}

// first returns the smallest site of a set that is not empty.
func (s *sets) first(a setID) uint32 {
	if a&singleton != 0 {
		return a.site()
	}
	return s.nodes[a].least
}

// branch returns the highest bit in which a's sites differ, -1 for a singleton.
func (s *sets) branch(a setID) int {
	if a&singleton != 0 {
		return -1
	}
	return int(s.nodes[a].bit)
}

// count returns the numbers of reads and writes in a set, indexed by kind.
func (s *sets) count(a setID) [2]uint32 {
	switch {
	case a == 0:
		return [2]uint32{}
	case a&singleton != 0:
		if a&writing != 0 {
			return [2]uint32{il.Write: 1}
		}
		return [2]uint32{il.Read: 1}
	}
	return s.nodes[a].count
}

func (s *sets) node(l, r setID) setID {
	key := setPair{l, r}
	if id, ok := s.ids[key]; ok {
		return id
	}
	a, b := s.count(l), s.count(r)
	id := setID(len(s.nodes))
	s.nodes = append(s.nodes, setNode{
		setPair: key,
		count:   [2]uint32{a[0] + b[0], a[1] + b[1]},
		least:   s.first(l),
		bit:     int8(bits.Len32(s.first(l)^s.first(r)) - 1),
	})
	s.ids[key] = id
	return id
}

func (s *sets) union(a, b setID) setID {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	}
	key := setPair{min(a, b), max(a, b)}
	if id, ok := s.memo[key]; ok {
		return id
	}
	id := s.merge(a, b)
	s.memo[key] = id
	return id
}

// merge returns the union of two different sets that are not empty.
func (s *sets) merge(a, b setID) setID {
	ba, bb := s.branch(a), s.branch(b)
	fa, fb := s.first(a), s.first(b)
	top := bits.Len32(fa^fb) - 1 // the highest bit in which the two differ
	switch {
	case top > ba && top > bb:
		if fa>>top&1 == 0 {
			return s.node(a, b)
		}
		return s.node(b, a)
	case ba < bb: // a lies on one side of b
		return s.merge(b, a)
	case ba > bb:
		n := s.nodes[a]
		if fb>>ba&1 == 0 {
			return s.node(s.union(n.l, b), n.r)
		}
		return s.node(n.l, s.union(n.r, b))
	default:
		n, m := s.nodes[a], s.nodes[b]
		return s.node(s.union(n.l, m.l), s.union(n.r, m.r))
	}
}

// each visits the sites of a in ascending order.
func (s *sets) each(a setID, visit func(site uint32)) {
	switch {
	case a == 0:
	case a&singleton != 0:
		visit(a.site())
	default:
		s.each(s.nodes[a].l, visit)
		s.each(s.nodes[a].r, visit)
	}
}
