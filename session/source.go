package session

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// touch is what a move did to the heap.
type touch uint8

const (
	local  touch = iota // nothing: it is a choice, or touches variables and a new object only
	locked              // nothing, but it took the lock or gave it back
	passed              // it read the cells of the paths that a call is given
	read
	wrote
)

// touchOf is what the next step of thread i in k does, and to which cell.
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
	if push, ok := c.(il.Push); ok && slices.ContainsFunc(push.Call.Args, func(e il.Expr) bool { return !e.IsVar() }) {
		return passed, semantics.Addr{}
	}
	return local, semantics.Addr{}
}

// Local tells whether the move that led to the state concerns its thread alone:
// a choice, or a step that reads and writes variables and makes objects, and
// touches neither a cell nor the lock. The other thread can make no difference
// to it, and sees none.
func (v View) Local() bool { return v.before != nil && v.now.touch == local }

// Source is where what a cell holds in a state comes from.
type Source struct {
	Cell  semantics.Addr
	State int  // the state right behind the step that wrote it; 0 where the initial state gave it
	Made  bool // that step made the object, whose cells then hold it
}

// sources tells of each cell that the move that led to the state has read where
// its value came from, those on the way of a path first.
func (v View) sources() []Source {
	return slice.Map(v.Effects().Reads, func(cell semantics.Addr) Source { return v.before.source(cell, v.At()-1) })
}

// ReadsFrom is the last of Sources of a load: where the value that it read came
// from. ok is false of other moves.
func (v View) ReadsFrom() (from Source, ok bool) {
	if v.before == nil || v.now.touch != read {
		return Source{}, false
	}
	return v.before.source(v.now.cell, v.At()-1), true
}

// source follows a cell of state n back to where its value comes from.
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
