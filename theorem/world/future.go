package world

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// future is the effects that may follow at a program point, as far as control
// goes.
type future uint8

const (
	returns  future = 1 << iota // the end of the unit
	accesses                    // a load or store
	unlocks                     // an unlock()
)

// futures are those of each command and end of each unit, within the unit and
// what it calls.
type futures map[*code][]future

// futures computes the least futures in which each statement does what own says.
// In particular a method returns only if some path through it does, where calls
// of methods that do not return end a path.
func (m *machine) futures(own func(il.Stmt) future) futures {
	o := futures{}
	for _, c := range m.order {
		o[c] = make([]future, len(c.nodes))
		o[c][flow.End] = returns
	}
	for changed := true; changed; {
		changed = false
		for _, c := range m.order {
			for i := 1; i < len(c.nodes); i++ {
				now := o.before(c, &c.nodes[i], own)
				changed = changed || now != o[c][i]
				o[c][i] = now
			}
		}
	}
	return o
}

// before is the future of a node by those of the nodes that it leads to.
func (o futures) before(c *code, n *node, own func(il.Stmt) future) future {
	f := own(n.stmt)
	if n.callee != nil {
		inside := o.any(n.callee, n.callee.starts)
		f |= inside &^ returns
		if inside&returns == 0 {
			return f
		}
	}
	return f | o.any(c, n.next)
}

// any is what may lie ahead of some of the nodes.
func (o futures) any(c *code, nodes []int32) future {
	var f future
	for _, i := range nodes {
		f |= o[c][i]
	}
	return f
}

// at is what lies ahead of a thread, in its current unit and after all open
// calls.
func (o futures) at(c *control) future {
	f := o[c.frame.code][c.at]
	for g := c.frame; g.up != nil && f&returns != 0; g = g.up {
		f = f&^returns | o.any(g.up.code, g.up.code.nodes[g.call].after)
	}
	return f
}

// effects are what the search needs to know of statements.
func effects(s il.Stmt) future {
	if _, ok := il.AccessOf(s); ok {
		return accesses
	}
	if _, ok := s.(*il.Unlock); ok {
		return unlocks
	}
	return 0
}

// only are the futures of one statement: accesses stands for it.
func (m *machine) only(site il.Stmt) futures {
	return m.futures(func(s il.Stmt) future {
		if s == site {
			return accesses
		}
		return 0
	})
}
