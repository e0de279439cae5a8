package chord

import (
	"slices"

	"wobbly/il"
)

// facts are the input relations of one unit, for all pairs and contexts. Variables and paths are
// numbered within the unit. In the rules the relations are
//
//	path(e, f, e.f)      a path e.f is mentioned
//	copy(x, e)           x := y, x := π
//	new(x, s)            s: x := new()
//	store(e, f, x)       e.f := x
//	call(i, m, e1..en)   i: m(e1, ..., en)
//
// and level, the lock level at a statement. A rule that is applied when a points-to set grows finds
// its facts by the expression of that set.
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

// expr is a variable or path with the facts about it.
type expr struct {
	field  int32   // the last one of a path; -1 for a variable
	paths  []int32 // e.f with path(e, f, e.f)
	copies []int32 // x with copy(x, e)
	stores []int32 // facts store(e, _, _)
	calls  []int32 // facts call(_, _, e, ...)
}

// newFact is new(dst, s) at a position.
type newFact struct {
	dst int32
	at  il.Pos
}

// storeFact is store(_, field, src); expr.stores finds it.
type storeFact struct{ field, src int32 }

// callFact is a call, with the lock level at it from the entry of the unit.
type callFact struct {
	at     il.Pos
	callee *il.Unit
	args   []int32
	level  il.Level
}

// Access is a load or store of a unit.
type Access struct {
	il.Access
	Unit  *il.Unit
	Level il.Level // the lock level at the access, counted from the entry of the unit

	base  int32 // the expression that points to the accessed object
	field int32 // number of the last field
}

type reader struct {
	*facts
	core   *il.Core
	fields map[string]int32 // the numbers of fields
	vars   map[string]int32 // the expressions of variables
}

// readFacts reads a unit. Fields are numbered for the file. The error is errUnbalanced.
func readFacts(core *il.Core, u *il.Unit, fields map[string]int32) (*facts, error) {
	if !balanced(u.Body) {
		return nil, errUnbalanced{u.Name}
	}
	r := reader{facts: &facts{unit: u}, core: core, fields: fields, vars: map[string]int32{}}
	for _, x := range u.Formals {
		r.formals = append(r.formals, r.variable(x))
	}
	il.Walk(u.Body, r.stmt)
	return r.facts, nil
}

// balanced reports whether a block satisfies A2: it and each block inside end at the lock level at
// which they begin, and release only what they have taken.
func balanced(b *il.Block) bool {
	var level il.Level
	for _, s := range b.List() {
		unbalanced := func(inner *il.Block) bool { return !balanced(inner) }
		if level.Lacks(s) || slices.ContainsFunc(il.Blocks(s), unbalanced) {
			return false
		}
		level = level.After(s)
	}
	return level == (il.Level{})
}

// stmt adds the facts of a statement, without those of the blocks in it.
func (r *reader) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock, *il.If, *il.While:
	case *il.Copy:
		r.copy(r.variable(s.Dst), r.variable(s.Src))
	case *il.Load:
		r.access(s)
		r.copy(r.variable(s.Dst), r.expr(s.Src))
	case *il.Store:
		base, f := r.access(s)
		r.exprs[base].stores = append(r.exprs[base].stores, int32(len(r.stores)))
		r.stores = append(r.stores, storeFact{f, r.variable(s.Src)})
	case *il.New:
		r.news = append(r.news, newFact{r.variable(s.Dst), s.At})
	case *il.Call:
		c := callFact{at: s.At, callee: r.core.Methods[s.Method], level: r.core.LevelAt(s)}
		for _, e := range s.Args {
			c.args = append(c.args, r.expr(e))
		}
		i := int32(len(r.calls))
		r.calls = append(r.calls, c)
		if len(c.args) == 0 {
			r.plain = append(r.plain, i)
		} else {
			e := &r.exprs[c.args[0]]
			e.calls = append(e.calls, i)
		}
	default:
		panic(il.Unknown(s))
	}
}

func (r *reader) variable(name string) int32 {
	e, ok := r.vars[name]
	if !ok {
		e = r.add(expr{field: -1})
		r.vars[name] = e
	}
	return e
}

func (r *reader) add(e expr) int32 {
	r.exprs = append(r.exprs, e)
	return int32(len(r.exprs) - 1)
}

// expr returns the expression of a variable or path. It also adds those of its prefixes.
func (r *reader) expr(e il.Expr) int32 {
	at := r.variable(e.Root)
	for _, name := range e.Fields {
		f := r.fields[name]
		k := slices.IndexFunc(r.exprs[at].paths,
			func(p int32) bool { return r.exprs[p].field == f })
		if k >= 0 {
			at = r.exprs[at].paths[k]
			continue
		}
		p := r.add(expr{field: f})
		r.exprs[at].paths = append(r.exprs[at].paths, p)
		at = p
	}
	return at
}

func (r *reader) copy(dst, src int32) {
	r.exprs[src].copies = append(r.exprs[src].copies, dst)
}

// access adds a load or store, and returns its base and field.
func (r *reader) access(s il.Stmt) (base, field int32) {
	x, _ := il.AccessOf(s)
	a := Access{
		Access: x, Unit: r.unit, Level: r.core.LevelAt(s),
		base: r.expr(x.Base()), field: r.fields[x.Field()],
	}
	r.accesses = append(r.accesses, a)
	return a.base, a.field
}
