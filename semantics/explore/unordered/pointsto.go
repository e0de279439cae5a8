package unordered

import (
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// pointsTo has the objects that variables and cells may hold in executions of both threads from all
// initial states. Object 0 stands for all initial objects, each other one for those that one new()
// makes in one of the threads, or several if there are too many. It merges the calls of a method.
type pointsTo struct {
	*flow.PointsTo
	g    *machine.Program
	vars [2]map[variable]int32 // by thread
}

type variable struct {
	unit *il.Unit
	name string
}

func newPointsTo(core *il.Core, g *machine.Program, p il.Pair) *pointsTo {
	type allocation struct {
		thread int
		at     *il.New
	}
	made, objects := map[allocation]int32{}, int32(1)
	roots := [2]*il.Unit{p.Left, p.Right}
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
	a := &pointsTo{g: g, PointsTo: flow.NewPointsTo(objects, int32(len(core.Fields)))}
	// The cells of an object of new() hold the object, and initial objects point to initial ones.
	for o := range objects {
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
			v := func(x string) int32 { return a.variable(i, u, x) }
			il.Walk(u.Body, func(s il.Stmt) {
				switch s := s.(type) {
				case *il.Copy:
					a.Assign(v(s.Dst), v(s.Src))
				case *il.Load:
					a.Assign(v(s.Dst), v(s.Src.Root), g.Path(s.Src)...)
				case *il.New:
					a.Hold(v(s.Dst), made[allocation{i, s}])
				case *il.Store:
					a.Store(v(s.Dst.Root), g.Path(s.Dst), v(s.Src))
				case *il.Call:
					callee := core.Methods[s.Method]
					for k, e := range s.Args {
						a.Assign(a.variable(i, callee, callee.Formals[k]), v(e.Root), g.Path(e)...)
					}
				}
			})
		}
	}
	a.Solve()
	return a
}

// variable returns the number of a variable of thread i, to which it gives one the first time.
func (p *pointsTo) variable(i int, u *il.Unit, x string) int32 {
	v, ok := p.vars[i][variable{u, x}]
	if !ok {
		v = p.Var()
		p.vars[i][variable{u, x}] = v
	}
	return v
}

// value returns the objects that an expression of thread i may lead to.
func (p *pointsTo) value(i int, u *il.Unit, e il.Expr) flow.ObjectSet {
	return p.Value(p.variable(i, u, e.Root), p.g.Path(e))
}
