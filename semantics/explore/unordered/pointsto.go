package unordered

import (
	"math/bits"
	"slices"

	"wobbly/il"
)

// objects is a set of objects as the text tells them apart: bit 0 stands for all
// initial ones, each other bit for what one new() makes when one of the threads
// executes it, or several where there are too many.
type objects uint64

const (
	initialOnes = objects(1)
	lastObject  = 63
)

// pointsTo is what variables and cells may hold: Andersen's analysis of both
// threads from all initial states. It takes commands in any order, and does not
// tell the calls of a method apart.
type pointsTo struct {
	core  *il.Core
	vars  [2]map[variable]objects // by thread
	made  [2]map[*il.New]objects
	cells []objects // by object and field
	grew  bool
}

// variable is a variable of a unit.
type variable struct {
	unit *il.Unit
	name string
}

func newPointsTo(core *il.Core, p il.Pair) *pointsTo {
	a := &pointsTo{core: core}
	var units [2][]*il.Unit
	made := 0
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		units[i] = reached(core, u)
		a.vars[i], a.made[i] = map[variable]objects{}, map[*il.New]objects{}
		for _, x := range u.Formals {
			a.vars[i][variable{u, x}] = initialOnes
		}
		for _, u := range units[i] {
			il.Walk(u.Body, func(s il.Stmt) {
				if s, ok := s.(*il.New); ok {
					made = min(made+1, lastObject)
					a.made[i][s] = 1 << made
				}
			})
		}
	}
	for o := range made + 1 { // as new() makes it; what is initial points to what is
		for range core.Fields {
			a.cells = append(a.cells, 1<<o)
		}
	}
	for a.grew = true; a.grew; {
		a.grew = false
		for i := range units {
			for _, u := range units[i] {
				il.Walk(u.Body, func(s il.Stmt) { a.command(i, u, s) })
			}
		}
	}
	return a
}

// command adds what a command of thread i adds.
func (a *pointsTo) command(i int, u *il.Unit, s il.Stmt) {
	switch s := s.(type) {
	case *il.Copy:
		a.assign(i, u, s.Dst, a.value(i, u, il.Var(s.Src)))
	case *il.Load:
		a.assign(i, u, s.Dst, a.value(i, u, s.Src))
	case *il.New:
		a.assign(i, u, s.Dst, a.made[i][s])
	case *il.Store:
		a.store(a.base(i, u, s.Dst), last(s.Dst), a.value(i, u, il.Var(s.Src)))
	case *il.Call:
		callee := a.core.Methods[s.Method]
		for k, e := range s.Args {
			a.assign(i, callee, callee.Formals[k], a.value(i, u, e))
		}
	}
}

func (a *pointsTo) assign(i int, u *il.Unit, x string, add objects) {
	old := a.vars[i][variable{u, x}]
	if old|add != old {
		a.vars[i][variable{u, x}], a.grew = old|add, true
	}
}

func (a *pointsTo) store(to objects, f string, add objects) {
	for ; to != 0; to &= to - 1 {
		c := a.cell(to, f)
		if *c|add != *c {
			*c, a.grew = *c|add, true
		}
	}
}

// cell is what a field of the first object of a set may hold.
func (a *pointsTo) cell(of objects, f string) *objects {
	k, _ := slices.BinarySearch(a.core.Fields, f)
	return &a.cells[bits.TrailingZeros64(uint64(of))*len(a.core.Fields)+k]
}

// base is the objects whose cells a path of thread i may address.
func (a *pointsTo) base(i int, u *il.Unit, path il.Expr) objects {
	return a.value(i, u, il.Expr{Root: path.Root, Fields: path.Fields[:len(path.Fields)-1]})
}

// value is what an expression of thread i may hold.
func (a *pointsTo) value(i int, u *il.Unit, e il.Expr) objects {
	now := a.vars[i][variable{u, e.Root}]
	for _, f := range e.Fields {
		var next objects
		for ; now != 0; now &= now - 1 {
			next |= *a.cell(now, f)
		}
		now = next
	}
	return now
}
