package racerd

import (
	"wobbly/il"
)

// environment is an ownership environment E: the ownership of the assigned expressions of a unit.
// For each root there is a tree over fields. An expression without an entry is Unowned by itself;
// it may inherit the ownership of a prefix (Options.Lookup).
type environment struct{ roots map[string]*node }

// node has the entry of one expression, and the nodes of its extensions.
type node struct {
	entry  entry
	longer map[string]*node // by field
}

// entry is a value with the assignment from which it comes. The assignment is nil for the initial
// value of a formal, and if there is no entry.
type entry struct {
	Ownership
	since *assignment
}

// assignment is an assignment that determines the ownership of its target.
type assignment struct {
	Stmt      il.Stmt     // a copy, load, store or new
	Ownership Ownership   // of the target after it
	Prefix    il.Expr     // the prefix of the source that has the entry; zero for a new
	From      *assignment // to the prefix; nil for the initial value of a formal
}

// initial returns the E at the beginning of a unit.
func initial(u *il.Unit, ownership func(formal int) Ownership) environment {
	e := environment{make(map[string]*node, len(u.Formals)+4)}
	for i, x := range u.Formals {
		e.roots[x] = &node{entry: entry{Ownership: ownership(i)}}
	}
	return e
}

// exact returns the entry of x, the zero value if there is none.
func (e environment) exact(x il.Expr) entry {
	n := e.roots[x.Root]
	for _, f := range x.Fields {
		if n == nil {
			break
		}
		n = n.longer[f]
	}
	return n.own(entry{})
}

// longest returns the entry of the longest prefix of x that is not Unowned, and the number of
// fields of this prefix.
func (e environment) longest(x il.Expr) (found entry, fields int) {
	n := e.roots[x.Root]
	found = n.own(found)
	for i, f := range x.Fields {
		if n == nil {
			break
		}
		n = n.longer[f]
		if own := n.own(entry{}); own.Ownership != Unowned {
			found, fields = own, i+1
		}
	}
	return found, fields
}

// own returns the node's entry, or the inherited one if it has none. The node may be nil.
func (n *node) own(inherited entry) entry {
	if n == nil || n.entry.Ownership == Unowned {
		return inherited
	}
	return n.entry
}

// assign makes e E[x ↦ h]. The entries of x's extensions are dropped, unless keep is set.
func (e environment) assign(x il.Expr, h entry, keep bool) {
	n := e.roots[x.Root]
	if n == nil {
		n = &node{}
		e.roots[x.Root] = n
	}
	for _, f := range x.Fields {
		n = n.child(f)
	}
	n.entry = h
	if !keep {
		n.longer = nil
	}
}

// child returns the child for one more field, creating it if necessary.
func (n *node) child(f string) *node {
	next := n.longer[f]
	if next == nil {
		next = &node{}
		if n.longer == nil {
			n.longer = map[string]*node{}
		}
		n.longer[f] = next
	}
	return next
}

// clone returns a copy that shares no node with e.
func (e environment) clone() environment {
	c := environment{make(map[string]*node, len(e.roots))}
	for x, n := range e.roots {
		c.roots[x] = n.clone()
	}
	return c
}

func (n *node) clone() *node {
	c := &node{entry: n.entry}
	if len(n.longer) > 0 {
		c.longer = make(map[string]*node, len(n.longer))
		for f, m := range n.longer {
			c.longer[f] = m.clone()
		}
	}
	return c
}

// join makes e the pointwise join of e and o, where an expression inherits from its prefixes if
// deep is set. It reports whether that changed the ownership of any expression. o is not changed.
func (e environment) join(o environment, deep bool) (changed bool) {
	for x := range o.roots {
		if e.roots[x] == nil {
			e.roots[x] = &node{}
		}
	}
	for x, n := range e.roots {
		changed = n.join(o.roots[x], entry{}, entry{}, deep) || changed
	}
	return changed
}

// join joins the subtrees n and o of one expression; o may be nil. mine and theirs are the entries
// that they inherit.
func (n *node) join(o *node, mine, theirs entry, deep bool) (changed bool) {
	mine, theirs = n.own(mine), o.own(theirs)
	n.entry = mine
	if !theirs.below(mine.Ownership) {
		n.entry = entry{mine.join(theirs.Ownership), theirs.since}
		changed = true
	}
	if !deep {
		mine, theirs = entry{}, entry{}
	}
	if o != nil {
		for f := range o.longer {
			n.child(f)
		}
	}
	for f, m := range n.longer {
		var p *node
		if o != nil {
			p = o.longer[f]
		}
		changed = m.join(p, mine, theirs, deep) || changed
	}
	return changed
}
