package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
)

// outline is what a unit does by itself: for each formal a trie of what its own
// statements touch and access, not yet consed, and whose summaries are to be hung
// where. Nothing in it depends on the summaries of others, so outlines are made in
// any order; finish adds these, callees first. An outline is used again for
// another unit.
type outline struct {
	unit   *il.Unit
	nodes  []draft  // the first ones are the formals; parents come before children
	more   []access // those beyond the first one of their node, in text order
	grafts []graft  // in text order
	calls  bool     // it has calls
	lock   il.Level // L at the end

	order, first []int32 // the nodes below node i, fields ascending, are order[first[i]:first[i+1]]
	edges        []edge  // scratch of finish
}

// draft is a trie node under construction.
type draft struct {
	accs      payload
	touch     touch
	fresh     bool   // a site of this unit is here or below
	grafts    nodeID // the union of the tries hung here
	field     int32
	kid, next int32 // its last child and its previous sibling; 0 for none
	done      nodeID
}

// draftKey is a draft by its parent.
type draftKey struct{ parent, field int32 }

// access is an access of a node.
type access struct {
	node int32
	payload
}

// graft is the summary of a callee's formal, a place in Analysis.roots, that is to be
// hung at a node, its lock levels raised.
type graft struct {
	node, root int32
	lock       uint32
}

// reset starts a unit.
func (o *outline) reset(u *il.Unit) {
	o.unit, o.calls = u, false
	o.nodes, o.more, o.grafts = o.nodes[:0], o.more[:0], o.grafts[:0]
	for range u.Formals {
		o.nodes = append(o.nodes, draft{})
	}
}

// fewNodes are sooner found along their siblings than in a table.
const fewNodes = 64

// further finds or makes the node one field below a node. The table is for the
// outline alone, and empty at its beginning.
func (o *outline) further(parent, field int32, index map[draftKey]int32) int32 {
	if len(o.nodes) > fewNodes {
		if at, ok := index[draftKey{parent, field}]; ok {
			return at
		}
		return o.add(parent, field, index)
	}
	for at := o.nodes[parent].kid; at != 0; at = o.nodes[at].next {
		if o.nodes[at].field == field {
			return at
		}
	}
	return o.add(parent, field, index)
}

// add makes a node.
func (o *outline) add(parent, field int32, index map[draftKey]int32) int32 {
	at := int32(len(o.nodes))
	o.nodes = append(o.nodes, draft{field: field, next: o.nodes[parent].kid})
	o.nodes[parent].kid = at
	switch {
	case at == fewNodes:
		o.enter(index)
	case at > fewNodes:
		index[draftKey{parent, field}] = at
	}
	return at
}

// enter puts all nodes into the table.
func (o *outline) enter(index map[draftKey]int32) {
	for parent := range o.nodes {
		for at := o.nodes[parent].kid; at != 0; at = o.nodes[at].next {
			index[draftKey{int32(parent), o.nodes[at].field}] = at
		}
	}
}

// access records an access of the path that ends at a node.
func (o *outline) access(node int32, p payload) {
	if d := &o.nodes[node]; d.accs.set == 0 {
		d.accs = p
		return
	}
	o.more = append(o.more, access{node, p})
}

// sortSiblings finds the order of the nodes below each node.
func (o *outline) sortSiblings() {
	o.order, o.first = o.order[:0], o.first[:0]
	for i := range o.nodes {
		from := len(o.order)
		o.first = append(o.first, int32(from))
		for at := o.nodes[i].kid; at != 0; at = o.nodes[at].next {
			o.order = append(o.order, at)
		}
		o.sort(o.order[from:])
	}
	o.first = append(o.first, int32(len(o.order)))
}

// sort sorts nodes by their fields. Most are few.
func (o *outline) sort(siblings []int32) {
	const few = 16
	if len(siblings) > few {
		slice.Sort(siblings, func(i, j int32) int { return cmp.Compare(o.nodes[i].field, o.nodes[j].field) })
		return
	}
	for i := range siblings {
		for k := i; k > 0 && o.nodes[siblings[k]].field < o.nodes[siblings[k-1]].field; k-- {
			siblings[k], siblings[k-1] = siblings[k-1], siblings[k]
		}
	}
}

// finish makes the summary of an outlined unit, whose callees are summarised.
func (a *Analysis) finish(o *outline, ranks map[string]int32) {
	if a.uneven && o.calls {
		w := newWalk(a, ranks)
		w.callees = true
		w.outline(o.unit, o)
	}
	u, t := o.unit, a.tries
	for _, x := range o.more {
		d := &o.nodes[x.node]
		d.accs = t.join(d.accs, x.payload)
	}
	for _, g := range o.grafts {
		d := &o.nodes[g.node]
		d.grafts = t.union(d.grafts, t.shift(a.roots[g.root], g.lock))
	}
	o.cons(t)
	for i := range u.Formals {
		a.roots[a.from[u.Index]+int32(i)] = o.nodes[i].done
	}
	a.locks[u.Index] = o.lock
	a.uneven = a.uneven || o.lock != (il.Level{})
	o.unit = nil
	t.forget()
}

// cons makes the nodes of an outline. Nodes are made after their parents, so that
// the last ones come first here.
func (o *outline) cons(t *tries) {
	for i := len(o.nodes) - 1; i >= 0; i-- {
		d := &o.nodes[i]
		d.fresh = d.accs.set != 0
		o.edges = o.edges[:0]
		for _, k := range o.order[o.first[i]:o.first[i+1]] {
			if to := o.nodes[k].done; to != 0 {
				o.edges = append(o.edges, edge{o.nodes[k].field, to})
				d.fresh = d.fresh || o.nodes[k].fresh
			}
		}
		own := t.cons
		if d.fresh {
			own = t.add
		}
		d.done = t.union(own(d.accs, d.touch, o.edges), d.grafts)
	}
}
