package compact

import (
	"cmp"

	"wobbly/internal/slice"
)

// builder collects the tries of one unit's formals before they are consed. It
// is reused from unit to unit.
type builder struct {
	t     *tries
	nodes []draft // the first ones are the formals
	index map[draftKey]int32

	order, first []int32 // of finish
	edges        []edge
}

// draft is a trie node under construction.
type draft struct {
	accs   payload
	touch  touch
	fresh  bool   // a site of this unit is here or below
	grafts nodeID // the union of the tries hung here
	parent int32
	field  int32
	done   nodeID
}

type draftKey struct{ parent, field int32 }

// reset starts a unit with n formals.
func (b *builder) reset(n int) {
	const large = 1 << 10
	if len(b.index) > large {
		b.index = map[draftKey]int32{}
	}
	clear(b.index)
	b.nodes = b.nodes[:0]
	for range n {
		b.nodes = append(b.nodes, draft{parent: -1})
	}
}

// at finds or makes the node of the path formal.fields.
func (b *builder) at(formal int32, fields []int32) *draft {
	at := formal
	for _, f := range fields {
		key := draftKey{at, f}
		next, ok := b.index[key]
		if !ok {
			next = int32(len(b.nodes))
			b.nodes = append(b.nodes, draft{parent: at, field: f})
			b.index[key] = next
		}
		at = next
	}
	return &b.nodes[at]
}

// access records an access of the path that ends at d.
func (b *builder) access(d *draft, site uint32, lock uint32) {
	d.accs = b.t.join(d.accs, payload{lock: lock, set: singleton | setID(site)})
}

// graft hangs the trie n at d.
func (b *builder) graft(d *draft, n nodeID) { d.grafts = b.t.union(d.grafts, n) }

// finish conses the tries and appends the roots, one per formal, to out. Nodes
// are made after their parents, so that the last ones come first here.
func (b *builder) finish(out []nodeID, formals int) []nodeID {
	b.sortSiblings(formals)
	for i := len(b.nodes) - 1; i >= 0; i-- {
		d := &b.nodes[i]
		d.fresh = d.accs.set != 0
		b.edges = b.edges[:0]
		for _, k := range b.order[b.first[i]:b.first[i+1]] {
			if to := b.nodes[k].done; to != 0 {
				b.edges = append(b.edges, edge{b.nodes[k].field, to})
				d.fresh = d.fresh || b.nodes[k].fresh
			}
		}
		own := b.t.cons
		if d.fresh {
			own = b.t.add
		}
		d.done = b.t.union(own(d.accs, d.touch, b.edges), d.grafts)
	}
	for i := range formals {
		out = append(out, b.nodes[i].done)
	}
	return out
}

// sortSiblings lays the nodes out in order by parent and field; those of
// parent i stand from first[i] to first[i+1].
func (b *builder) sortSiblings(formals int) {
	b.order = b.order[:0]
	for i := range b.nodes {
		b.order = append(b.order, int32(i))
	}
	slice.Sort(b.order[formals:], func(i, j int32) int {
		x, y := &b.nodes[i], &b.nodes[j]
		return cmp.Or(cmp.Compare(x.parent, y.parent), cmp.Compare(x.field, y.field))
	})
	b.first = b.first[:0]
	at := formals
	for i := range b.nodes {
		for at < len(b.order) && b.nodes[b.order[at]].parent < int32(i) {
			at++
		}
		b.first = append(b.first, int32(at))
	}
	b.first = append(b.first, int32(len(b.order)))
}
