package machine

import (
	"cmp"
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// maxNodes bounds the flow graph of a unit in which rounds of loops are written
// out: nested loops multiply.
const maxNodes = 1 << 18

// ErrUnroll is returned where the bound on rounds makes the program too large:
// nested loops are written out, and each multiplies what is inside.
var ErrUnroll = flow.ErrTooLarge

// unit is the code of a unit: its flow graph, and what counts at each node.
type unit struct {
	*flow.Graph
	registers []int32 // in a frame, of each variable by its slot; noRegister where no node names it
	frame     int32   // registers of a frame; those of the formals come first
	size      int32   // the same with all frames of calls in it
	live      []flow.VarSet
	after     []after
}

// noRegister stands for that of a variable in rounds of loops that are not made.
const noRegister = -1

// newUnit lays out u, of which the callees are known, for Options.
func (g *Program) newUnit(u *il.Unit, o Options) (*unit, error) {
	graph, err := flow.New(u, flow.Options{Bounded: o.Unroll >= 0, Rounds: o.Unroll, MaxNodes: maxNodes})
	if err != nil {
		return nil, err
	}
	f := &unit{Graph: graph, after: make([]after, len(graph.Nodes))}
	f.number()
	f.size = f.frame
	for _, callee := range g.core.Callees(u) {
		f.size = max(f.size, f.frame+g.units[callee].size)
	}
	if o.Dead {
		f.live = graph.AllLive()
	} else {
		f.live = graph.Liveness(il.Def)
	}
	f.futures(g)
	return f, nil
}

// number gives registers to variables, in the order of the nodes. (The order does
// not matter to the answers, but to which of several witnesses is found.)
func (f *unit) number() {
	f.registers = slices.Repeat([]int32{noRegister}, len(f.Vars))
	take := func(x string, _ il.Pos) {
		if r := &f.registers[f.Slot(x)]; *r == noRegister {
			*r = f.frame
			f.frame++
		}
	}
	for _, x := range f.Unit.Formals {
		take(x, il.NoPos)
	}
	for i := range f.Nodes {
		il.EachVar(f.Nodes[i].Stmt, take)
	}
}

// register is the register of a variable in a frame at base.
func (f *unit) register(x string, base Address) Address { return base + f.registers[f.Slot(x)] }

// liveAt lists the registers that may be read before they are written, from a
// node of a frame at base on.
func (f *unit) liveAt(n int32, base Address) []Address {
	var live []Address
	f.live[n].Each(func(slot int32) {
		if r := f.registers[slot]; r != noRegister {
			live = append(live, base+r)
		}
	})
	slice.Sort(live, cmp.Compare[int32])
	return live
}

// idle tells whether no variable that node n, a command, assigns may be read
// before it is written again.
func (f *unit) idle(n int32) bool {
	x, ok := il.Def(f.Nodes[n].Stmt)
	return ok && !f.live[f.Nodes[n].Next].Has(f.Slot(x))
}

// choices are those on a shortest path from a node to a command that is resolved
// from it.
func (f *unit) choices(from, to int32) []semantics.Choice {
	var list []semantics.Choice
	for _, d := range f.Decisions(from, to) {
		list = append(list, choice(d))
	}
	return list
}

// choice is a decision in the words of the semantics.
func choice(d flow.Decision) semantics.Choice {
	take, _ := semantics.TakeOf(d.At, d.First)
	return semantics.Choice{At: d.At, Take: take}
}
