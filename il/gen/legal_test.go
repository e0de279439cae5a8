package gen

import (
	"math/rand/v2"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// garble changes p at random, whether or not the result is legal.
func garble(r *rand.Rand, p *il.Program) *il.Program {
	v := viewOf(p)
	if len(v.stmts) == 0 {
		return p
	}
	i := r.IntN(len(v.stmts))
	u := v.stmts[i].unit
	vars := append(v.variables(u), "q", "arg1", "arg3")
	switch r.IntN(6) {
	case 0: // drop a statement, even a lock() without its unlock()
		return v.rewrite(v.replace(i))
	case 1: // replace a statement
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
	public := &il.Method{Name: "m", Body: &il.Block{}}
	private := &il.Method{Name: "n", Private: true, Body: &il.Block{}}
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
			t.Errorf("%s: legal and hasPair = %t and %t, want %t and %t", il.Format(p), legal(p),
				hasPair(p), x.legal, x.pair)
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
		near := []*il.Program{Mutate(r, p, o)}
		for _, a := range []check.Assumption{check.A2, check.A3, check.A5} {
			near = append(near, Violate(r, p, a))
		}
		if seed < 100 {
			near = append(near, Shrink(p, func(*il.Program) bool { return true }))
		}
		for i, n := range near {
			if paired && !hasPair(n) {
				t.Fatalf("seed %d, program %d has no pair:\n%s", seed, i, n.Source.Text)
			}
		}
	}
	if without < 20 {
		t.Errorf("%d programs have no pair, want at least 20", without)
	}
}

func TestLegalRefusesDuplicates(t *testing.T) {
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
			t.Errorf("two %s: legal = %t and the errors of package check are %v, want false and some",
				name, legal(p), errs)
		}
	}
}

// TestLegalInit: an init block may only use the parameters and fields of its program.
func TestLegalInit(t *testing.T) {
	const method, threads = "m(a) { x := a.f; }\n", "{ x := arg1.f; } || { }\n"
	for _, tt := range []struct {
		text  string
		legal bool
	}{
		{method + "init { o1.f = o2; B.a = o1 }", true},
		{method + "init { A.b = o1 }", false},
		{method + "init { o1.g = o1 }", false},
		{method + "init { } init { }", false},
		{threads + "init { A.arg1 = o1 }", true},
		{threads + "init { B.arg1 = o1 }", false},
	} {
		p, errs := parse.File(il.NewSource("t.il", tt.text))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := legal(p); got != tt.legal {
			t.Errorf("legal = %t, want %t, of\n%s", got, tt.legal, tt.text)
		}
		if tt.legal {
			mustBeLegal(t, p)
		}
	}
}
