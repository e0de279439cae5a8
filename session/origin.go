package session

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// touch says how a move accesses the heap.
type touch uint8

const (
	local  touch = iota // a choice, or a step that accesses only variables and a new object
	locked              // a step that takes or releases a lock
	passed              // a call that reads the cells of its arguments
	read                // a load
	wrote               // a store
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

// Writers returns the number of the state after the last write of each cell that has been written.
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
	Cell semantics.Addr
	// State is the number of the state after the step that wrote the cell, or 0.
	State int
	// Made means that this step made the object, whose cells then refer to it.
	Made bool
}

// sources returns the origins of the cells that the last move has read. Those along a path come
// first.
func (v View) sources() []Source {
	return slice.Map(v.Effects().Reads,
		func(cell semantics.Addr) Source { return v.before.source(cell, v.At()-1) })
}

// ReadsFrom returns the origin of the value that the last move has read. It returns false if the
// move is not a load.
func (v View) ReadsFrom() (from Source, ok bool) {
	if v.before == nil || v.now.touch != read {
		return Source{}, false
	}
	return v.before.source(v.now.cell, v.At()-1), true
}

// source returns the origin of the value of a cell in e, which is state n.
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
