package effect

import (
	"wobbly/il"
	"wobbly/semantics"
)

// Effects are the effects of a step on the state. A choice has none.
type Effects struct {
	Reads  []semantics.Addr // the cells that were read, those along a path first
	Access *semantics.Addr  // the cell of the load or store itself (Definition 3.6)
	Wrote  bool             // the access is a write
	Cell   *CellChange      // the cell that was written, even if its value is the same
	Local  *LocalChange     // the variable that was assigned
	Lock   *LockChange
	New    semantics.Loc // the object that was made, Nil if none
	Pushed *Frame        // the frame that was entered, as it was then
	Popped *Frame        // the frame that was left
	Back   *il.Unit      // if Popped is set, the unit that continues
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
	HadValue bool // false if the variable had no value, and Old is not one
	Old, New semantics.Loc
}

// LockChange is a change of a thread's lock level.
type LockChange struct {
	Thread   semantics.Tid
	Slot     int // of the lock that was taken or released
	Old, New il.Level
}

// Frame is a unit that a thread is executing, with its variables.
type Frame struct {
	Unit *il.Unit
	Call *il.Call // that entered it; nil for the thread's own unit
	Vars semantics.Frame
}

// None reports whether only the thread's position has changed.
func (e Effects) None() bool {
	same := e.Cell == nil || e.Cell.Old == e.Cell.New
	kept := e.Local == nil || e.Local.HadValue && e.Local.Old == e.Local.New
	return same && kept && e.Lock == nil && e.New == semantics.Nil && e.Pushed == nil &&
		e.Popped == nil
}

// Of returns the effects of the step of thread i from one configuration to another. There are none
// if the thread had no next command: then the move was a choice.
func Of(before, after semantics.Config, i semantics.Tid) Effects {
	c, ok := before.Command(i)
	if !ok {
		return Effects{}
	}
	var e Effects
	read := func(path il.Expr) { e.Reads = append(e.Reads, Cells(path, before, i)...) }
	assigned := func(name string) {
		old, now := before.Threads[i].S.Top, after.Threads[i].S
		e.Local = &LocalChange{
			Thread: i, Depth: Below(now), Name: name,
			HadValue: old.Assigned(name), Old: old.At(name), New: now.Top.At(name),
		}
	}
	switch c := c.(type) {
	case *il.Copy:
		assigned(c.Dst)
	case *il.Load:
		read(c.Src)
		cell := e.Reads[len(e.Reads)-1]
		e.Access = &cell
		assigned(c.Dst)
	case *il.Store: // its own cell is written, not read
		read(c.Dst)
		cell := e.Reads[len(e.Reads)-1]
		e.Reads = e.Reads[:len(e.Reads)-1]
		e.Access, e.Wrote = &cell, true
		old, _ := before.H.At(cell)
		now, _ := after.H.At(cell)
		e.Cell = &CellChange{Cell: cell, Old: old, New: now}
	case *il.New:
		e.New = after.Threads[i].S.Top.At(c.Dst)
		assigned(c.Dst)
	case *il.Lock, *il.Unlock:
		e.Lock = &LockChange{
			Thread: i, Slot: il.SlotOf(c), Old: before.Threads[i].L, New: after.Threads[i].L,
		}
	case il.Push:
		for _, a := range c.Call.Args {
			read(a)
		}
		e.Pushed = &Frame{Unit: c.Callee, Call: c.Call, Vars: after.Threads[i].S.Top}
	case il.Pop:
		e.Popped = &Frame{Unit: c.Callee, Call: c.Call, Vars: before.Threads[i].S.Top}
		e.Back = after.Threads[i].Point.Unit()
	default:
		panic(il.Unknown(c))
	}
	return e
}

// Below returns the number of frames below the top.
func Below(s *semantics.Stack) int {
	n := 0
	for s = s.Rest; s != nil; s = s.Rest {
		n++
	}
	return n
}

// Cells lists the cells along a path of thread i that exist in k. The cell of the path is last.
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
