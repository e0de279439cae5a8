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
		return v.replace(i, by[r.IntN(len(by))])()
	case 2: // rename a variable
		from, to := vars[r.IntN(len(vars))], vars[r.IntN(len(vars))]
		return v.rewrite(rewriting{variable: renaming(u, from, to)})
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
		return all[r.IntN(len(all))]()
	}
}

// public makes all methods public: legal asks for a public one, package check
// does not.
func public(p *il.Program) *il.Program {
	return viewOf(p).rewrite(rewriting{private: func(int, *il.Method) bool { return false }})
}

// legal says what package check says, and violated too.
func TestLegalAgreesWithCheck(t *testing.T) {
	counts := map[bool]int{}
	kinds := map[check.Assumption]int{} // of programs without other errors
	o := wide()
	o.Statements, o.Methods = 8, 3
	for seed := range uint64(4000) {
		r := Rand(seed)
		p := public(Program(r, o))
		for range 1 + r.IntN(3) {
			p = public(garble(r, p))
		}
		Positioned(p)
		_, errs := check.Program(p, check.Options{})
		if got := legal(p); got != (len(errs) == 0) {
			t.Fatalf("seed %d: legal says %v, package check has %d errors: %v\n%s", seed, got, len(errs), errs, p.Source.Text)
		}
		counts[len(errs) == 0]++
		want, rest := check.Violated(p)
		if got, ok := violated(p); ok != (len(rest) == 0) || ok && got != want {
			t.Fatalf("seed %d: violated says %q and %v, package check %q and %v\n%s", seed, got, ok, want, rest, p.Source.Text)
		}
		if len(rest) == 0 {
			kinds[want]++
		}
	}
	for _, is := range []bool{true, false} {
		if counts[is] < 1000 {
			t.Errorf("only %d programs with legal = %v", counts[is], is)
		}
	}
	for _, a := range []check.Assumption{check.A2, check.A3, check.A5, check.A2 | check.A3} {
		if kinds[a] < 10 {
			t.Errorf("only %d programs violate just %v", kinds[a], a)
		}
	}
}

func TestLegalAsksForAUnitOfPairs(t *testing.T) {
	m := &il.Method{Name: "m", Body: &il.Block{}}
	if !legal(&il.Program{Decls: []il.Decl{m}}) {
		t.Error("a public method is enough")
	}
	m.Private = true
	if legal(&il.Program{Decls: []il.Decl{m}}) {
		t.Error("a private method alone makes no pair")
	}
	if legal(&il.Program{}) {
		t.Error("an empty file has no unit")
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
		p := Positioned(&il.Program{Decls: decls})
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
		p := Positioned(&il.Program{Decls: tt.decls})
		if got := legal(p); got != tt.want {
			t.Errorf("%s: legal = %v\n%s", tt.name, got, p.Source.Text)
		}
		if tt.want {
			mustBeLegal(t, p)
		}
	}
}
