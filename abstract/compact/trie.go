package compact

import (
	"math/bits"
	"slices"

	"wobbly/il"
)

// nodeID is a trie: the expressions and accesses below one point of a path.
// 0 is the empty trie. Equal ids are equal tries, and nearly always the other
// way round: the nodes that a unit adds with sites of its own (add) are not
// looked for again.
type nodeID uint32

// node is one point of a path, with what is known of the path that ends there
// and the points one field further.
type node struct {
	accs  payload
	touch touch
	kids  kids
}

// touch says in which sets the expression is that ends at a node.
type touch uint8

const (
	wobbly  touch = 1 << iota // W
	written                   // Wr, and so W too; of mode Plus only
)

// packed encodes a lock level as tries store it, and unpacked decodes it. Adding two codes adds
// the levels.
func packed(l il.Level) uint32   { return uint32(l.Code()) }
func unpacked(l uint32) il.Level { return il.LevelOf(int(l)) }

// payload is the accesses of one path, by ascending lock level: the first level
// in place, the others as a shared list. The empty payload has no set.
type payload struct {
	lock uint32
	set  setID
	next listID
}

// listID indexes tries.lists; 0 is the end of a list.
type listID uint32

// kids is a stretch of tries.edges, sorted by field.
type kids struct{ from, to uint32 }

// edge leads one field further.
type edge struct {
	field int32 // rank of the field's name among all fields
	to    nodeID
}

// tries is the store of hash-consed nodes.
type tries struct {
	sets   *sets
	cap    uint32 // L-hat, 0 for none
	nodes  []node
	edges  []edge
	table  []nodeID // open addressing, by hash of node contents; 0 is free
	taken  int      // slots of table
	lists  []payload
	list   map[payload]listID
	unions map[[2]nodeID]nodeID
	shifts map[shiftKey]nodeID
	most   int // nodes; more is a tooLarge panic
}

// tooLarge is what cons panics with when the store outgrows its limit; Analyze
// turns it into errTooLarge.
type tooLarge struct{}

type shiftKey struct {
	n nodeID
	l uint32
}

// newTries makes a store with room for about that many nodes.
func newTries(s *sets, lockCap, most, room int) *tries {
	slots := 1 << bits.Len(uint(room/4+1<<9))
	return &tries{
		sets: s, cap: uint32(lockCap), most: most,
		nodes: make([]node, 1, room+1), edges: make([]edge, 0, room), lists: make([]payload, 1),
		table: make([]nodeID, slots), list: map[payload]listID{},
		unions: map[[2]nodeID]nodeID{}, shifts: map[shiftKey]nodeID{},
	}
}

// forget drops memoised unions and shifts once they are many; only speed
// depends on them.
func (t *tries) forget() {
	const many = 1 << 14
	if len(t.unions) > many {
		t.unions = map[[2]nodeID]nodeID{}
	}
	if len(t.shifts) > many {
		t.shifts = map[shiftKey]nodeID{}
	}
}

// below is the edges of n.
func (t *tries) below(n nodeID) []edge {
	k := t.nodes[n].kids
	return t.edges[k.from:k.to]
}

// cons gives the id of the node with these contents. Edges to the empty trie
// must have been left out; the slice is not kept.
func (t *tries) cons(accs payload, touch touch, edges []edge) nodeID {
	if accs.set == 0 && touch == 0 && len(edges) == 0 {
		return 0
	}
	if 4*t.taken >= 3*len(t.table) {
		t.grow()
	}
	mask := uint64(len(t.table) - 1)
	for i := hashNode(accs, touch, edges) & mask; ; i = (i + 1) & mask {
		id := t.table[i]
		if id == 0 {
			t.table[i] = t.add(accs, touch, edges)
			t.taken++
			return t.table[i]
		}
		if n := &t.nodes[id]; n.accs == accs && n.touch == touch && slices.Equal(t.below(id), edges) {
			return id
		}
	}
}

// add makes a node that is in no table: one that cannot be met again, since it
// holds a site for the first time.
func (t *tries) add(accs payload, touch touch, edges []edge) nodeID {
	if len(t.nodes) > t.most {
		panic(tooLarge{})
	}
	id, from := nodeID(len(t.nodes)), uint32(len(t.edges))
	t.edges = append(t.edges, edges...)
	t.nodes = append(t.nodes, node{accs, touch, kids{from, uint32(len(t.edges))}})
	return id
}

func (t *tries) grow() {
	old := t.table
	t.table = make([]nodeID, 2*len(old))
	mask := uint64(len(t.table) - 1)
	for _, id := range old {
		if id == 0 {
			continue
		}
		n := &t.nodes[id]
		i := hashNode(n.accs, n.touch, t.below(id)) & mask
		for t.table[i] != 0 {
			i = (i + 1) & mask
		}
		t.table[i] = id
	}
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

// mix folds x into the hash h: both halves of the product of two words.
func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return hi ^ lo
}

// push conses a payload as the tail of a list.
func (t *tries) push(p payload) listID {
	if p.set == 0 {
		return 0
	}
	if id, ok := t.list[p]; ok {
		return id
	}
	id := listID(len(t.lists))
	t.lists = append(t.lists, p)
	t.list[p] = id
	return id
}

// levels visits the lock levels of p, ascending.
func (t *tries) levels(p payload, visit func(lock uint32, set setID)) {
	for p.set != 0 {
		visit(p.lock, p.set)
		p = t.lists[p.next]
	}
}

// join is the union of two payloads.
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

// raise adds l to every lock level of p: Figure 7's add(L, L_c).
func (t *tries) raise(p payload, l uint32) payload {
	var out []payload
	t.levels(p, func(lock uint32, set setID) {
		lock += l
		if t.cap > 0 {
			lock = min(lock, t.cap)
		}
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

// union is the trie with the expressions and accesses of both.
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

// shift adds l to every lock level in the trie n.
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

// words numbers the own words of sites, the fields of their paths as they are
// written, by a trie that reads them from the end: two words end in the same n
// fields just if their n-th ancestors, counted from the root, are the same node.
type words struct {
	nodes  []wordNode // nodes[0] is the empty word; parents come before children
	index  map[wordKey]int32
	fields map[string]int32
}

// wordNode is a word: what it is without its first field, and how many it has.
type wordNode struct{ rest, length int32 }

type wordKey struct{ rest, field int32 }

func newWords() *words {
	return &words{nodes: make([]wordNode, 1), index: map[wordKey]int32{}, fields: map[string]int32{}}
}

// of is the number of a word.
func (w *words) of(fields []string) int32 {
	at := int32(0)
	for i := len(fields) - 1; i >= 0; i-- {
		f, ok := w.fields[fields[i]]
		if !ok {
			f = int32(len(w.fields))
			w.fields[fields[i]] = f
		}
		key := wordKey{at, f}
		next, ok := w.index[key]
		if !ok {
			next = int32(len(w.nodes))
			w.nodes = append(w.nodes, wordNode{at, w.nodes[at].length + 1})
			w.index[key] = next
		}
		at = next
	}
	return at
}

func (w *words) length(word int32) int32 { return w.nodes[word].length }

// end is the last n fields of a word, which has no fewer.
func (w *words) end(word, n int32) int32 {
	for w.nodes[word].length > n {
		word = w.nodes[word].rest
	}
	return word
}
