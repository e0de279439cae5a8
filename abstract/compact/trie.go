package compact

import (
	"math/bits"
	"slices"

	"wobbly/il"
)

// nodeID is a trie: the expressions and accesses from one point of a path on. 0 is the empty trie.
// Tries with different ids differ, except for nodes made by add.
type nodeID uint32

// node is one point of a path: what is known about the path that ends there, and its children.
type node struct {
	accs  payload
	touch touch
	kids  kids
}

// touch is the sets that have the expression that ends at a node.
type touch uint8

const (
	wobbly  touch = 1 << iota // W
	written                   // Wr, a subset of W; in the modes Plus and CommonSuffix only
)

// packed encodes a lock level as tries store it.
func packed(l il.Level) uint32 { return uint32(l.Code()) }

func unpacked(l uint32) il.Level { return il.LevelOf(int(l)) }

// coarse encodes as much of a packed level as the lock condition depends on: it does not
// distinguish levels above 1. The code is less than coarseLevels.
func coarse(l uint32) uint8 { return uint8(packed(unpacked(l).Capped(coarseLevels - 1))) }

const coarseLevels = 3

// payload has the accesses of one path, by ascending lock level: the first level in place, the
// others in a shared list. The set of the empty payload is empty.
type payload struct {
	lock uint32
	set  setID
	next listID
}

// listID indexes tries.lists; 0 is the end of a list.
type listID uint32

// kids is a range of tries.edges, sorted by field.
type kids struct{ from, to uint32 }

type edge struct {
	field int32 // rank of the field's name among all fields
	to    nodeID
}

// tries is the store of hash-consed nodes.
type tries struct {
	sets     *sets
	cap      int // of lock levels, L-hat; 0 for none
	nodes    []node
	edges    []edge
	table    table[nodeID]
	taken    int                // the number of ids in table
	lists    []payload          // lists[0] is empty
	listIDs  map[payload]listID // the index of each of lists
	unions   map[[2]nodeID]nodeID
	shifts   map[shiftKey]nodeID
	maxNodes int // beyond it cons and add panic with tooLarge
}

// tooLarge is the panic of a store or product that outgrows its limit. The exported functions turn
// it into errTooLarge.
type tooLarge struct{}

type shiftKey struct {
	n nodeID
	l uint32
}

// newTries returns a store with the empty trie, and with room for about room nodes.
func newTries(s *sets, lockCap, maxNodes, room int) *tries {
	slots := 1 << bits.Len(uint(room/4+1<<9))
	return &tries{
		sets: s, cap: lockCap, maxNodes: maxNodes,
		nodes: make([]node, 1, room+1), edges: make([]edge, 0, room), lists: make([]payload, 1),
		table: make(table[nodeID], slots), listIDs: map[payload]listID{},
		unions: map[[2]nodeID]nodeID{}, shifts: map[shiftKey]nodeID{},
	}
}

// below returns the edges of a node, sorted by field.
func (t *tries) below(n nodeID) []edge {
	k := t.nodes[n].kids
	return t.edges[k.from:k.to]
}

// cons returns the node with these contents. There must be no edge to the empty trie. It does not
// retain the slice.
func (t *tries) cons(accs payload, touch touch, edges []edge) nodeID {
	if accs.set == 0 && touch == 0 && len(edges) == 0 {
		return 0
	}
	if t.table.full(t.taken) {
		t.table = t.table.doubled(func(id nodeID) uint64 {
			n := &t.nodes[id]
			return hashNode(n.accs, n.touch, t.below(id))
		})
	}
	mask := uint64(len(t.table) - 1)
	for i := hashNode(accs, touch, edges) & mask; ; i = (i + 1) & mask {
		id := t.table[i]
		if id == 0 {
			t.table[i] = t.add(accs, touch, edges)
			t.taken++
			return t.table[i]
		}
		if n := &t.nodes[id]; n.accs == accs && n.touch == touch &&
			slices.Equal(t.below(id), edges) {
			return id
		}
	}
}

// add makes a node without entering it into the table. That suffices for a node with a new site,
// which cannot occur again.
func (t *tries) add(accs payload, touch touch, edges []edge) nodeID {
	if len(t.nodes) > t.maxNodes {
		panic(tooLarge{})
	}
	id, from := nodeID(len(t.nodes)), uint32(len(t.edges))
	t.edges = append(t.edges, edges...)
	t.nodes = append(t.nodes, node{accs, touch, kids{from, uint32(len(t.edges))}})
	return id
}

// table is a hash table with open addressing of the ids of contents; 0 is a free slot. Its length
// is a power of two. Users probe it themselves, linearly from the slot of the hash.
type table[ID ~int32 | ~uint32] []ID

func (t table[ID]) full(taken int) bool { return 4*taken >= 3*len(t) }

// doubled returns a table of twice the length with the same ids.
func (t table[ID]) doubled(hash func(ID) uint64) table[ID] {
	next := make(table[ID], 2*len(t))
	mask := uint64(len(next) - 1)
	for _, id := range t {
		if id == 0 {
			continue
		}
		i := hash(id) & mask
		for next[i] != 0 {
			i = (i + 1) & mask
		}
		next[i] = id
	}
	return next
}

func hashNode(accs payload, touch touch, edges []edge) uint64 {
	h := mix(uint64(accs.lock)<<32|uint64(accs.set), uint64(accs.next))
	if touch != 0 {
		h = mix(h, uint64(touch))
	}
	for _, e := range edges {
		h = mix(h, uint64(e.field)<<32|uint64(e.to))
	}
	return h
}

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return hi ^ lo
}

// push returns the list that p begins.
func (t *tries) push(p payload) listID {
	if p.set == 0 {
		return 0
	}
	if id, ok := t.listIDs[p]; ok {
		return id
	}
	id := listID(len(t.lists))
	t.lists = append(t.lists, p)
	t.listIDs[p] = id
	return id
}

// levels calls visit with the lock levels of p, ascending.
func (t *tries) levels(p payload, visit func(lock uint32, set setID)) {
	for p.set != 0 {
		visit(p.lock, p.set)
		p = t.lists[p.next]
	}
}

// join returns the union of two payloads.
func (t *tries) join(p, q payload) payload {
	switch {
	case p == q || q.set == 0:
		return p
	case p.set == 0:
		return q
	case p.lock > q.lock:
		p, q = q, p
	}
	rest := t.lists[p.next]
	if p.lock < q.lock {
		return payload{p.lock, p.set, t.push(t.join(rest, q))}
	}
	return payload{p.lock, t.sets.union(p.set, q.set), t.push(t.join(rest, t.lists[q.next]))}
}

// raise adds l to each lock level of p: add(L, L_c) in Figure 7.
func (t *tries) raise(p payload, l uint32) payload {
	var out []payload
	t.levels(p, func(lock uint32, set setID) {
		lock = packed(unpacked(lock).Plus(unpacked(l)).Capped(t.cap))
		if n := len(out); n > 0 && out[n-1].lock == lock {
			out[n-1].set = t.sets.union(out[n-1].set, set)
			return
		}
		out = append(out, payload{lock: lock, set: set})
	})
	var tail payload
	for _, p := range slices.Backward(out) {
		p.next = t.push(tail)
		tail = p
	}
	return tail
}

// union returns the trie with the expressions and accesses of both.
func (t *tries) union(a, b nodeID) nodeID {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	}
	key := [2]nodeID{min(a, b), max(a, b)}
	if n, ok := t.unions[key]; ok {
		return n
	}
	ka, kb := t.below(a), t.below(b) // stays valid: edges are only appended
	merged := make([]edge, 0, len(ka)+len(kb))
	for len(ka) > 0 && len(kb) > 0 {
		switch {
		case ka[0].field < kb[0].field:
			merged, ka = append(merged, ka[0]), ka[1:]
		case ka[0].field > kb[0].field:
			merged, kb = append(merged, kb[0]), kb[1:]
		default:
			merged = append(merged, edge{ka[0].field, t.union(ka[0].to, kb[0].to)})
			ka, kb = ka[1:], kb[1:]
		}
	}
	merged = append(append(merged, ka...), kb...)
	accs := t.join(t.nodes[a].accs, t.nodes[b].accs)
	n := t.cons(accs, t.nodes[a].touch|t.nodes[b].touch, merged)
	t.unions[key] = n
	return n
}

// shift adds l to each lock level in the trie n.
func (t *tries) shift(n nodeID, l uint32) nodeID {
	if n == 0 || l == 0 {
		return n
	}
	key := shiftKey{n, l}
	if m, ok := t.shifts[key]; ok {
		return m
	}
	below := slices.Clone(t.below(n))
	for i := range below {
		below[i].to = t.shift(below[i].to, l)
	}
	m := t.cons(t.raise(t.nodes[n].accs, l), t.nodes[n].touch, below)
	t.shifts[key] = m
	return m
}

// forgetMany drops memoized unions and shifts once there are many.
func (t *tries) forgetMany() {
	const many = 1 << 14
	if len(t.unions) > many {
		t.unions = map[[2]nodeID]nodeID{}
	}
	if len(t.shifts) > many {
		t.shifts = map[shiftKey]nodeID{}
	}
}
