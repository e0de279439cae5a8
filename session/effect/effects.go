package effect

import (
	"wobbly/il"
	"wobbly/semantics"
)

// Effects are what a step did to the state. A choice has none.
type Effects struct {
	Reads  []semantics.Addr // the cells that were read, those on the way of a path first
	Access *semantics.Addr  // the cell of the load or store itself (Definition 3.6)
	Wrote  bool             // the access is a write
	Cell   *CellChange      // the cell that was written, also where it holds what it held
	Local  *LocalChange     // the variable that was assigned
	Lock   *LockChange
	New    semantics.Loc // the object that was made, Nil if none
	Pushed *Frame        // the frame that was entered, as it was then
	Popped *Frame        // the frame that was left
	Back   *il.Unit      // Popped: the unit that goes on
}

// CellChange is a write.
type CellChange struct {
	Cell     semantics.Addr
	Old, New semantics.Loc
}

// LocalChange is an assignment to a variable of the thread's innermost frame.
type LocalChange struct {
	Thread   semantics.Tid
	Depth    int // how many frames are below that one
	Name     string
	HadValue bool // Old is one
	Old, New semantics.Loc
}

// LockChange is a change of a thread's lock level.
type LockChange struct {
	Thread   semantics.Tid
	Old, New il.Level
}

// Frame is a unit that a thread is executing, with its variables.
type Frame struct {
	Unit *il.Unit
	Call *il.Call // that entered it; nil for the thread's own unit
	Vars semantics.Frame
}

// None tells whether the state is what it was but for where the thread stands.
func (e Effects) None() bool {
	same := e.Cell == nil || e.Cell.Old == e.Cell.New
	kept := e.Local == nil || e.Local.HadValue && e.Local.Old == e.Local.New
	return same && kept && e.Lock == nil && e.New == semantics.Nil && e.Pushed == nil && e.Popped == nil
}

// Of is what the step of thread i from one configuration to another did. It is
// empty where the thread stood before no command: then it was a choice.
func Of(before, after semantics.Config, i semantics.Tid) Effects {
	c, ok := before.Command(i)
	if !ok {
		return Effects{}
	}
	x := effector{i: i, before: before, after: after}
	x.command(c)
	return x.e
}

// effector finds the effects of one command of thread i.
type effector struct {
	i             semantics.Tid
	before, after semantics.Config
	e             Effects
}

func (x *effector) command(c il.Command) {
	switch c := c.(type) {
	case *il.Copy:
		x.assigned(c.Dst)
	case *il.Load:
		x.read(c.Src)
		x.access(false)
		x.assigned(c.Dst)
	case *il.Store:
		x.store(c)
	case *il.New:
		x.e.New = x.after.Threads[x.i].S.Top.At(c.Dst)
		x.assigned(c.Dst)
	case *il.Lock, *il.Unlock:
		x.e.Lock = &LockChange{x.i, x.before.Threads[x.i].L, x.after.Threads[x.i].L}
	case il.Push:
		for _, a := range c.Call.Args {
			x.read(a)
		}
		x.e.Pushed = &Frame{c.Callee, c.Call, x.after.Threads[x.i].S.Top}
	case il.Pop:
		x.e.Popped = &Frame{c.Callee, c.Call, x.before.Threads[x.i].S.Top}
		x.e.Back = x.after.Threads[x.i].Point.Unit()
	default:
		panic(il.Unknown(c))
	}
}

// read notes the cells that the evaluation of e reads.
func (x *effector) read(e il.Expr) {
	x.e.Reads = append(x.e.Reads, Cells(e, x.before, x.i)...)
}

// access makes the last cell read the access.
func (x *effector) access(write bool) {
	a := x.e.Reads[len(x.e.Reads)-1]
	x.e.Access, x.e.Wrote = &a, write
}

// store notes a store; its own cell is written, not read.
func (x *effector) store(c *il.Store) {
	x.read(c.Dst)
	x.access(true)
	x.e.Reads = x.e.Reads[:len(x.e.Reads)-1]
	cell := *x.e.Access
	old, _ := x.before.H.At(cell)
	now, _ := x.after.H.At(cell)
	x.e.Cell = &CellChange{cell, old, now}
}

func (x *effector) assigned(name string) {
	old, now := x.before.Threads[x.i].S.Top, x.after.Threads[x.i].S
	x.e.Local = &LocalChange{x.i, Below(now), name, old.Assigned(name), old.At(name), now.Top.At(name)}
}

// Below is the number of frames below the top.
func Below(s *semantics.Stack) int {
	n := 0
	for s = s.Rest; s != nil; s = s.Rest {
		n++
	}
	return n
}

// Cells lists the cells on the way of a path of thread i, its own last, as far
// as k has them.
func Cells(e il.Expr, k semantics.Config, i semantics.Tid) []semantics.Addr {
	var cells []semantics.Addr
	l := k.Threads[i].S.Top.At(e.Root)
	for _, f := range e.Fields {
		a := semantics.Addr{Loc: l, Field: f}
		next, ok := k.H.At(a)
		if !ok {
			break
		}
		cells = append(cells, a)
		l = next
	}
	return cells
}
