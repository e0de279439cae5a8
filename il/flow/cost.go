package flow

import (
	"wobbly/il"
	"wobbly/internal/exact"
)

// Costs are the numbers of steps of shortest complete executions. skip takes no step, a loop is
// passed without an iteration, and a call takes a push and a pop around its body.
type Costs struct {
	core   *il.Core
	bodies []exact.Nat         // by Unit.Index
	ifs    map[*il.If]ifBranch // nil until there is one
}

type ifBranch struct {
	then bool
	cost exact.Nat
}

// NewCosts computes the costs of a program without recursion.
func NewCosts(core *il.Core) *Costs {
	c := &Costs{core: core, bodies: make([]exact.Nat, len(core.Units))}
	for _, u := range core.Order { // callees first
		c.bodies[u.Index] = c.block(u.Body)
	}
	return c
}

func (c *Costs) block(b *il.Block) (n exact.Nat) {
	for _, s := range b.List() {
		n = n.Plus(c.Of(s))
	}
	return n
}

// Of returns the number of steps of the shortest complete execution of s.
func (c *Costs) Of(s il.Stmt) exact.Nat {
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

// First reports how the shortest execution resolves a choice: whether it takes the then-branch of
// an if, which it also does if both branches take the same number of steps. It enters no loop.
func (c *Costs) First(s il.Stmt) bool {
	branches, ok := s.(*il.If)
	return ok && c.cheaper(branches).then
}

func (c *Costs) cheaper(s *il.If) ifBranch {
	if best, ok := c.ifs[s]; ok {
		return best
	}
	best := ifBranch{true, c.block(s.Then)}
	if cost := c.block(s.Else); cost.Less(best.cost) {
		best = ifBranch{false, cost}
	}
	if c.ifs == nil {
		c.ifs = map[*il.If]ifBranch{}
	}
	c.ifs[s] = best
	return best
}
