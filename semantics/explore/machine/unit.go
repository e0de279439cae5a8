package machine

import (
	"cmp"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// maxNodes bounds the flow graph of a unit with its loops unrolled.
const maxNodes = 1 << 18

// ErrUnroll is returned if the bound on iterations makes the program too large: loops are unrolled,
// and each multiplies what is inside.
var ErrUnroll = flow.ErrTooLarge

// A unit is the code of a unit: its flow graph, and the variables and effects at each node.
type unit struct {
	*flow.Graph
	registers []int32 // the register of each variable in a frame, by slot, or noRegister
	frame     int32   // the number of registers of a frame; those of the formals come first
	size      int32   // the same with the frames of all calls in it
	live      []flow.VarSet
	after     []after
}

// noRegister is the register of a variable that no node uses because its loop is never entered.
const noRegister = -1

// newUnit compiles u, whose callees have been compiled.
func (p *Program) newUnit(u *il.Unit, o Options) (*unit, error) {
	bounds := flow.Options{Bounded: o.Unroll >= 0, Rounds: o.Unroll, MaxNodes: maxNodes}
	graph, err := flow.New(u, bounds)
	if err != nil {
		return nil, err
	}
	f := &unit{Graph: graph, after: make([]after, len(graph.Nodes))}
	// Registers are numbered in the order of the nodes. Verdicts do not depend on it, but which of
	// several witnesses is found does.
	f.registers = slice.Repeat[int32](noRegister, len(f.Vars))
	take := func(x string, _ il.Pos) {
		if r := &f.registers[f.Slot(x)]; *r == noRegister {
			*r = f.frame
			f.frame++
		}
	}
	for _, x := range u.Formals {
		take(x, il.NoPos)
	}
	for i := range f.Nodes {
		il.EachVar(f.Nodes[i].Stmt, take)
	}
	f.size = f.frame
	for _, callee := range p.core.Callees(u) {
		f.size = max(f.size, f.frame+p.units[callee].size)
	}
	if o.Dead {
		f.live = graph.AllLive()
	} else {
		f.live = graph.Liveness(il.Def)
	}
	f.Backward(func(n int32) (changed bool) {
		now := f.from(n, p)
		changed = now != f.after[n]
		f.after[n] = now
		return changed
	})
	return f, nil
}

func (u *unit) register(x string, base Address) Address { return base + u.registers[u.Slot(x)] }

// liveAt lists the registers that may be read, from a node of a frame at base on, before a write.
func (u *unit) liveAt(n int32, base Address) []Address {
	var live []Address
	u.live[n].Each(func(slot int32) {
		if r := u.registers[slot]; r != noRegister {
			live = append(live, base+r)
		}
	})
	slice.Sort(live, cmp.Compare[int32])
	return live
}

// idle reports whether the command of node n assigns a variable that is not read before a write.
func (u *unit) idle(n int32) bool {
	x, ok := il.Def(u.Nodes[n].Stmt)
	return ok && !u.live[u.Nodes[n].Next].Has(u.Slot(x))
}
