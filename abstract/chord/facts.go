package chord

import (
	"slices"

	"wobbly/il"
)

// facts are the input relations of one unit: what its statements say, read once
// and used for every pair and context. Variables and paths are numbered within
// the unit. In the rules of package chord they are
//
//	path(e, f, e.f)      a path e.f is mentioned
//	copy(x, e)           x := y, x := π
//	new(x, s)            s: x := new()
//	store(e, f, x)       e.f := x
//	call(i, m, e1..en)   i: m(e1, ..., en)
//
// and level, the lock level at a statement. Those that a
// points-to set sets off are kept with the expression whose set that is.
type facts struct {
	unit     *il.Unit
	formals  []int32 // expression of each formal
	exprs    []expr
	news     []newFact
	stores   []storeFact
	calls    []callFact
	plain    []int32 // calls without arguments
	accesses []Access
}

// expr is a variable or path of a unit.
type expr struct {
	text   il.Expr
	field  int32   // the last one, of a path
	paths  []int32 // e.f with path(e, f, e.f)
	copies []int32 // x with copy(x, e)
	stores []int32 // facts store(e, _, _)
	calls  []int32 // facts call(_, _, e, ...)
}

type newFact struct {
	dst int32
	at  il.Pos
}

type storeFact struct{ field, src int32 }

type callFact struct {
	at     il.Pos
	callee *il.Unit
	args   []int32
	level  il.Level
}

// Access is a load or store of the program.
type Access struct {
	il.Access
	Unit  *il.Unit
	Level il.Level // the lock level in the unit at the access

	base  int32 // expression: what points to the object accessed
	field int32 // number of the last field
}

// reader makes the facts of a unit.
type reader struct {
	*facts
	core   *il.Core
	fields map[string]int32
	vars   map[string]int32
}

// factsOf reads a unit. Fields are numbered for the file. The error is
// errUnbalanced.
func factsOf(core *il.Core, u *il.Unit, fields map[string]int32) (*facts, error) {
	r := reader{facts: &facts{unit: u}, core: core, fields: fields, vars: map[string]int32{}}
	for _, x := range u.Formals {
		r.formals = append(r.formals, r.variable(x))
	}
	if !balanced(u.Body) {
		return nil, errUnbalanced{u.Name}
	}
	il.Walk(u.Body, r.stmt)
	return r.facts, nil
}

// balanced is A2: behind a block, and each block inside, the lock level is the
// one before it, and it is never less inside.
func balanced(b *il.Block) bool {
	astray := func(inner *il.Block) bool { return !balanced(inner) }
	var level il.Level
	for _, s := range b.List() {
		level = level.After(s)
		if level.Compare(il.Level{}) < 0 || slices.ContainsFunc(il.Blocks(s), astray) {
			return false
		}
	}
	return level == (il.Level{})
}

func (r *reader) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock, *il.If, *il.While:
	case *il.Copy:
		r.copy(r.variable(s.Dst), r.variable(s.Src))
	case *il.Load:
		r.access(s)
		r.copy(r.variable(s.Dst), r.expr(s.Src))
	case *il.Store:
		r.store(s)
	case *il.New:
		r.news = append(r.news, newFact{r.variable(s.Dst), s.At})
	case *il.Call:
		r.call(s)
	default:
		panic(il.Unknown(s))
	}
}

// variable is the expression of a variable.
func (r *reader) variable(name string) int32 {
	e, ok := r.vars[name]
	if !ok {
		e = r.add(expr{text: il.Var(name), field: -1})
		r.vars[name] = e
	}
	return e
}

func (r *reader) add(e expr) int32 {
	r.exprs = append(r.exprs, e)
	return int32(len(r.exprs) - 1)
}

// expr is the expression of a variable or path, its prefixes made too.
func (r *reader) expr(e il.Expr) int32 {
	at := r.variable(e.Root)
	for i := range e.Fields {
		at = r.path(at, il.Path(e.Root, e.Fields[:i+1]...))
	}
	return at
}

// path is the expression e, which is that of base and one field more.
func (r *reader) path(base int32, e il.Expr) int32 {
	f := r.fields[e.Fields[len(e.Fields)-1]]
	for _, p := range r.exprs[base].paths {
		if r.exprs[p].field == f {
			return p
		}
	}
	p := r.add(expr{text: e, field: f})
	r.exprs[base].paths = append(r.exprs[base].paths, p)
	return p
}

func (r *reader) copy(dst, src int32) {
	r.exprs[src].copies = append(r.exprs[src].copies, dst)
}

func (r *reader) store(s *il.Store) {
	base, f := r.access(s)
	r.exprs[base].stores = append(r.exprs[base].stores, int32(len(r.stores)))
	r.stores = append(r.stores, storeFact{f, r.variable(s.Src)})
}

func (r *reader) call(s *il.Call) {
	c := callFact{at: s.At, callee: r.core.Methods[s.Method], level: r.core.LevelAt(s)}
	for _, e := range s.Args {
		c.args = append(c.args, r.expr(e))
	}
	i := int32(len(r.calls))
	r.calls = append(r.calls, c)
	if len(c.args) == 0 {
		r.plain = append(r.plain, i)
		return
	}
	on := &r.exprs[c.args[0]]
	on.calls = append(on.calls, i)
}

// access notes a load or store, and gives its base and field.
func (r *reader) access(s il.Stmt) (base, field int32) {
	x, _ := il.AccessOf(s)
	a := Access{Access: x, Unit: r.unit, Level: r.core.LevelAt(s), base: r.expr(x.Base()), field: r.fields[x.Field()]}
	r.accesses = append(r.accesses, a)
	return a.base, a.field
}
