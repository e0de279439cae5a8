package gen

import (
	"math/rand/v2"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
)

// garble changes p without thinking about legality.
func garble(r *rand.Rand, p *il.Program) *il.Program {
	v := viewOf(p)
	if len(v.stmts) == 0 {
		return p
	}
	i := r.IntN(len(v.stmts))
	u := v.stmts[i].unit
	vars := append(v.variables(u), "q", "arg1", "arg3")
	switch r.IntN(6) {
	case 0: // drop a statement, of a pair of lock and unlock only one
		return v.rewrite(rewriting{stmt: func(_, j int, _ il.Stmt) ([]il.Stmt, bool) { return nil, i == j }})
	case 1: // another statement instead
		by := []il.Stmt{
			&il.Lock{}, &il.Unlock{}, &il.Call{Method: "m"},
			&il.Copy{Dst: vars[r.IntN(len(vars))], Src: vars[r.IntN(len(vars))]},
			&il.Call{Method: "n", Args: []il.Expr{il.Var(vars[r.IntN(len(vars))])}},
		}
		return v.rewrite(v.replace(i, by[r.IntN(len(by))]))
	case 2: // rename a variable
		from, to := vars[r.IntN(len(vars))], vars[r.IntN(len(vars))]
		return v.rewrite(rewriting{variable: renamingAll(u, map[string]string{from: to})})
	case 3: // turn calls of one method into calls of another
		from, to := methodName(r.IntN(3)), methodName(r.IntN(3))
		return v.rewrite(rewriting{stmt: func(_, _ int, s il.Stmt) ([]il.Stmt, bool) {
			c, ok := s.(*il.Call)
			if !ok || c.Method != from {
				return nil, false
			}
			return []il.Stmt{&il.Call{Method: to, Args: c.Args}}, true
		}})
	case 4: // drop a declaration
		d := r.IntN(len(p.Decls))
		return v.rewrite(rewriting{decl: func(j int) bool { return j != d }})
	default: // an edit of the shrinker, which may give an illegal program
		if !legal(p) {
			return p
		}
		all := v.edits(0)
		return v.rewrite(all[r.IntN(len(all))])
	}
}

func TestHasPair(t *testing.T) {
	public, private := &il.Method{Name: "m", Body: &il.Block{}}, &il.Method{Name: "n", Private: true, Body: &il.Block{}}
	threads := &il.Parallel{Blocks: [2]*il.Block{{}, {}}}
	for _, x := range []struct {
		decls       []il.Decl
		legal, pair bool
	}{
		{[]il.Decl{public}, true, true},
		{[]il.Decl{private}, true, false},
		{[]il.Decl{private, public}, true, true},
		{[]il.Decl{private, threads}, true, true},
		{[]il.Decl{threads}, true, true},
		{[]il.Decl{&il.Init{}}, false, false},
		{nil, false, false},
	} {
		p := &il.Program{Decls: x.decls}
		if legal(p) != x.legal || hasPair(p) != x.pair {
			t.Errorf("%s: legal %v, a pair %v", il.Format(p), legal(p), hasPair(p))
		}
	}
}

// TestPairIsKept: mutation and shrinking keep a pair if there is one, and also work on programs
// without one.
func TestPairIsKept(t *testing.T) {
	o := Default()
	o.Degenerate = 0.3
	without := 0
	for seed := range uint64(400) {
		r := Rand(seed)
		p := Program(r, o)
		paired := hasPair(p)
		if !paired {
			without++
		}
		near := []*il.Program{Mutate(r, p, o), Violate(r, p, check.A2), Violate(r, p, check.A3), Violate(r, p, check.A5)}
		if seed < 100 {
			near = append(near, Shrink(p, func(*il.Program) bool { return true }))
		}
		for i, n := range near {
			if paired && !hasPair(n) {
				t.Fatalf("seed %d, %d: the pair is lost in\n%s", seed, i, n.Source.Text)
			}
		}
	}
	if without < 20 {
		t.Errorf("only %d programs without a pair", without)
	}
}

func TestLegalRefusesTwoOfAKind(t *testing.T) {
	method := func(formals ...il.Formal) *il.Method {
		return &il.Method{Name: "m", Formals: formals, Body: &il.Block{}}
	}
	parallel := func() *il.Parallel { return &il.Parallel{Blocks: [2]*il.Block{{}, {}}} }
	for name, decls := range map[string][]il.Decl{
		"methods":  {method(), method()},
		"formals":  {method(il.Formal{Name: "a"}, il.Formal{Name: "a"})},
		"parallel": {parallel(), parallel()},
	} {
		p := il.Positioned(&il.Program{Decls: decls})
		if _, errs := check.Program(p, check.Options{}); legal(p) || len(errs) == 0 {
			t.Errorf("two %s: legal says %v, package check %v", name, legal(p), errs)
		}
	}
}

func TestLegalKeepsInitInStep(t *testing.T) {
	method := func() *il.Method {
		return &il.Method{Name: "m", Formals: []il.Formal{{Name: "a"}}, Body: &il.Block{Stmts: []il.Stmt{
			&il.Load{Dst: "x", Src: il.Path("a", "f")},
		}}}
	}
	threads := &il.Parallel{Blocks: [2]*il.Block{
		{Stmts: []il.Stmt{&il.Load{Dst: "x", Src: il.Path("arg1", "f")}}},
		{},
	}}
	tests := []struct {
		name  string
		decls []il.Decl
		want  bool
	}{
		{"class", []il.Decl{method(), &il.Init{
			Cells:    []il.Cell{{Object: "o1", Field: "f", Value: "o2"}},
			Bindings: []il.Binding{{Thread: 1, Variable: "a", Value: "o1"}},
		}}, true},
		{"unknown formal", []il.Decl{method(), &il.Init{Bindings: []il.Binding{{Variable: "b", Value: "o1"}}}}, false},
		{"field out of use", []il.Decl{method(), &il.Init{Cells: []il.Cell{{Object: "o1", Field: "g", Value: "o1"}}}}, false},
		{"two", []il.Decl{method(), &il.Init{}, &il.Init{}}, false},
		{"threads", []il.Decl{threads, &il.Init{Bindings: []il.Binding{{Thread: 0, Variable: "arg1", Value: "o1"}}}}, true},
		{"other thread", []il.Decl{threads, &il.Init{Bindings: []il.Binding{{Thread: 1, Variable: "arg1", Value: "o1"}}}}, false},
	}
	for _, tt := range tests {
		p := il.Positioned(&il.Program{Decls: tt.decls})
		if got := legal(p); got != tt.want {
			t.Errorf("%s: legal = %v\n%s", tt.name, got, p.Source.Text)
		}
		if tt.want {
			mustBeLegal(t, p)
		}
	}
}
