package session

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// touch is the kind of access of a move to the heap.
type touch uint8

const (
	local  touch = iota // nothing: it is a choice, or touches only variables and a new object
	locked              // nothing, but it took or released the lock
	passed              // it read the cells of the arguments of a call
	read
	wrote
)

// touchOf returns how the next step of thread i in k accesses the heap, and which cell.
func touchOf(k semantics.Config, i semantics.Tid) (touch, semantics.Addr) {
	if a, ok := semantics.NextAccess(k, i); ok {
		if a.Kind == il.Write {
			return wrote, a.Cell
		}
		return read, a.Cell
	}
	c, _ := k.Command(i)
	if il.Acquires(c) || il.Releases(c) {
		return locked, semantics.Addr{}
	}
	if push, ok := c.(il.Push); ok &&
		slices.ContainsFunc(push.Call.Args, func(e il.Expr) bool { return !e.IsVar() }) {
		return passed, semantics.Addr{}
	}
	return local, semantics.Addr{}
}

// Local reports whether the move that led to the state concerns its thread alone: a choice, or a
// step that reads and writes variables and makes objects but touches neither a cell nor the lock.
// The other thread can neither influence nor observe it.
func (v View) Local() bool { return v.before != nil && v.now.touch == local }

// Writers returns for each cell that has been written since the start the state right after its
// last write.
func (v View) Writers() map[semantics.Addr]int {
	last := map[semantics.Addr]int{}
	for e, n := v.now, v.At(); e.before != nil; e, n = e.before, n-1 {
		if e.touch == wrote {
			if _, later := last[e.cell]; !later {
				last[e.cell] = n
			}
		}
	}
	return last
}

// Source is the origin of the value of a cell in a state.
type Source struct {
	Cell  semantics.Addr
	State int  // the state right after the step that wrote it; 0 for the initial state
	Made  bool // that step made the object, whose cells then hold it
}

// sources returns the origin of each cell that the move that led to the state has read,
// those along a path first.
func (v View) sources() []Source {
	return slice.Map(v.Effects().Reads,
		func(cell semantics.Addr) Source { return v.before.source(cell, v.At()-1) })
}

// ReadsFrom returns the origin of the value that a load has read. ok is false for other moves.
func (v View) ReadsFrom() (from Source, ok bool) {
	if v.before == nil || v.now.touch != read {
		return Source{}, false
	}
	return v.before.source(v.now.cell, v.At()-1), true
}

// source follows a cell of state n back to the origin of its value.
func (e *entry) source(cell semantics.Addr, n int) Source {
	for ; e.before != nil; e, n = e.before, n-1 {
		switch {
		case e.touch == wrote && e.cell == cell:
			return Source{Cell: cell, State: n}
		case !e.before.config.H.Has(cell.Loc):
			return Source{Cell: cell, State: n, Made: true}
		}
	}
	return Source{Cell: cell}
}
