package enum

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
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
		{Size: 3, Path: 1, Arity: 1, Fields: 1, Formals: 1, Locals: 1, NoBranches: true,
			NoLoops: true},
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
			tried := 0
			for size := range o.Size + 1 {
				universe{o}.programs(size, func(p *il.Program) {
					tried++
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
					t.Fatalf("twice: %s\n%s", p.Cursor(), text)
				}
				got[text] = true
				if !want[text] {
					t.Fatalf("not legal, or not of the universe: %s\n%s", p.Cursor(), text)
				}
			}
			for _, text := range slices.Sorted(maps(want)) {
				if !got[text] {
					t.Fatalf("missing: %s", text)
				}
			}
			t.Logf("%d programs of %d that were tried", len(got), tried)
		})
	}
}

// universe makes programs from fixed names, legal or not.
type universe struct{ Options }

// unit is where statements are made for.
type unit struct {
	universe
	vars  []string
	calls map[string]int // arity by method
	made  map[int][][]il.Stmt
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

func (u universe) arities(n int, chosen []int, visit func([]int)) {
	if len(chosen) == n {
		visit(chosen)
		return
	}
	for a := range u.Arity + 1 {
		u.arities(n, append(slices.Clip(chosen), a), visit)
	}
}

// ofArities leaves out at once what has not enough calls for all methods.
func (u universe) ofArities(size int, arities []int, visit func(*il.Program)) {
	calls := map[string]int{}
	for i, a := range arities {
		calls["m"+strconv.Itoa(i)] = a
	}
	locals := numbered("x", u.Locals)
	thread := unit{u, append(numbered("arg", u.Formals), locals...), calls, map[int][][]il.Stmt{}}
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
		units = append(units, unit{u, append(formals, locals...), calls, map[int][][]il.Stmt{}})
		bodies = append(bodies, m.Body)
	}
	blocks := make([][][][]il.Stmt, len(units)) // by unit and size
	for i, u := range units {
		for n := range size + 1 {
			blocks[i] = append(blocks[i],
				legalAlone(p, bodies[i], u.lists(n), len(arities)-(size-n)))
		}
	}
	var fill func(i, remaining int)
	fill = func(i, remaining int) {
		switch {
		case len(arities)-called(bodies[:i]) > remaining:
		case i < len(units):
			for n := range remaining + 1 {
				for _, bodies[i].Stmts = range blocks[i][n] {
					fill(i+1, remaining-n)
				}
			}
		case remaining == 0:
			visit(p)
		}
	}
	fill(0, size)
}

// legalAlone keeps the lists that call so many methods and are legal in b, all
// other blocks of p being empty: the others are legal in no program.
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

// numbered is name1 ... namen.
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
	for _, m := range slices.Sorted(maps(u.calls)) {
		u.args(u.calls[m], nil, func(args []il.Expr) { visit(&il.Call{Method: m, Args: args}) })
	}
}

func (u unit) args(n int, chosen []il.Expr, visit func([]il.Expr)) {
	if n == 0 {
		visit(chosen)
		return
	}
	for _, e := range u.exprs() {
		u.args(n-1, append(slices.Clip(chosen), e), visit)
	}
}

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

// maps is the keys of a map, for sorting.
func maps[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// allCalled reports whether every method is called from a thread, directly or
// not.
func allCalled(c *il.Core) bool {
	called := map[*il.Unit]bool{c.Threads[0]: true, c.Threads[1]: true}
	for _, u := range slices.Backward(c.Order) {
		if called[u] {
			il.Walk(u.Body, func(s il.Stmt) {
				if s, ok := s.(*il.Call); ok {
					called[c.Methods[s.Method]] = true
				}
			})
		}
	}
	return len(called) == len(c.Units)
}

// canonical returns the least of the texts of a program under all orders of its
// threads, methods and formals, its names being numbered as they occur.
func canonical(c *il.Core) string {
	least := ""
	methods := methodsOf(c)
	permutations(len(methods), func(order []int) {
		var list []*il.Unit
		for _, i := range order {
			list = append(list, methods[i])
		}
		columns(list, map[string][]int{}, func(cols map[string][]int) {
			for swap := range 2 {
				threads := []*il.Unit{c.Threads[swap], c.Threads[1-swap]}
				if text := write(append(threads, list...), cols); least == "" || text < least {
					least = text
				}
			}
		})
	})
	return least
}

// written returns one of the texts of canonical.
func written(c *il.Core) string {
	cols := map[string][]int{}
	for _, m := range methodsOf(c) {
		for i := range m.Formals {
			cols[m.Name] = append(cols[m.Name], i)
		}
	}
	return write(append(c.Threads[:], methodsOf(c)...), cols)
}

func methodsOf(c *il.Core) []*il.Unit {
	return slices.DeleteFunc(slices.Clone(c.Units), func(u *il.Unit) bool { return u.Thread })
}

func columns(methods []*il.Unit, chosen map[string][]int, visit func(map[string][]int)) {
	if len(methods) == 0 {
		visit(chosen)
		return
	}
	permutations(len(methods[0].Formals), func(order []int) {
		chosen[methods[0].Name] = order
		columns(methods[1:], chosen, visit)
	})
}

func permutations(n int, visit func([]int)) {
	var extend func(chosen []int)
	extend = func(chosen []int) {
		if len(chosen) == n {
			visit(chosen)
		}
		for i := range n {
			if !slices.Contains(chosen, i) {
				extend(append(slices.Clip(chosen), i))
			}
		}
	}
	extend(nil)
}

// write writes units with new names.
func write(units []*il.Unit, columns map[string][]int) string {
	w := writer{columns: columns, fields: map[string]string{}, methods: map[string]string{}}
	for _, u := range units {
		w.unit(u)
	}
	return w.String()
}

// writer writes a program with new names.
type writer struct {
	strings.Builder
	columns map[string][]int // by method: its formals in the order to write them
	fields  map[string]string
	methods map[string]string
	vars    map[string]string
}

func rename(names map[string]string, name, letter string) string {
	if names[name] == "" {
		names[name] = letter + strconv.Itoa(len(names))
	}
	return names[name]
}

func (w *writer) unit(u *il.Unit) {
	w.vars = map[string]string{}
	if !u.Thread {
		w.WriteString(rename(w.methods, u.Name, "m"))
		for _, i := range w.columns[u.Name] {
			w.variable(u.Formals[i])
		}
	}
	w.block(u.Body)
}

// variable tells formals of threads from locals; those of methods are told
// apart by having been named first.
func (w *writer) variable(name string) {
	letter := "x"
	if il.IsFormalName(name) {
		letter = "arg"
	}
	w.WriteString(" " + rename(w.vars, name, letter))
}

func (w *writer) expr(e il.Expr) {
	w.variable(e.Root)
	for _, f := range e.Fields {
		w.WriteString("." + rename(w.fields, f, "f"))
	}
}

func (w *writer) block(b *il.Block) {
	w.WriteString("{")
	for _, s := range b.List() {
		w.WriteString(reflect.TypeOf(s).String())
		w.stmt(s)
		w.WriteString(";")
	}
	w.WriteString("}")
}

func (w *writer) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Lock, *il.Unlock:
	case *il.New:
		w.variable(s.Dst)
	case *il.Copy:
		w.variable(s.Dst)
		w.variable(s.Src)
	case *il.Load:
		w.variable(s.Dst)
		w.expr(s.Src)
	case *il.Store:
		w.expr(s.Dst)
		w.variable(s.Src)
	case *il.If:
		w.block(s.Then)
		w.block(s.Else)
	case *il.While:
		w.block(s.Body)
	case *il.Call:
		w.WriteString(rename(w.methods, s.Method, "m"))
		for _, i := range w.columns[s.Method] {
			w.expr(s.Args[i])
		}
	default:
		panic(il.Unknown(s))
	}
}
