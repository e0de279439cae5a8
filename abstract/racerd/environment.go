package racerd

import (
	"wobbly/abstract"
	"wobbly/il"
)

// environment is an ownership environment E: what the assigned expressions of a unit
// hold. For each root there is a tree of the fields behind it. An expression
// without an entry is Unowned by itself; what it is by its prefixes, the lookup
// says (Options.Lookup).
type environment struct{ roots map[string]*node }

// node is the entry of one expression, and those of its extensions.
type node struct {
	held  held
	below map[string]*node // by field
}

// held is an entry: a value, and the assignment that it is from, nil for what a
// formal begins with and for what has none.
type held struct {
	Ownership
	since *given
}

// given is an assignment that gave its target an ownership value.
type given struct {
	Stmt      il.Stmt   // a copy, load, store or new
	Ownership Ownership // of the target behind it
	Prefix    il.Expr   // the prefix of the source whose entry it is; zero for a new
	From      *given    // what gave it to the prefix; nil for a formal from the beginning
}

// entry is an expression with its entry in E.
type entry struct {
	Expr abstract.Expr
	Ownership
}

// initial is the E of a unit's beginning: formal i has the value of(i).
func initial(u *il.Unit, of func(i int) Ownership) environment {
	e := environment{make(map[string]*node, len(u.Formals)+4)}
	for i, x := range u.Formals {
		e.roots[x] = &node{held: held{Ownership: of(i)}}
	}
	return e
}

// exact is the entry of x; the zero value where there is none.
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

// longest is the entry of the longest prefix of x that is not Unowned, and how
// many fields this prefix has.
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

// own is the node's value, or the inherited one where it has none.
func (n *node) own(inherited held) held {
	if n == nil || n.held.Ownership == Unowned {
		return inherited
	}
	return n.held
}

// assign is E[x ↦ h]. The entries of x's extensions go, unless they are kept.
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

// child is the node of one field more; it is made if there is none.
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

// clone is a copy that shares nothing with e.
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

// join makes e the least upper bound of e and o, and tells whether that changed
// what e says of any expression: for every expression the join of what the two
// say of it. With deep, an expression inherits what its prefixes have. o is not
// changed.
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

// join is the same for the subtrees n and o of one expression, of which o may be
// absent. What the two inherit comes from prefixes.
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
		changed = m.join(o.at(f), mine, theirs, deep) || changed
	}
	return changed
}

// at is the node of one field more, or nil.
func (n *node) at(f string) *node {
	if n == nil {
		return nil
	}
	return n.below[f]
}
