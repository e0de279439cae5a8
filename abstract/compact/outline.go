package compact

import "wobbly/il"

// outline is what a unit does by itself: for each formal a trie of what its own statements touch
// and access, not yet hash-consed, and where which summaries are grafted. It does not depend on
// other summaries, so outlines can be made in any order. Its memory is reused.
type outline struct {
	unit   *il.Unit
	nodes  []draft  // formals first; parents come before children
	more   []access // those beyond the first one of their node, in text order
	grafts []graft  // in text order
	calls  bool     // the unit has calls
	lock   il.Level // L at the end

	// The children of node i, by field, are order[first[i]:first[i+1]].
	order, first []int32
	edges        []edge // scratch of finish
}

// draft is a trie node under construction.
type draft struct {
	accs  payload
	touch touch
	// fresh is set if a site of this unit is here or below.
	fresh  bool
	grafts nodeID // the union of the tries grafted here
	field  int32
	// lastChild and sibling link the children of a node, last first; 0 ends the list.
	lastChild, sibling int32
	done               nodeID
}

type draftKey struct{ parent, field int32 }

type access struct {
	node int32
	payload
}

// graft hangs the summary of a callee's formal, a place in Analysis.roots, at a node, with its lock
// levels raised.
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
		if at, ok := index[draftKey{parent, field}]; ok {
			return at
		}
	} else {
		for at := o.nodes[parent].lastChild; at != 0; at = o.nodes[at].sibling {
			if o.nodes[at].field == field {
				return at
			}
		}
	}
	at := int32(len(o.nodes))
	o.nodes = append(o.nodes, draft{field: field, sibling: o.nodes[parent].lastChild})
	o.nodes[parent].lastChild = at
	switch {
	case at == fewNodes:
		for parent := range o.nodes {
			for at := o.nodes[parent].lastChild; at != 0; at = o.nodes[at].sibling {
				index[draftKey{int32(parent), o.nodes[at].field}] = at
			}
		}
	case at > fewNodes:
		index[draftKey{parent, field}] = at
	}
	return at
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
	t := a.tries
	for _, x := range o.more {
		d := &o.nodes[x.node]
		d.accs = t.join(d.accs, x.payload)
	}
	for _, g := range o.grafts {
		d := &o.nodes[g.node]
		d.grafts = t.union(d.grafts, t.shift(a.roots[g.root], g.lock))
	}
	for i := len(o.nodes) - 1; i >= 0; i-- { // children first
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
	for i := range o.unit.Formals {
		a.roots[a.from[o.unit.Index]+int32(i)] = o.nodes[i].done
	}
	a.locks[o.unit.Index] = o.lock
	a.uneven = a.uneven || o.lock != (il.Level{})
	o.unit = nil
	const many = 1 << 14 // the number of memoized unions and shifts that is enough
	if len(t.unions) > many {
		t.unions = map[[2]nodeID]nodeID{}
	}
	if len(t.shifts) > many {
		t.shifts = map[shiftKey]nodeID{}
	}
}
