package check_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

var randomPrograms = quick.Cases(30_000)

// TestAgainstDefinitions: on random programs, most of them illegal, the checker agrees with the
// definitions of docs/theory.md, which are written down below as literally as possible.
func TestAgainstDefinitions(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(randomPrograms) {
		p := randomProgram(seed)
		_, errs := check.Program(p, check.Options{})
		byCode := map[diag.Code]diag.List{}
		for _, e := range errs {
			byCode[e.Code] = append(byCode[e.Code], e)
		}
		compareLocks(t, seed, p, byCode)
		compareAssignment(t, seed, p, byCode)
		compareCalls(t, seed, p, byCode)
		for code := range byCode {
			counts[string(code)]++
		}
		if len(errs) == 0 {
			counts["legal"]++
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, show(p.Source, errs))
		}
	}
	for _, what := range []string{"legal", "E0032", "E0039", "E0040", "E0041"} {
		if counts[what] < randomPrograms/20 {
			t.Errorf("%d programs are or have %s, want at least %d", counts[what], what,
				randomPrograms/20)
		}
	}
}

// compareLocks expects each block to have as many unmatched unlock()s as its counter falls below 0,
// and as many held lock()s as the counter then rises to its end.
func compareLocks(t *testing.T, seed uint64, p *il.Program, got map[diag.Code]diag.List) {
	unmatched, held := 0, 0
	for _, b := range bodies(p) {
		eachBlock(b, func(b *il.Block) {
			net, least := bal(b)
			unmatched -= least
			held += net - least
		})
	}
	excused := 0 // at most: two unlock()s may name one lock()
	for _, e := range got[diag.UnmatchedUnlock] {
		excused += len(e.Notes)
	}
	if n := len(got[diag.UnmatchedUnlock]); n != unmatched {
		t.Errorf("seed %d: %d unmatched unlocks, want %d", seed, n, unmatched)
	}
	if n := len(got[diag.LockHeldAtEnd]); n > held || n < held-excused {
		t.Errorf("seed %d: %d held locks, want %d less at most %d", seed, n, held, excused)
	}
}

// bal returns bal(C) = (net, min) of a block, without the blocks inside it.
func bal(b *il.Block) (net, least int) {
	for _, s := range b.List() {
		switch s.(type) {
		case *il.Lock:
			net++
		case *il.Unlock:
			net--
		}
		least = min(least, net)
	}
	return net, least
}

// eachBlock visits b and all blocks in it.
func eachBlock(b *il.Block, visit func(*il.Block)) {
	if b == nil {
		return
	}
	visit(b)
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *il.If:
			eachBlock(s.Then, visit)
			eachBlock(s.Else, visit)
		case *il.While:
			eachBlock(s.Body, visit)
		case *il.Synchronized:
			eachBlock(s.Body, visit)
		}
	}
}

// compareAssignment expects an error at the first use of each variable of a unit that is used where
// it is not definitely assigned.
func compareAssignment(t *testing.T, seed uint64, p *il.Program, got map[diag.Code]diag.List) {
	var want, have []il.Pos
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			a := assignment{first: map[string]il.Pos{}}
			assigned := set{}
			for _, f := range d.Formals {
				assigned[f.Name] = true
			}
			a.block(d.Body, assigned)
			want = slices.AppendSeq(want, maps.Values(a.first))
		case *il.Parallel:
			for _, b := range d.Blocks {
				a := assignment{first: map[string]il.Pos{}, thread: true}
				a.block(b, set{})
				want = slices.AppendSeq(want, maps.Values(a.first))
			}
		}
	}
	slices.Sort(want)
	for _, e := range got[diag.UseBeforeAssigned] {
		have = append(have, e.At)
	}
	if !slices.Equal(have, want) {
		t.Errorf("seed %d: unassigned uses at %v, want %v", seed, have, want)
	}
}

type set map[string]bool

// assignment computes definite assignment in one unit, with a set of variables for each point.
type assignment struct {
	thread bool
	first  map[string]il.Pos // the first use of each variable that is not assigned there
}

// block returns the variables that are assigned after b.
func (a *assignment) block(b *il.Block, in set) set {
	for _, s := range b.List() {
		in = a.stmt(s, in)
	}
	return in
}

func (a *assignment) stmt(s il.Stmt, in set) set {
	switch s := s.(type) {
	case *il.If:
		then, els := a.block(s.Then, maps.Clone(in)), a.block(s.Else, maps.Clone(in))
		maps.DeleteFunc(then, func(x string, _ bool) bool { return !els[x] })
		return then
	case *il.While:
		a.block(s.Body, maps.Clone(in))
		return in
	case *il.Synchronized:
		return a.block(s.Body, in)
	}
	defined := definedBy(s)
	il.EachVar(s, func(x string, at il.Pos) {
		_, known := a.first[x]
		isDefinition := x == defined && at == s.Pos()
		isFormal := a.thread && il.IsFormalName(x)
		if !isDefinition && !isFormal && !in[x] && !known {
			a.first[x] = at
		}
	})
	if defined != "" {
		in[defined] = true
	}
	return in
}

// definedBy returns the variable that s assigns.
func definedBy(s il.Stmt) string {
	switch s := s.(type) {
	case *il.Copy:
		return s.Dst
	case *il.Load:
		return s.Dst
	case *il.New:
		return s.Dst
	}
	return ""
}

// compareCalls expects an error exactly if a method reaches itself, and no method to reach itself
// once the calls at the errors are gone.
func compareCalls(t *testing.T, seed uint64, p *il.Program, got map[diag.Code]diag.List) {
	removed := map[[2]string]bool{}
	for _, e := range got[diag.Recursion] {
		removed[callAt(p, e.At)] = true
	}
	if cyclic(p, nil) != (len(removed) > 0) || cyclic(p, removed) {
		t.Errorf("seed %d: cyclic = %t, and %t without the calls %v", seed, cyclic(p, nil),
			cyclic(p, removed), removed)
	}
}

// callAt returns the caller and the callee of the call at a position.
func callAt(p *il.Program, at il.Pos) (edge [2]string) {
	for caller, b := range bodies(p) {
		il.Walk(b, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok && c.At == at {
				edge = [2]string{caller, c.Method}
			}
		})
	}
	return edge
}

// cyclic reports whether a method reaches itself by calls that were not removed:
// the transitive closure, by Warshall's algorithm.
func cyclic(p *il.Program, removed map[[2]string]bool) bool {
	reaches := map[[2]string]bool{}
	all := bodies(p)
	for caller, b := range all {
		il.Walk(b, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok && !removed[[2]string{caller, c.Method}] {
				reaches[[2]string{caller, c.Method}] = true
			}
		})
	}
	for k := range all {
		for i := range all {
			for j := range all {
				if reaches[[2]string{i, k}] && reaches[[2]string{k, j}] {
					reaches[[2]string{i, j}] = true
				}
			}
		}
	}
	for m := range all {
		if reaches[[2]string{m, m}] {
			return true
		}
	}
	return false
}

// bodies returns the body of every unit by name.
func bodies(p *il.Program) map[string]*il.Block {
	all := map[string]*il.Block{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			all[d.Name] = d.Body
		case *il.Parallel:
			all["A"], all["B"] = d.Blocks[0], d.Blocks[1]
		}
	}
	return all
}

// TestCoreOfLegalPrograms: the cores of random legal programs satisfy what il.Core promises.
func TestCoreOfLegalPrograms(t *testing.T) {
	legal, lowered := 0, 0
	for seed := range uint64(randomPrograms) {
		p, before := randomProgram(seed), randomProgram(seed)
		core, errs := check.Program(p, check.Options{})
		if !reflect.DeepEqual(p.Decls, before.Decls) {
			t.Fatalf("seed %d: the source tree changed", seed)
		}
		if len(errs) > 0 {
			continue
		}
		legal++
		checkOrder(t, core)
		checkFields(t, p, core)
		written := bodies(p)
		for _, u := range core.Units {
			checkLowered(t, u)
			if sugared := sugarIn(u, written[u.Name]); sugared == (u.Body == written[u.Name]) {
				t.Errorf("unit %s: sugar %v, body shared %v", u.Name, sugared, !sugared)
			} else if sugared {
				lowered++
			}
			checkSameAccesses(t, u, written[u.Name])
		}
		checkStrictlyLegal(t, core)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if legal < randomPrograms/20 || lowered < legal/2 {
		t.Errorf("%d programs are legal and %d units have sugar, want at least %d and %d", legal,
			lowered, randomPrograms/20, legal/2)
	}
}

// checkOrder expects Order to be a permutation of Units with callees before callers.
func checkOrder(t *testing.T, core *il.Core) {
	done := map[*il.Unit]bool{}
	for _, u := range core.Order {
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok && !done[core.Methods[c.Method]] {
				t.Errorf("Order has %s before its callee %s", u.Name, c.Method)
			}
		})
		done[u] = true
	}
	for i, u := range core.Units {
		if !done[u] || u.Index != i {
			t.Errorf("unit %d, %s, has index %d and is in Order: %t", i, u.Name, u.Index, done[u])
		}
	}
	if len(core.Order) != len(core.Units) {
		t.Errorf("%d units in the order, want %d", len(core.Order), len(core.Units))
	}
}

// checkFields expects Fields to be the sorted set of the program's fields.
func checkFields(t *testing.T, p *il.Program, core *il.Core) {
	fields := set{}
	for _, b := range bodies(p) {
		il.Walk(b, func(s il.Stmt) { il.EachField(s, func(f string) { fields[f] = true }) })
	}
	if want := slices.Sorted(maps.Keys(fields)); !slices.Equal(core.Fields, want) {
		t.Errorf("fields %v, want %v", core.Fields, want)
	}
}

// checkLowered expects no sugar, methods in argument normal form, and the fresh locals t'1, t'2,
// ..., each assigned once.
func checkLowered(t *testing.T, u *il.Unit) {
	fresh := 0
	il.Walk(u.Body, func(s il.Stmt) {
		switch s := s.(type) {
		case *il.Move, *il.NewAt, *il.Synchronized:
			t.Errorf("%s has a %T after lowering", u.Name, s)
		case *il.Store:
			if !u.Thread && slices.Contains(u.Formals, s.Src) {
				t.Errorf("%s stores its formal %s", u.Name, s.Src)
			}
		}
		if strings.HasPrefix(definedBy(s), "t'") {
			fresh++
			if want := fmt.Sprintf("t'%d", fresh); definedBy(s) != want {
				t.Errorf("%s assigns %s, want %s", u.Name, definedBy(s), want)
			}
		}
	})
}

// sugarIn reports whether b, the body of u as it is written, has sugar.
func sugarIn(u *il.Unit, b *il.Block) (found bool) {
	il.Walk(b, func(s il.Stmt) {
		switch s := s.(type) {
		case *il.Move, *il.NewAt, *il.Synchronized:
			found = true
		case *il.Store:
			found = found || !u.Thread && slices.Contains(u.Formals, s.Src)
		}
	})
	return found
}

// checkSameAccesses expects that lowering keeps every read and write, in order and in place.
func checkSameAccesses(t *testing.T, u *il.Unit, written *il.Block) {
	list := func(b *il.Block) (out []string) {
		add := func(kind il.AccessKind, at il.Pos, path il.Expr) {
			out = append(out, fmt.Sprintf("%s %d %s", kind, at, path))
		}
		il.Walk(b, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Load:
				add(il.Read, s.At, s.Src)
			case *il.Store:
				add(il.Write, s.At, s.Dst)
			case *il.Move:
				add(il.Read, s.At, s.Src)
				add(il.Write, s.At, s.Dst)
			case *il.NewAt:
				add(il.Write, s.At, s.Dst)
			}
		})
		return out
	}
	if got, want := list(u.Body), list(written); !slices.Equal(got, want) {
		t.Errorf("accesses of %s: %v, want %v", u.Name, got, want)
	}
}

// checkStrictlyLegal expects that the lowered program is legal without sugar, and lowering it
// again changes nothing.
func checkStrictlyLegal(t *testing.T, core *il.Core) {
	p := &il.Program{Source: core.Source}
	for _, u := range core.Units {
		if !u.Thread {
			m := &il.Method{Name: u.Name, Body: u.Body, Private: u.Private}
			for _, f := range u.Formals {
				m.Formals = append(m.Formals, il.Formal{Name: f})
			}
			p.Decls = append(p.Decls, m)
		}
	}
	if a, b := core.Threads[0], core.Threads[1]; a != nil {
		p.Decls = append(p.Decls, &il.Parallel{Blocks: [2]*il.Block{a.Body, b.Body}})
	}
	again, errs := check.Program(p, check.Options{Strict: true})
	if len(errs) > 0 {
		t.Errorf("the lowered program is illegal:\n%s", show(p.Source, errs))
		return
	}
	for i, u := range again.Units {
		if u.Body != core.Units[i].Body || !slices.Equal(u.Formals, core.Units[i].Formals) {
			t.Errorf("lowering %s again changes it", u.Name)
		}
	}
}

// TestDeterministic: equal trees have equal diagnostics.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(500) {
		_, first := check.Program(randomProgram(seed), check.Options{Strict: true})
		_, second := check.Program(randomProgram(seed), check.Options{Strict: true})
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("seed %d: the errors are %v and then %v", seed, first, second)
		}
	}
}

// generator makes small random programs with few names, so that rules are often obeyed and often
// broken. Positions are numbered consecutively, so that all differ.
type generator struct {
	*rand.Rand
	at      il.Pos
	methods int
	vars    []string
	careful bool // mostly formals as sources, mostly balanced locks
}

func randomProgram(seed uint64) *il.Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), methods: 1 + int(seed%4)}
	g.careful = g.IntN(2) == 0
	p := &il.Program{Source: il.NewSource("random.il", strings.Repeat(" ", 4000))}
	for i := range g.methods {
		m := &il.Method{At: g.next(), Name: fmt.Sprintf("m%d", i), Private: g.IntN(4) == 0}
		m.NameAt = m.At
		g.vars = []string{"x", "y", "z"}
		for j := range g.IntN(3) {
			name := []string{"a", "b"}[j]
			m.Formals = append(m.Formals, il.Formal{Name: name, At: g.next()})
			g.vars = append(g.vars, name, name, name)
		}
		m.Body = g.block(3)
		p.Decls = append(p.Decls, m)
	}
	if g.IntN(2) == 0 {
		g.vars = []string{"x", "y", "arg1", "arg1", "arg2"}
		p.Decls = append(p.Decls,
			&il.Parallel{At: g.at, Blocks: [2]*il.Block{g.block(3), g.block(2)}})
	}
	return p
}

func (g *generator) next() il.Pos { g.at++; return g.at }

func (g *generator) block(depth int) *il.Block {
	b := &il.Block{At: g.next()}
	for range g.IntN(5) {
		b.Stmts = append(b.Stmts, g.stmt(depth)...)
	}
	b.End = g.next()
	return b
}

func (g *generator) name() string { return g.vars[g.IntN(len(g.vars))] }

// source returns a variable to read from.
func (g *generator) source() string {
	if g.careful && len(g.vars) > 3 && g.IntN(10) > 0 {
		return g.vars[len(g.vars)-1]
	}
	return g.name()
}

func (g *generator) path() il.Expr {
	e := il.Expr{At: g.next(), Root: g.source()}
	for range 1 + g.IntN(2) {
		e.Fields = append(e.Fields, []string{"f", "g", "h"}[g.IntN(3)])
	}
	return e
}

// destination returns a path that an assignment begins with.
func (g *generator) destination(at il.Pos) il.Expr {
	e := g.path()
	e.At = at
	return e
}

// call calls a method, in careful programs mostly an earlier one.
func (g *generator) call() il.Stmt {
	c := &il.Call{At: g.next(), Method: fmt.Sprintf("m%d", g.IntN(g.methods))}
	for range g.IntN(3) {
		e := g.path()
		e.Fields = e.Fields[:g.IntN(len(e.Fields)+1)]
		c.Args = append(c.Args, e)
	}
	return c
}

func (g *generator) stmt(depth int) []il.Stmt {
	at := g.next()
	switch n := g.IntN(24); {
	case n < 3:
		return []il.Stmt{&il.Copy{At: at, Dst: g.name(), Src: g.source(), SrcAt: g.next()}}
	case n < 6:
		return []il.Stmt{&il.Load{At: at, Dst: g.name(), Src: g.path()}}
	case n < 9:
		return []il.Stmt{&il.Store{
			At: at, Dst: g.destination(at), Src: g.source(), SrcAt: g.next(),
		}}
	case n < 12:
		return []il.Stmt{&il.New{At: at, Dst: g.name()}}
	case n < 14:
		return []il.Stmt{&il.Move{At: at, Dst: g.destination(at), Src: g.path()}}
	case n < 15:
		return []il.Stmt{&il.NewAt{At: at, Dst: g.destination(at)}}
	case n < 16:
		return []il.Stmt{&il.Skip{At: at}}
	case n < 18 && (!g.careful || g.IntN(8) == 0):
		return []il.Stmt{g.call()}
	case n < 20 && (!g.careful || g.IntN(16) == 0):
		if g.IntN(2) == 0 {
			return []il.Stmt{&il.Lock{At: at}}
		}
		return []il.Stmt{&il.Unlock{At: at}}
	case n < 20:
		inner := g.stmt(0)
		return slices.Concat([]il.Stmt{&il.Lock{At: at}}, inner,
			[]il.Stmt{&il.Unlock{At: g.next()}})
	case depth == 0:
		return nil
	case n < 21:
		return []il.Stmt{&il.Synchronized{At: at, Body: g.block(depth - 1)}}
	case n < 22:
		return []il.Stmt{&il.While{At: at, Body: g.block(depth - 1)}}
	case n < 23:
		return []il.Stmt{&il.If{At: at, Then: g.block(depth - 1)}}
	default:
		return []il.Stmt{&il.If{At: at, Then: g.block(depth - 1), Else: g.block(depth - 1)}}
	}
}
