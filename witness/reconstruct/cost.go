package reconstruct

import (
	"wobbly/il"
	"wobbly/internal/exact"
)

// costs are the numbers of steps of shortest complete executions.
type costs struct {
	core   *il.Core
	bodies []exact.Nat       // by Unit.Index
	ifs    map[*il.If]branch // nil until there is one
}

// branch is a branch of an if, and its cost.
type branch struct {
	block *il.Block
	cost  exact.Nat
}

func newCosts(core *il.Core) costs {
	c := costs{core: core, bodies: make([]exact.Nat, len(core.Units))}
	for _, u := range core.Order { // callees first
		c.bodies[u.Index] = c.block(u.Body)
	}
	return c
}

func (c *costs) block(b *il.Block) (n exact.Nat) {
	for _, s := range b.List() {
		n = n.Plus(c.stmt(s))
	}
	return n
}

// stmt is the cost of a statement. skip takes no step, a loop is passed by without an
// iteration, and a call takes a push and a pop around its body.
func (c *costs) stmt(s il.Stmt) exact.Nat {
	switch s := s.(type) {
	case *il.Skip, *il.While:
		return exact.Nat{}
	case *il.If:
		return c.cheaper(s).cost
	case *il.Call:
		return c.bodies[c.core.Methods[s.Method].Index].Plus(exact.Of(2))
	case il.Command:
		return exact.Of(1)
	default:
		panic(il.Unknown(s))
	}
}

// cheaper returns the branch of an if that takes fewer steps, and the then-branch if both
// take the same number.
func (c *costs) cheaper(s *il.If) branch {
	if best, ok := c.ifs[s]; ok {
		return best
	}
	best := branch{s.Then, c.block(s.Then)}
	if cost := c.block(s.Else); cost.Less(best.cost) {
		best = branch{s.Else, cost}
	}
	if c.ifs == nil {
		c.ifs = map[*il.If]branch{}
	}
	c.ifs[s] = best
	return best
}
