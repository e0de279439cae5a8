package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
)

// pointsTo is what variables and cells may hold, in executions of both threads
// from all initial states. Object 0 stands for all initial ones, each other one
// for what one new() makes when one of the threads executes it, or several where
// there are too many. Calls of a method are not told apart.
type pointsTo struct {
	*flow.PointsTo
	core *il.Core
	vars [2]map[variable]int32 // by thread
}

// variable is a variable of a unit.
type variable struct {
	unit *il.Unit
	name string
}

// allocation is what a new() makes when thread i executes it.
type allocation struct {
	thread int
	at     *il.New
}

func newPointsTo(core *il.Core, p il.Pair) *pointsTo {
	roots := [2]*il.Unit{p.Left, p.Right}
	made, objects := map[allocation]int32{}, int32(1)
	for i, u := range roots {
		for _, u := range core.Reachable(u) {
			il.Walk(u.Body, func(s il.Stmt) {
				if s, ok := s.(*il.New); ok {
					made[allocation{i, s}] = min(objects, flow.MaxObjects-1)
					objects = min(objects+1, flow.MaxObjects)
				}
			})
		}
	}
	a := &pointsTo{core: core, PointsTo: flow.NewPointsTo(objects, int32(len(core.Fields)))}
	for o := range objects { // as new() makes it; what is initial points to what is
		for f := range core.Fields {
			a.HoldCell(o, int32(f), o)
		}
	}
	for i, u := range roots {
		a.vars[i] = map[variable]int32{}
		for _, x := range u.Formals {
			a.Hold(a.variable(i, u, x), 0)
		}
		for _, u := range core.Reachable(u) {
			il.Walk(u.Body, func(s il.Stmt) { a.command(i, u, s, made) })
		}
	}
	a.Solve()
	return a
}

// command adds what a command of thread i does.
func (a *pointsTo) command(i int, u *il.Unit, s il.Stmt, made map[allocation]int32) {
	v := func(x string) int32 { return a.variable(i, u, x) }
	switch s := s.(type) {
	case *il.Copy:
		a.Assign(v(s.Dst), v(s.Src))
	case *il.Load:
		a.Assign(v(s.Dst), v(s.Src.Root), a.path(s.Src)...)
	case *il.New:
		a.Hold(v(s.Dst), made[allocation{i, s}])
	case *il.Store:
		a.Store(v(s.Dst.Root), a.path(s.Dst), v(s.Src))
	case *il.Call:
		callee := a.core.Methods[s.Method]
		for k, e := range s.Args {
			a.Assign(a.variable(i, callee, callee.Formals[k]), v(e.Root), a.path(e)...)
		}
	}
}

// variable is the number of a variable of thread i.
func (a *pointsTo) variable(i int, u *il.Unit, x string) int32 {
	v, ok := a.vars[i][variable{u, x}]
	if !ok {
		v = a.Var()
		a.vars[i][variable{u, x}] = v
	}
	return v
}

func (a *pointsTo) path(e il.Expr) []int32 {
	path := make([]int32, len(e.Fields))
	for i, f := range e.Fields {
		k, _ := slices.BinarySearch(a.core.Fields, f)
		path[i] = int32(k)
	}
	return path
}

// value is the objects that an expression of thread i may lead to.
func (a *pointsTo) value(i int, u *il.Unit, e il.Expr) flow.ObjectSet {
	return a.Value(a.variable(i, u, e.Root), a.path(e))
}
