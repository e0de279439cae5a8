package check

import (
	"math/big"

	"wobbly/il"
)

// shortest is the shortest complete execution of a method, which a run represents: it skips loops,
// and takes the branch of an if that has fewer steps, or the then-branch on a tie.
type shortest struct {
	commands []il.Stmt // simple commands and calls, in order
	steps    *big.Int  // the number of steps from push to pop, including both and those of calls
	// highest is the highest lock level, in calls too, counted from the entry.
	highest il.Level
	// unbalanced reports whether the lock level is ever lower than at entry, or differs at the end.
	unbalanced bool
	outline    *outline
}

// shortest returns the shortest execution of a method. It first computes those of the methods that
// it calls, with an explicit stack because call chains may be long. The call graph has no cycle
// (assumption A5).
func (c *Checker) shortest(method *il.Unit) *shortest {
	if c.shortests == nil {
		c.shortests, c.elses = map[*il.Unit]*shortest{}, map[*il.If]bool{}
	}
	open := []*il.Unit{method}
	for len(open) > 0 {
		u := open[len(open)-1]
		if c.shortests[u] != nil {
			open = open[:len(open)-1]
			continue
		}
		n := len(open)
		il.Walk(u.Body, func(s il.Stmt) {
			if call, ok := s.(*il.Call); ok {
				if callee := c.core.Methods[call.Method]; c.shortests[callee] == nil {
					open = append(open, callee)
				}
			}
		})
		if len(open) == n {
			c.shortests[u] = c.shorten(u)
		}
	}
	return c.shortests[method]
}

// shorten returns the shortest execution of u, from those of its callees.
func (c *Checker) shorten(u *il.Unit) *shortest {
	s := &shortest{steps: c.count(u.Body)}
	s.steps.Add(s.steps, big.NewInt(2)) // push and pop
	c.flatten(s, u.Body)
	var entry, level il.Level // counted from the entry
	for _, command := range s.commands {
		switch command := command.(type) {
		case *il.Lock:
			level = level.With(command.Slot, level.DepthOf(command.Slot)+1)
			s.highest = s.highest.Max(level)
		case *il.Unlock:
			depth := level.DepthOf(command.Slot)
			s.unbalanced = s.unbalanced || depth < 1
			level = level.With(command.Slot, depth-1)
		case *il.Call:
			callee := c.shortests[c.core.Methods[command.Method]]
			s.highest = s.highest.Max(level.Plus(callee.highest))
			s.unbalanced = s.unbalanced || callee.unbalanced
		}
	}
	s.unbalanced = s.unbalanced || level != entry
	s.outline = c.outlineOf(u, s.commands)
	return s
}

// count returns the number of steps of the shortest execution of b. It records in c.elses the ifs
// whose else-branch that execution takes.
func (c *Checker) count(b *il.Block) *big.Int {
	simple, sum := int64(0), new(big.Int)
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Skip, *il.While:
		case *il.If:
			shorter := c.count(s.Then)
			if ofElse := c.count(s.Else); ofElse.Cmp(shorter) < 0 {
				c.elses[s] = true
				shorter = ofElse
			}
			sum.Add(sum, shorter)
		case *il.Call:
			sum.Add(sum, c.shortests[c.core.Methods[s.Method]].steps)
		default:
			simple++
		}
	}
	return sum.Add(sum, big.NewInt(simple))
}

// flatten appends the commands of the shortest execution of b to out. count must have been called.
func (c *Checker) flatten(out *shortest, b *il.Block) {
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Skip, *il.While:
		case *il.If:
			if c.elses[s] {
				c.flatten(out, s.Else)
			} else {
				c.flatten(out, s.Then)
			}
		default:
			out.commands = append(out.commands, s)
		}
	}
}
