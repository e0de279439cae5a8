package racerd

import (
	"wobbly/il"
)

// environment is an ownership environment E: the ownership of the assigned expressions of a unit.
// For each root there is a tree over fields. An expression without an entry is Unowned by itself;
// it may inherit the ownership of a prefix (Options.Lookup).
type environment struct{ roots map[string]*node }

// node is the entry of one expression, and those of its extensions.
type node struct {
	held  held
	below map[string]*node // by field
}

// held is an entry: a value, and the assignment that it comes from. The assignment is nil for the
// initial value of a formal, and if there is no entry.
type held struct {
	Ownership
	since *given
}

// given is an assignment that gave its target an ownership value.
type given struct {
	Stmt      il.Stmt   // a copy, load, store or new
	Ownership Ownership // of the target after it
	Prefix    il.Expr   // the prefix of the source whose entry it is; zero for a new
	From      *given    // the assignment to the prefix; nil for the initial value of a formal
}

// initial returns the E at the beginning of a unit: formal i has the value of(i).
func initial(u *il.Unit, of func(i int) Ownership) environment {
	e := environment{make(map[string]*node, len(u.Formals)+4)}
	for i, x := range u.Formals {
		e.roots[x] = &node{held: held{Ownership: of(i)}}
	}
	return e
}

// exact returns the entry of x, the zero value if there is none.
func (e environment) exact(x il.Expr) held {
	n := e.roots[x.Root]
	for _, f := range x.Fields {
		if n == nil {
			break
		}
		n = n.below[f]
	}
	return n.own(held{})
}

// longest returns the entry of the longest prefix of x that is not Unowned, and the number of
// fields of this prefix.
func (e environment) longest(x il.Expr) (found held, fields int) {
	n := e.roots[x.Root]
	found = n.own(found)
	for i, f := range x.Fields {
		if n == nil {
			break
		}
		n = n.below[f]
		if at := n.own(held{}); at.Ownership != Unowned {
			found, fields = at, i+1
		}
	}
	return found, fields
}

// own returns the node's value, or the inherited one if it has none. The node may be nil.
func (n *node) own(inherited held) held {
	if n == nil || n.held.Ownership == Unowned {
		return inherited
	}
	return n.held
}

// assign makes e E[x ↦ h]. The entries of x's extensions are dropped, unless keep is set.
func (e environment) assign(x il.Expr, h held, keep bool) {
	n := e.roots[x.Root]
	if n == nil {
		n = &node{}
		e.roots[x.Root] = n
	}
	for _, f := range x.Fields {
		n = n.child(f)
	}
	n.held = h
	if !keep {
		n.below = nil
	}
}

// child returns the child for one more field, creating it if necessary.
func (n *node) child(f string) *node {
	next := n.below[f]
	if next == nil {
		next = &node{}
		if n.below == nil {
			n.below = map[string]*node{}
		}
		n.below[f] = next
	}
	return next
}

func (e environment) clone() environment {
	c := environment{make(map[string]*node, len(e.roots))}
	for x, n := range e.roots {
		c.roots[x] = n.clone()
	}
	return c
}

func (n *node) clone() *node {
	c := &node{held: n.held}
	if len(n.below) > 0 {
		c.below = make(map[string]*node, len(n.below))
		for f, m := range n.below {
			c.below[f] = m.clone()
		}
	}
	return c
}

// join makes e the pointwise join of e and o. It reports whether that changed the ownership of any
// expression. If deep is set an expression inherits from its prefixes. o is not changed.
func (e environment) join(o environment, deep bool) (changed bool) {
	for x := range o.roots {
		if e.roots[x] == nil {
			e.roots[x] = &node{}
		}
	}
	for x, n := range e.roots {
		changed = n.join(o.roots[x], held{}, held{}, deep) || changed
	}
	return changed
}

// join joins the subtrees n and o of one expression; o may be nil. mine and theirs are what the two
// inherit.
func (n *node) join(o *node, mine, theirs held, deep bool) (changed bool) {
	mine, theirs = n.own(mine), o.own(theirs)
	n.held = mine
	if !theirs.below(mine.Ownership) {
		n.held = held{mine.join(theirs.Ownership), theirs.since}
		changed = true
	}
	if !deep {
		mine, theirs = held{}, held{}
	}
	if o != nil {
		for f := range o.below {
			n.child(f)
		}
	}
	for f, m := range n.below {
		var p *node
		if o != nil {
			p = o.below[f]
		}
		changed = m.join(p, mine, theirs, deep) || changed
	}
	return changed
}
