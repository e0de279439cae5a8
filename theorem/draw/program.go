package draw

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// Options returns the options of the programs on which Fuzz checks statements by default: small
// ones, most of them with a report.
func Options() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods = 6, 3
	o.Store, o.Sugar, o.LocalRoot = 0.75, 0.15, 0.03
	return o
}

// mix draws a program of one of several kinds, because different switches need different programs
// to break: with locks and calls, or with aliases.
func mix(r *rand.Rand) *il.Program {
	switch n := r.IntN(8); {
	case n < 3:
		g := gen.Tiny()
		g.Lock, g.Sync, g.Threads = 0.1, 0.05, 0.3
		return gen.Program(r, g)
	case n < 6:
		return gen.Program(r, tight())
	default:
		p := publishing(r)
		if _, errs := check.Program(p, check.Options{}); len(errs) == 0 {
			return p
		}
		return gen.Program(r, tight()) // in p, a local may lack a value
	}
}

// Program draws a program with the options that generator returns, or of several kinds if generator
// is nil.
func Program(r *rand.Rand, generator func() gen.Options) *il.Program {
	if generator == nil {
		return mix(r)
	}
	return gen.Program(r, generator())
}

// Circling returns options for small programs in which paths contain the field that they end in,
// and which publish fresh objects whose fields all lead back to them.
func Circling() gen.Options {
	g := tight()
	g.Threads, g.Methods, g.Statements, g.Fields = 0, 1, 5, 1
	g.Call, g.Sync, g.New, g.Copy, g.Reassign = 0, 0, 0, 0, 0
	g.Sugar, g.Store, g.LocalRoot, g.Longer = 0.9, 0.6, 0.5, 0.5
	return g
}

// Observable returns options for small programs of two threads that call methods with locks.
func Observable() gen.Options {
	g := tight()
	g.Threads, g.Methods, g.Statements, g.Fields, g.Path = 1, 3, 4, 1, 1
	g.Call, g.Sync, g.Lock, g.New, g.Copy, g.Reassign, g.Sugar = 0.4, 0.25, 0, 0, 0, 0, 0
	return g
}

// Turning returns options for programs of two threads that publish objects, load them again, and
// store along paths that the other thread redirects.
func Turning() gen.Options {
	g := tight()
	g.Threads, g.Methods, g.Formals, g.Statements, g.Fields, g.Locals, g.Path = 1, 1, 1, 8, 1, 2, 2
	g.Sync, g.Call, g.New, g.Copy, g.Reassign = 0.1, 0, 0.25, 0, 0
	g.Store, g.Sugar, g.Longer, g.LocalRoot = 0.6, 0.2, 0.4, 0.5
	return g
}

// tight returns options for small programs whose statements interfere with each other: few names,
// reassigned parameters, and no branches or loops.
func tight() gen.Options {
	g := gen.Default()
	g.Threads, g.Methods, g.Formals, g.Statements = 0.7, 2, 1, 3
	g.Fields, g.Locals, g.Path, g.Depth = 2, 1, 2, 2
	g.Sync, g.Lock, g.If, g.While, g.Skip = 0.25, 0, 0, 0, 0
	g.Call, g.New, g.Copy, g.Reassign = 0.2, 0.1, 0.15, 0.4
	g.Store, g.Sugar, g.Longer, g.LocalRoot = 0.7, 0.5, 0.5, 0.3
	return g
}

// publishing draws a program in which a call evaluates the prefix of a path early, and the callee
// follows the rest of the path later. In between, the other thread executes random statements under
// the lock, so the two threads may see different prefixes; without calls both see the same heap at
// their accesses. In half of the programs the other thread ends with a store of a new object
// through a local, and an access to the path. The result may be illegal, because a local lacks a
// value.
//
//	m(a) { synchronized {} a.f := new() }
//	{ m(arg1.g) } || { synchronized { ... x.g := new(); arg1.g.f := x } }
func publishing(r *rand.Rand) *il.Program {
	g := tight()
	g.Threads, g.Methods, g.Statements, g.Call, g.Sync = 1, 0, 4, 0, 0
	g.New, g.Copy, g.Reassign = 0.02, 0.06, 0.05
	g.Path, g.Store, g.StoreFormal, g.LocalRoot = 2+r.IntN(2), 0.6, 0.5, 0.4
	g.Fields, g.Formals = 1+r.IntN(2), 1+r.IntN(2)
	tail := r.IntN(2) == 0 // whether the other thread ends with those statements
	if tail {
		g.Statements, g.Store = 2, 0.4
	}
	p := gen.Program(r, g)
	field := func() string { return []string{"f", "g"}[r.IntN(g.Fields)] }
	prefix, last := []string{field(), field()}[:1+r.IntN(g.Path-1)], field()
	other := p.Decls[len(p.Decls)-1].(*il.Parallel).Blocks[1] // since g.Threads is 1
	if tail {
		other.Stmts = append(other.Stmts,
			&il.NewAt{Dst: il.Path("x", field())},
			&il.Store{Dst: il.Path("arg1", append(slices.Clone(prefix), last)...), Src: "x"})
	}
	body := []il.Stmt{
		&il.Synchronized{Body: &il.Block{}},
		&il.NewAt{Dst: il.Path("a", last)},
	}
	return il.Positioned(&il.Program{Decls: []il.Decl{
		&il.Method{
			Name: "m", Private: true, Formals: []il.Formal{{Name: "a"}},
			Body: &il.Block{Stmts: body},
		},
		&il.Parallel{Blocks: [2]*il.Block{
			{Stmts: []il.Stmt{&il.Call{Method: "m", Args: []il.Expr{il.Path("arg1", prefix...)}}}},
			{Stmts: []il.Stmt{&il.Synchronized{Body: other}}},
		}},
	}})
}
