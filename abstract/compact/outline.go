package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
)

// An outline is what a unit does by itself: for each formal a trie of what its own statements touch
// and access, not yet hash-consed, and where which summaries are grafted. It does not depend on
// other summaries, so outlines can be made in any order. Its memory is reused.
type outline struct {
	unit   *il.Unit
	nodes  []draft  // formals first; parents come before children
	more   []access // those beyond the first one of their node, in text order
	grafts []graft  // in text order
	calls  bool     // the unit has calls
	lock   il.Level // L at the end

	// The children of node i, by field, are order[first[i]:first[i+1]]; see sortChildren.
	order, first []int32
	edges        []edge // scratch of build
}

// A draft is a trie node under construction. lastChild and sibling link the children of a node,
// last first; 0 ends the list.
type draft struct {
	accs               payload
	touch              touch
	field              int32
	lastChild, sibling int32

	// Set by build.
	grafts nodeID // the union of the tries grafted here
	fresh  bool   // a site of this unit is here or below
	done   nodeID // the node in the store
}

type draftKey struct{ parent, field int32 }

type access struct {
	node int32 // the index in outline.nodes
	payload
}

// A graft hangs the summary of a callee's formal, a place in Analysis.roots, at a node, with its
// lock levels raised.
type graft struct {
	node, root int32
	lock       uint32
}

// fewNodes is the number of nodes up to which siblings are searched one by one.
const fewNodes = 64

// child returns the child of a node along a field, making it if necessary. The index belongs to
// this outline and is empty until there are many nodes.
func (o *outline) child(parent, field int32, index map[draftKey]int32) int32 {
	if len(o.nodes) > fewNodes {
		if child, ok := index[draftKey{parent, field}]; ok {
			return child
		}
	} else {
		for k := o.nodes[parent].lastChild; k != 0; k = o.nodes[k].sibling {
			if o.nodes[k].field == field {
				return k
			}
		}
	}
	child := int32(len(o.nodes))
	o.nodes = append(o.nodes, draft{field: field, sibling: o.nodes[parent].lastChild})
	o.nodes[parent].lastChild = child
	switch {
	case child == fewNodes:
		for parent := range o.nodes {
			for k := o.nodes[parent].lastChild; k != 0; k = o.nodes[k].sibling {
				index[draftKey{int32(parent), o.nodes[k].field}] = k
			}
		}
	case child > fewNodes:
		index[draftKey{parent, field}] = child
	}
	return child
}

// sortChildren sets order and first, once all nodes are made.
func (o *outline) sortChildren() {
	const few = 16 // children, for which insertion sort is faster
	o.order, o.first = o.order[:0], o.first[:0]
	for i := range o.nodes {
		from := len(o.order)
		o.first = append(o.first, int32(from))
		for k := o.nodes[i].lastChild; k != 0; k = o.nodes[k].sibling {
			o.order = append(o.order, k)
		}
		children, nodes := o.order[from:], o.nodes
		if len(children) > few {
			slice.Sort(children,
				func(i, j int32) int { return cmp.Compare(nodes[i].field, nodes[j].field) })
			continue
		}
		for i := range children {
			for k := i; k > 0 && nodes[children[k]].field < nodes[children[k-1]].field; k-- {
				children[k], children[k-1] = children[k-1], children[k]
			}
		}
	}
	o.first = append(o.first, int32(len(o.order)))
}

// build makes the tries of the formals in a store, children first, from the summaries in roots.
func (o *outline) build(t *tries, roots []nodeID) {
	for _, x := range o.more {
		d := &o.nodes[x.node]
		d.accs = t.join(d.accs, x.payload)
	}
	for _, g := range o.grafts {
		d := &o.nodes[g.node]
		d.grafts = t.union(d.grafts, t.shift(roots[g.root], g.lock))
	}
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
		makeNode := t.cons
		if d.fresh {
			makeNode = t.add
		}
		d.done = t.union(makeNode(d.accs, d.touch, o.edges), d.grafts)
	}
}

// finish makes the summary of an outlined unit whose callees have theirs. If some unit changes the
// lock level, in violation of A2, the unit is first outlined again, because its outline assumed
// that the levels of callees are 0.
func (a *Analysis) finish(o *outline, ranks map[string]int32) {
	if a.uneven && o.calls {
		w := newWalk(a, ranks)
		w.callees = true
		w.outline(o.unit, o)
	}
	o.build(a.tries, a.roots)
	for i := range o.unit.Formals {
		a.roots[a.from[o.unit.Index]+int32(i)] = o.nodes[i].done
	}
	a.locks[o.unit.Index] = o.lock
	a.uneven = a.uneven || o.lock != (il.Level{})
	o.unit = nil
	a.tries.forgetMany()
}
