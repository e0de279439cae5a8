package effect

import (
	"wobbly/il"
	"wobbly/semantics"
)

// Effects are the effects of a step on the state. A choice has none.
type Effects struct {
	// Reads has the cells that were read. Those along a path come first.
	Reads []semantics.Addr
	// Access is the cell that the load or store itself accesses (Definition 3.6), or nil.
	Access *semantics.Addr
	// Wrote means that the access is a write.
	Wrote bool
	// Cell is the change of the cell that was written, even if its value is the same, or nil.
	Cell *CellChange
	// Local is the change of the variable that was assigned, or nil.
	Local *LocalChange
	Lock  *LockChange
	// New is the object that was made, or Nil.
	New semantics.Loc
	// Pushed is the frame that was entered, with its first variables, or nil.
	Pushed *Frame
	// Popped is the frame that was left, or nil, and Back is the unit that continues.
	Popped *Frame
	Back   *il.Unit
}

// CellChange is a write.
type CellChange struct {
	Cell     semantics.Addr
	Old, New semantics.Loc
}

// LocalChange is an assignment to a variable of the thread's innermost frame.
type LocalChange struct {
	Thread semantics.Tid
	// Depth is the number of frames below that one.
	Depth int
	Name  string
	// HadValue means that the variable had a value before, which is Old.
	HadValue bool
	Old, New semantics.Loc
}

// LockChange is a change of a thread's lock level.
type LockChange struct {
	Thread semantics.Tid
	// Slot is the slot, in Old and New, of the lock that was taken or released.
	Slot     int
	Old, New il.Level
}

// Frame is a unit that a thread is executing, with its variables.
type Frame struct {
	Unit *il.Unit
	// Call is the call that entered the unit, or nil for the thread's own unit.
	Call *il.Call
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
	case *il.Store: // reads the cells on the way to its own, which it writes
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
