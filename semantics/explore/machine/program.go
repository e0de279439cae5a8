package machine

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
)

// A Program is a pair of units compiled for execution. The control of each thread is a graph of
// control states, as if every call were inlined; see Expand for when they are made.
type Program struct {
	core    *il.Core
	pair    il.Pair
	width   int32 // see Width
	units   map[*il.Unit]*unit
	threads [2]thread
	heap    Address          // the first address of a cell, after the registers of A and of B
	bits    map[il.Stmt]uint // of the loads and stores: see Bit
	dead    bool             // see Options.Dead
}

type thread struct {
	unit     *il.Unit
	base     Address // the first of its registers
	controls []*Control
	index    map[position]int32 // the numbers of the control states
	sites    []il.Stmt          // see Program.Sites
	siteOf   map[il.Stmt]int32  // the indices in sites
	expanded int                // the control states before this one are ready
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
	Unroll int  // the most iterations of a loop each time it is reached; negative for no limit
	Dead   bool // whether variables that are never read again count until the call ends
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
		in := frame{unit: f, base: t.base}
		start := &Control{Op: OpEnd, Free: true, frame: in, node: flow.None, ready: true}
		t.controls = append(t.controls, start)
		g.resolve(i, start, in, f.Entry)
	}
	return g, nil
}

// reached lists the units of the pair and those that they call, callees first.
func (p *Program) reached() []*il.Unit {
	units := p.core.Reachable(p.pair.Left, p.pair.Right)
	slices.Reverse(units)
	return units
}

func (p *Program) callee(c *il.Call) *unit { return p.units[p.core.Methods[c.Method]] }

func (p *Program) Core() *il.Core { return p.core }

func (p *Program) Pair() il.Pair { return p.pair }

func (p *Program) Unit(i int) *il.Unit { return p.threads[i].unit }

// Width returns the number of cells of an object: one for each field, and at least one.
func (p *Program) Width() int32 { return p.width }

// Dead reports whether variables that are never read again count.
func (p *Program) Dead() bool { return p.dead }

// Registers returns the number of registers of the two threads, which are the first addresses.
func (p *Program) Registers() int32 { return p.heap }

// Formal returns the register of formal k, counted from 0, of the unit of thread i.
func (p *Program) Formal(i, k int) Address { return p.threads[i].base + Address(k) }

// Sites lists the loads and stores of the control states of thread i so far and, if locks have
// names, each lock(). See Control.Site.
func (p *Program) Sites(i int) []il.Stmt { return p.threads[i].sites }

// Bit returns the bit of Effects.Sites for a load or store of the program. If there are at most 64,
// no two share one.
func (p *Program) Bit(s il.Stmt) uint { return p.bits[s] }

// Bounded reports whether the bound on iterations leaves anything out.
func (p *Program) Bounded() bool {
	for _, f := range p.units {
		if slices.ContainsFunc(f.Nodes, func(n flow.Node) bool { return n.Cut }) {
			return true
		}
	}
	return false
}

// Controls lists the control states of thread i so far, by ID. The first one is before the unit.
func (p *Program) Controls(i int) []*Control { return p.threads[i].controls }

// Starts lists the control states in which thread i may begin.
func (p *Program) Starts(i int) []*Control { return p.threads[i].controls[0].Next }

// eager is the number of a thread's control states that are made before a search.
const eager = 1 << 14

// ExpandSome makes all control states or, for a large program, some.
func (p *Program) ExpandSome() {
	for i := range p.threads {
		t := &p.threads[i]
		for t.expanded < len(t.controls) && t.expanded < eager {
			p.Expand(i, t.controls[t.expanded])
			t.expanded++
		}
	}
}

// Closed reports whether ExpandSome has made all control states.
func (p *Program) Closed() bool {
	a, b := &p.threads[0], &p.threads[1]
	return a.expanded == len(a.controls) && b.expanded == len(b.controls)
}

// Expand makes the control states that may follow c, a control state of thread i. It must be called
// for each control state before Machine executes its command, and never concurrently.
func (p *Program) Expand(i int, c *Control) {
	if c.ready {
		return
	}
	c.ready = true
	done := c // the command, or the call that a pop ends
	switch c.Op {
	case OpEnd:
		return
	case OpPush:
		callee := p.callee(c.call())
		p.resolve(i, c, frame{unit: callee, base: c.inner(), Parent: c}, callee.Entry)
		return
	case OpPop:
		done = c.Parent
	}
	p.resolve(i, c, done.frame, done.unit.Nodes[done.node].Next)
}

// resolve makes the control states after c: those to which a node of a frame leads.
func (p *Program) resolve(i int, c *Control, in frame, from int32) {
	c.from, c.Cut = from, in.unit.Cuts(from)
	for _, n := range in.unit.Resolved(from) {
		c.Next = append(c.Next, p.control(i, in, n, c.after))
	}
}

// control returns the control state of thread i at a node of a frame, which it makes once.
func (p *Program) control(i int, in frame, n int32, level il.Level) *Control {
	t := &p.threads[i]
	at := position{parent: noParent, node: n, level: level}
	if in.Parent != nil {
		at.parent = in.Parent.ID
	}
	if id, ok := t.index[at]; ok {
		return t.controls[id]
	}
	c := &Control{ID: int32(len(t.controls)), Level: level, Site: noSite, frame: in, node: n}
	p.decode(t, c)
	t.index[at] = c.ID
	t.controls = append(t.controls, c)
	return c
}

// Command returns what c executes next, nil at the end of the thread.
func (p *Program) Command(c *Control) il.Command {
	switch c.Op {
	case OpEnd:
		return nil
	case OpPush:
		call := c.call()
		return il.Push{Call: call, Callee: p.core.Methods[call.Method]}
	case OpPop:
		return il.Pop{Call: c.Parent.call(), Callee: c.unit.Unit}
	default:
		return c.stmt().(il.Command)
	}
}

// Choices returns how a thread resolves the choices on a shortest path from the command of from, or
// from the beginning of its unit, to the command of to, which is one of from.Next.
func (p *Program) Choices(from, to *Control) (list []semantics.Choice) {
	for _, d := range to.unit.Decisions(from.from, to.node) {
		take, _ := semantics.TakeOf(d.At, d.First)
		list = append(list, semantics.Choice{At: d.At, Take: take})
	}
	return list
}

func (p *Program) FieldIndex(name string) int32 {
	i, _ := slices.BinarySearch(p.core.Fields, name)
	return int32(i)
}

func (p *Program) Path(e il.Expr) []int32 {
	path := make([]int32, len(e.Fields))
	for i, f := range e.Fields {
		path[i] = p.FieldIndex(f)
	}
	return path
}
