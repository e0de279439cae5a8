package explore

import (
	"wobbly/il"
	"wobbly/semantics"
)

// This file is what engines outside the package need that make states of their
// own: what lies ahead of a control state, and a machine that is filled by hand.

// Ahead is what commands may do: the fields whose cells they read (on the way to
// an access and in arguments, too) and write, as sets of the bits that Program
// gives fields, the loads and stores among them as sets of the bits of Bit, and
// whether there is a lock(). The sets may be too large, never too small.
type Ahead struct {
	Reads, Writes uint64 // bit f%64 stands for field f
	Sites         uint64
	Locks         bool
}

func (a accesses) ahead() Ahead { return Ahead{a.reads, a.writes, a.sites, a.locks} }

// Ahead is what a thread may do from c to its end.
func (c *Control) Ahead() Ahead { return c.all.ahead() }

// AheadToLock is what a thread may do from c to its next lock(), which does not
// count.
func (c *Control) AheadToLock() Ahead { return c.until.ahead() }

// Does is what the next command does.
func (c *Control) Does() Ahead { return c.own.ahead() }

// Live lists the registers whose values count.
func (c *Control) Live() []Place { return c.live }

// ID numbers the control states of a thread from 0.
func (c *Control) ID() int { return int(c.id) }

// Level is how often the thread holds the lock before its next command.
func (c *Control) Level() int { return int(c.level) }

// Idle tells whether the variable that the next command writes counts nowhere
// after it.
func (c *Control) Idle() bool { return c.idle }

// Bit is the bit of Ahead.Sites that stands for a load or store of the program,
// and for no others where there are at most 64.
func (g *Program) Bit(s il.Stmt) uint { return g.bits[s] }

// Bounded tells whether the bound on rounds leaves anything out.
func (g *Program) Bounded() bool { return g.bounded() }

// Choices is how a thread resolves what comes between the command of from, or
// the beginning of its unit if that is where from stands, and the command of to,
// which is one of Next.
func (g *Program) Choices(from, to *Control) []semantics.Choice {
	var list []semantics.Choice
	for _, k := range to.flow.choices(from.from, to.node) {
		take := semantics.Exit
		switch _, isIf := k.at.(*il.If); {
		case isIf && k.first:
			take = semantics.Then
		case isIf:
			take = semantics.Else
		case k.first:
			take = semantics.Loop
		}
		list = append(list, semantics.Choice{At: k.at, Take: take})
	}
	return list
}

// Formal is the register of formal number k, from 0, of thread i's unit.
func (g *Program) Formal(i, k int) Place { return g.threads[i].base + int32(k) }

// Cell is the place of a field of an object, and ObjectOf its inverse: the object
// and the field of a place, or no object where it is a register.
func (m *Machine) Cell(object, field int32) Place { return m.cell(object, field) }

// ObjectOf is the object and field of a cell; the object is 0 if p is a register.
func (m *Machine) ObjectOf(p Place) (object, field int32) {
	if p < m.g.heap {
		return 0, 0
	}
	return (p-m.g.heap)/m.g.width + 1, (p - m.g.heap) % m.g.width
}

// Target is the cell that thread i, which stands before a load or store, is about
// to access; need is Done, or the first place on the way there that holds
// nothing. The cell itself need not hold anything.
func (m *Machine) Target(i int) (at, need Place) { return m.target(m.at[i]) }

// Clear leaves m without objects and with nothing to undo. Its registers keep
// what they hold.
func (m *Machine) Clear() { m.n, m.trail = 0, m.trail[:0] }

// Add adds an object without any known cell, an initial one if origin is 0.
func (m *Machine) Add(origin int32) int32 {
	o := m.add(origin)
	at := m.cell(o, 0)
	clear(m.mem[at : at+m.g.width])
	return o
}

// Put makes a place hold an object for good: Undo does not take it back.
func (m *Machine) Put(at Place, object int32) { m.mem[at] = object }

// Touched appends the objects whose cells the next command of thread i reads or
// writes. It fails where a value on the way to them is not known yet.
func (m *Machine) Touched(i int, to []int32) (objects []int32, known bool) {
	c := m.at[i]
	switch c.op {
	case opLoad:
		return m.onPath(to, c.src, c.path)
	case opStore:
		return m.onPath(to, c.dst, c.path)
	case opPush:
		for k := range c.args {
			var known bool
			if to, known = m.onPath(to, c.args[k].root, c.args[k].path); !known {
				return to, false
			}
		}
	}
	return to, true
}

// onPath appends the objects whose cells a path names.
func (m *Machine) onPath(to []int32, root Place, path []int32) (objects []int32, known bool) {
	at := root
	for _, f := range path {
		v := m.mem[at]
		if v == 0 {
			return to, false
		}
		to = append(to, v)
		at = m.cell(v, f)
	}
	return to, true
}
