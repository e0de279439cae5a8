package world

import (
	"slices"

	"wobbly/il"
)

// liveness computes for the start of c and after each node which variables
// count: those that may be read before they are written. Where addresses are
// stale all do.
func (m *machine) liveness(c *code) {
	before := make([][]bool, len(c.nodes))
	for i := range c.nodes {
		before[i] = make([]bool, len(c.slots))
		c.nodes[i].live = make([]bool, len(c.slots))
	}
	for changed := true; changed; {
		changed = false
		for i := range c.nodes {
			n := &c.nodes[i]
			for x := range n.live {
				live := m.world.Stale
				for _, next := range n.next {
					live = live || before[next][x]
				}
				n.live[x] = live
				if (live && !n.writes(x) || n.reads(x)) && !before[i][x] {
					before[i][x], changed = true, true
				}
			}
		}
	}
	c.live = make([]bool, len(c.slots))
	for x := range c.live {
		c.live[x] = slices.ContainsFunc(c.starts, func(i int) bool { return before[i][x] })
	}
}

// writes tells whether n gives a variable another value.
func (n *node) writes(slot int) bool {
	switch n.stmt.(type) {
	case *il.Copy, *il.Load, *il.New:
		return n.dst == slot
	default:
		return false
	}
}

// reads tells whether n reads a variable.
func (n *node) reads(slot int) bool {
	switch n.stmt.(type) {
	case *il.Copy, *il.Load:
		return n.src == slot
	case *il.Store:
		return n.src == slot || n.dst == slot
	default:
		for _, a := range n.args {
			if a.root == slot {
				return true
			}
		}
		return false
	}
}
