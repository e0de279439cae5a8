package machine

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
)

// A Program is a pair of units compiled for execution. The control of each thread is a graph of
// control states, as if every call were inlined; control states are made when they are first needed
// (see Expand).
type Program struct {
	core    *il.Core
	pair    il.Pair
	width   int32 // cells of an object; 1 if there are no fields
	units   map[*il.Unit]*unit
	threads [2]thread
	heap    Address          // the first address of a cell, after the registers of A and of B
	bits    map[il.Stmt]uint // of the loads and stores: see Bit
	dead    bool             // see Options.Dead
}

type thread struct {
	unit     *il.Unit
	base     Address // of its registers
	controls []*Control
	index    map[position]int32
	sites    []il.Stmt // loads and stores of the control states so far
	siteOf   map[il.Stmt]int32
	expanded int // control states up to here are ready
}

// A position identifies a control state.
type position struct {
	parent int32 // the control state of the open call, or noParent
	node   int32
	level  il.Level
}

const (
	noParent = -1
	noSite   = -1
)

// Options say how to compile.
type Options struct {
	Unroll int  // iterations of each loop each time it is reached; negative for all
	Dead   bool // variables that are never read again count until the call ends
}

// Compile prepares l || r for execution. The error is ErrUnroll.
func Compile(core *il.Core, p il.Pair, o Options) (*Program, error) {
	g := &Program{
		core: core, pair: p, width: max(1, int32(len(core.Fields))),
		units: map[*il.Unit]*unit{}, bits: map[il.Stmt]uint{}, dead: o.Dead,
	}
	reached := g.reached()
	for _, u := range reached {
		for s := range il.Accesses(u.Body) {
			g.bits[s] = uint(len(g.bits) % 64)
		}
	}
	for _, u := range reached {
		f, err := g.newUnit(u, o)
		if err != nil {
			return nil, err
		}
		g.units[u] = f
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		g.threads[i] = thread{
			unit: u, base: g.heap, index: map[position]int32{}, siteOf: map[il.Stmt]int32{},
		}
		g.heap += g.units[u].size
	}
	for i := range g.threads {
		t := &g.threads[i]
		f := g.units[t.unit]
		start := &Control{Op: OpEnd, Free: true, unit: f, node: flow.None, base: t.base, ready: true}
		t.controls = append(t.controls, start)
		g.resolve(i, start, f, f.Entry, t.base, nil)
	}
	return g, nil
}

// reached lists the units of the pair and those that they call, callees first.
func (g *Program) reached() []*il.Unit {
	units := g.core.Reachable(g.pair.Left, g.pair.Right)
	slices.Reverse(units)
	return units
}

func (g *Program) callee(c *il.Call) *unit { return g.units[g.core.Methods[c.Method]] }

func (g *Program) Core() *il.Core { return g.core }

func (g *Program) Pair() il.Pair { return g.pair }

func (g *Program) Unit(i int) *il.Unit { return g.threads[i].unit }

// Width returns the number of cells of an object: one for each field, and at least one.
func (g *Program) Width() int32 { return g.width }

// Dead reports whether variables that are never read again count.
func (g *Program) Dead() bool { return g.dead }

// Registers returns the number of registers of the two threads, which are the first addresses.
func (g *Program) Registers() int32 { return g.heap }

// Formal returns the register of formal k, counted from 0, of the unit of thread i.
func (g *Program) Formal(i, k int) Address { return g.threads[i].base + Address(k) }

// Sites lists the loads and stores of the control states of thread i so far and, if locks have
// names, each lock(). See Control.Site.
func (g *Program) Sites(i int) []il.Stmt { return g.threads[i].sites }

// Bit returns the bit of Effects.Sites for a load or store of the program. If there are at most 64,
// no two share one.
func (g *Program) Bit(s il.Stmt) uint { return g.bits[s] }

// Bounded reports whether the bound on iterations leaves anything out.
func (g *Program) Bounded() bool {
	for _, f := range g.units {
		if slices.ContainsFunc(f.Nodes, func(n flow.Node) bool { return n.Cut }) {
			return true
		}
	}
	return false
}

// Controls lists the control states of thread i so far, by ID. The first one is before the unit.
func (g *Program) Controls(i int) []*Control { return g.threads[i].controls }

// Starts lists the control states in which thread i may begin.
func (g *Program) Starts(i int) []*Control { return g.threads[i].controls[0].Next }

// eager is the number of a thread's control states that are made before a search.
const eager = 1 << 14

// ExpandSome makes all control states or, for a large program, some.
func (g *Program) ExpandSome() {
	for i := range g.threads {
		t := &g.threads[i]
		for t.expanded < len(t.controls) && t.expanded < eager {
			g.Expand(i, t.controls[t.expanded])
			t.expanded++
		}
	}
}

// Closed reports whether ExpandSome has made all control states.
func (g *Program) Closed() bool {
	a, b := &g.threads[0], &g.threads[1]
	return a.expanded == len(a.controls) && b.expanded == len(b.controls)
}

// Expand makes the control states that may follow c, a control state of thread i. It must be called
// for each control state before Machine executes its command, and never concurrently.
func (g *Program) Expand(i int, c *Control) {
	if c.ready {
		return
	}
	c.ready = true
	in := c // the frame in which control continues
	switch c.Op {
	case OpEnd:
		return
	case OpPush:
		callee := g.callee(c.call())
		g.resolve(i, c, callee, callee.Entry, c.inner(), c)
		return
	case OpPop:
		in = c.Parent
	}
	g.resolve(i, c, in.unit, in.unit.Nodes[in.node].Next, in.base, in.Parent)
}

// resolve makes the control states after c: those to which node from of f leads in the frame at
// base, called from parent.
func (g *Program) resolve(i int, c *Control, f *unit, from int32, base Address, parent *Control) {
	c.from, c.Cut = from, f.Cuts(from)
	for _, n := range f.Resolved(from) {
		c.Next = append(c.Next, g.control(i, f, n, base, parent, c.after))
	}
}

func (g *Program) control(i int, f *unit, n int32, base Address, parent *Control, level il.Level) *Control {
	t := &g.threads[i]
	at := position{parent: noParent, node: n, level: level}
	if parent != nil {
		at.parent = parent.ID
	}
	if id, ok := t.index[at]; ok {
		return t.controls[id]
	}
	c := &Control{
		ID: int32(len(t.controls)), Parent: parent, Level: level, Site: noSite,
		unit: f, node: n, base: base,
	}
	g.decode(t, c)
	t.index[at] = c.ID
	t.controls = append(t.controls, c)
	return c
}

// Command returns what c executes next, nil at the end of the thread.
func (g *Program) Command(c *Control) il.Command {
	switch c.Op {
	case OpEnd:
		return nil
	case OpPush:
		call := c.call()
		return il.Push{Call: call, Callee: g.core.Methods[call.Method]}
	case OpPop:
		return il.Pop{Call: c.Parent.call(), Callee: c.unit.Unit}
	default:
		return c.stmt().(il.Command)
	}
}

// Choices returns how a thread resolves the choices on a shortest path from the command of from, or
// from the beginning of its unit, to the command of to, which is one of from.Next.
func (g *Program) Choices(from, to *Control) (list []semantics.Choice) {
	for _, d := range to.unit.Decisions(from.from, to.node) {
		take, _ := semantics.TakeOf(d.At, d.First)
		list = append(list, semantics.Choice{At: d.At, Take: take})
	}
	return list
}

func (g *Program) FieldIndex(name string) int32 {
	i, _ := slices.BinarySearch(g.core.Fields, name)
	return int32(i)
}

func (g *Program) Path(e il.Expr) []int32 {
	path := make([]int32, len(e.Fields))
	for i, f := range e.Fields {
		path[i] = g.FieldIndex(f)
	}
	return path
}
