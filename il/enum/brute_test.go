package enum

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/quick"
)

// TestAgainstBruteForce: the stream has every legal program of il/check exactly once, up to
// renaming. The reference builds the programs from fixed names, without regard to symmetry, and
// compares them by a canonical text that tries every order.
func TestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{Size: 2, Path: 1, Arity: 1, Fields: 2, Formals: 2, Locals: 2},
		{Size: 2, Path: 1, Arity: 2, Fields: 2, Formals: 1, Locals: 1, NoLocks: true},
		{Size: 2, Path: 2, Arity: 1, Fields: 2, Formals: 1, Locals: 1},
		{Size: 2, Path: 2, Fields: 3, Formals: 1, Locals: 1, NoCalls: true},
		{Size: 2, Arity: 3, Formals: 2, Locals: 1, NoBranches: true, NoLoops: true},
		{Size: 3, Arity: 2, Formals: 1, Locals: 1, NoLocks: true, NoBranches: true, NoLoops: true},
		{
			Size: 3, Path: 1, Arity: 1, Fields: 1, Formals: 1, Locals: 1, NoBranches: true,
			NoLoops: true,
		},
		{Size: 3, Formals: 1, Locals: 1},
		{Size: 3, Formals: 1, Locals: 2, NoCalls: true},
		{Size: 4, Formals: 1, Locals: 1, NoCalls: true},
		{Size: 3, Path: 1, Fields: 1, Formals: 1, Locals: 1, NoCalls: true},
	} {
		if !quick.All && (o.Arity == 2 || o.Size == 4) {
			continue // these take seconds
		}
		t.Run(o.class(), func(t *testing.T) {
			t.Parallel()
			want, seen := map[string]bool{}, map[string]bool{}
			for size := range o.Size + 1 {
				universe{o}.programs(size, func(p *il.Program) {
					c, errs := check.Program(p, check.Options{Strict: true})
					if len(errs) > 0 || !allCalled(c) {
						return
					}
					if plain := written(c); !seen[plain] { // canonical takes long
						seen[plain], want[canonical(c)] = true, true
					}
				})
			}
			got := map[string]bool{}
			for p := range programs(t, o, Shard{}, "") {
				text := canonical(p.Core)
				if got[text] {
					t.Fatalf("the stream has %s twice\n%s", p.Cursor(), text)
				}
				got[text] = true
				if !want[text] {
					t.Fatalf("the stream has %s, which is not legal or not in the universe\n%s",
						p.Cursor(), text)
				}
			}
			if len(want) == 0 {
				t.Fatal("the reference finds no program")
			}
			for _, text := range slices.Sorted(maps.Keys(want)) {
				if !got[text] {
					t.Fatalf("the stream does not have %s", text)
				}
			}
		})
	}
}

// universe makes programs from fixed names, legal or not.
type universe struct{ Options }

// unit makes the statements of a unit.
type unit struct {
	universe
	vars  []string
	calls map[string]int      // arity by method
	made  map[int][][]il.Stmt // memo of lists
}

// programs makes all programs of a size over all arities of its methods.
func (u universe) programs(size int, visit func(*il.Program)) {
	maxMethods := size
	if u.NoCalls {
		maxMethods = 0
	}
	for n := range maxMethods + 1 {
		u.arities(n, nil, func(arities []int) { u.ofArities(size, arities, visit) })
	}
}

// arities visits the arities of n methods, of which the first ones are chosen.
func (u universe) arities(n int, chosen []int, visit func([]int)) {
	if len(chosen) == n {
		visit(chosen)
		return
	}
	for a := range u.Arity + 1 {
		u.arities(n, append(slices.Clip(chosen), a), visit)
	}
}

// ofArities makes the programs whose methods have these arities. It leaves out those with too few
// calls for all methods.
func (u universe) ofArities(size int, arities []int, visit func(*il.Program)) {
	calls := map[string]int{}
	for i, a := range arities {
		calls["m"+strconv.Itoa(i)] = a
	}
	locals := numbered("x", u.Locals)
	newUnit := func(formals []string) unit {
		return unit{
			universe: u, vars: slices.Concat(formals, locals), calls: calls,
			made: map[int][][]il.Stmt{},
		}
	}
	thread := newUnit(numbered("arg", u.Formals))
	par := &il.Parallel{Blocks: [2]*il.Block{{}, {}}}
	p := &il.Program{Source: il.NewSource("t.il", ""), Decls: []il.Decl{par}}
	units, bodies := []unit{thread, thread}, par.Blocks[:]
	for i, a := range arities {
		m := &il.Method{Name: "m" + strconv.Itoa(i), Body: &il.Block{}}
		formals := numbered("a", a)
		for _, f := range formals {
			m.Formals = append(m.Formals, il.Formal{Name: f})
		}
		p.Decls = append(p.Decls, m)
		units = append(units, newUnit(formals))
		bodies = append(bodies, m.Body)
	}
	blocks := make([][][][]il.Stmt, len(units)) // by unit and size
	for i, u := range units {
		for n := range size + 1 {
			blocks[i] = append(blocks[i],
				legalAlone(p, bodies[i], u.lists(n), len(arities)-(size-n)))
		}
	}
	f := filling{
		bodies: bodies, blocks: blocks, methods: len(arities), visit: func() { visit(p) },
	}
	f.fill(0, size)
}

// filling fills the bodies of a program.
type filling struct {
	bodies  []*il.Block
	blocks  [][][][]il.Stmt // by body and size
	methods int             // how many there are, all of which must be called
	visit   func()
}

// fill fills the bodies from i on with statements of a size in all.
func (f filling) fill(i, size int) {
	switch {
	case f.methods-called(f.bodies[:i]) > size:
	case i < len(f.bodies):
		for n := range size + 1 {
			for _, f.bodies[i].Stmts = range f.blocks[i][n] {
				f.fill(i+1, size-n)
			}
		}
	case size == 0:
		f.visit()
	}
}

// legalAlone returns the lists that make at least the given number of calls and are legal in b if
// all other blocks of p are empty. The others are not legal in any program.
func legalAlone(p *il.Program, b *il.Block, lists [][]il.Stmt, calls int) [][]il.Stmt {
	var legal [][]il.Stmt
	for _, b.Stmts = range lists {
		if calls > 0 && called([]*il.Block{b}) < calls {
			continue
		}
		if _, errs := check.Program(p, check.Options{Strict: true}); len(errs) == 0 {
			legal = append(legal, b.Stmts)
		}
	}
	b.Stmts = nil
	return legal
}

// called counts the methods that are called in some blocks.
func called(blocks []*il.Block) int {
	methods := map[string]bool{}
	for _, b := range blocks {
		il.Walk(b, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				methods[c.Method] = true
			}
		})
	}
	return len(methods)
}

// numbered returns name1, ..., namen.
func numbered(name string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = name + strconv.Itoa(i+1)
	}
	return list
}

// lists makes all lists of statements of a size.
func (u unit) lists(size int) [][]il.Stmt {
	if size == 0 {
		return [][]il.Stmt{nil}
	}
	if u.made[size] == nil {
		for first := 1; first <= size; first++ {
			u.stmts(first, func(s il.Stmt) {
				for _, rest := range u.lists(size - first) {
					u.made[size] = append(u.made[size], append([]il.Stmt{s}, rest...))
				}
			})
		}
	}
	return u.made[size]
}

// stmts makes all statements of a size.
func (u unit) stmts(size int, visit func(il.Stmt)) {
	if size == 1 {
		u.simple(visit)
	}
	if !u.NoLoops {
		for _, s := range u.lists(size - 1) {
			visit(&il.While{Body: &il.Block{Stmts: s}})
		}
	}
	for then := range size {
		for _, s := range u.lists(then) {
			for _, e := range u.lists(size - 1 - then) {
				if !u.NoBranches {
					visit(&il.If{Then: &il.Block{Stmts: s}, Else: &il.Block{Stmts: e}})
				}
			}
		}
	}
}

// simple makes all simple commands and calls.
func (u unit) simple(visit func(il.Stmt)) {
	if !u.NoLocks {
		visit(&il.Lock{})
		visit(&il.Unlock{})
	}
	for _, x := range u.vars {
		visit(&il.New{Dst: x})
		for _, y := range u.vars {
			visit(&il.Copy{Dst: x, Src: y})
		}
	}
	for _, e := range u.exprs() {
		for _, x := range u.vars {
			if !e.IsVar() {
				visit(&il.Load{Dst: x, Src: e})
				visit(&il.Store{Dst: e, Src: x})
			}
		}
	}
	for _, m := range slices.Sorted(maps.Keys(u.calls)) {
		u.args(u.calls[m], nil, func(args []il.Expr) { visit(&il.Call{Method: m, Args: args}) })
	}
}

// args visits the lists of n more arguments after the chosen ones.
func (u unit) args(n int, chosen []il.Expr, visit func([]il.Expr)) {
	if n == 0 {
		visit(chosen)
		return
	}
	for _, e := range u.exprs() {
		u.args(n-1, append(slices.Clip(chosen), e), visit)
	}
}

// exprs returns all variables and paths.
func (u unit) exprs() []il.Expr {
	var all []il.Expr
	for _, x := range u.vars {
		all = append(all, il.Var(x))
	}
	for from := 0; u.Path > 0 && from < len(all); from++ {
		for f := range u.Fields {
			if e := all[from]; len(e.Fields) < u.Path {
				all = append(all,
					il.Path(e.Root, append(slices.Clip(e.Fields), "f"+strconv.Itoa(f))...))
			}
		}
	}
	return all
}
