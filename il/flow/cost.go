package flow

import (
	"wobbly/il"
	"wobbly/internal/exact"
)

// Costs are the numbers of steps of shortest complete executions; some may be limited to certain
// locks. skip takes no step, a loop takes no iteration, and a call takes a push and a pop around
// its body.
type Costs struct {
	core   *il.Core
	locks  il.LockSet
	bodies []cost              // by Unit.Index
	ifs    map[*il.If]ifBranch // nil until there is one
}

// A cost is a number of steps. It is blocked if every execution takes a forbidden lock.
type cost struct {
	blocked bool
	steps   exact.Nat
}

// less orders costs by steps, with blocked ones last.
func (c cost) less(d cost) bool {
	if c.blocked != d.blocked {
		return d.blocked
	}
	return c.steps.Less(d.steps)
}

// ifBranch is the cheaper branch of an if.
type ifBranch struct {
	then bool
	cost cost
}

// NewCosts computes the costs of a program without recursion.
func NewCosts(core *il.Core) *Costs { return NewCostsWithin(core, il.AnyLock) }

// NewCostsWithin computes the costs of executions that take no lock outside a set.
func NewCostsWithin(core *il.Core, locks il.LockSet) *Costs {
	c := &Costs{core: core, locks: locks, bodies: make([]cost, len(core.Units))}
	for _, u := range core.Order { // callees first
		c.bodies[u.Index] = c.block(u.Body)
	}
	return c
}

func (c *Costs) block(b *il.Block) (n cost) {
	for _, s := range b.List() {
		next := c.of(s)
		n.blocked = n.blocked || next.blocked
		n.steps = n.steps.Plus(next.steps)
	}
	return n
}

// Of returns the number of steps of the shortest complete execution of s, if there is one.
func (c *Costs) Of(s il.Stmt) exact.Nat { return c.of(s).steps }

// Blocked reports whether every complete execution of s takes a lock outside the set.
func (c *Costs) Blocked(s il.Stmt) bool { return c.of(s).blocked }

func (c *Costs) of(s il.Stmt) cost {
	switch s := s.(type) {
	case *il.Skip, *il.While:
		return cost{}
	case *il.If:
		return c.cheaper(s).cost
	case *il.Call:
		body := c.bodies[c.core.Methods[s.Method].Index]
		body.steps = body.steps.Plus(exact.Of(2))
		return body
	case il.Command:
		return cost{
			blocked: il.Acquires(s) && !c.locks.Has(il.SlotOf(s)), steps: exact.Of(1),
		}
	default:
		panic(il.Unknown(s))
	}
}

// First reports whether the shortest execution takes the then-branch of an if. It does if both
// branches take the same number of steps. It enters no loop.
func (c *Costs) First(s il.Stmt) bool {
	branches, ok := s.(*il.If)
	return ok && c.cheaper(branches).then
}

func (c *Costs) cheaper(s *il.If) ifBranch {
	if best, ok := c.ifs[s]; ok {
		return best
	}
	best := ifBranch{true, c.block(s.Then)}
	if cost := c.block(s.Else); cost.less(best.cost) {
		best = ifBranch{false, cost}
	}
	if c.ifs == nil {
		c.ifs = map[*il.If]ifBranch{}
	}
	c.ifs[s] = best
	return best
}
