package racerd

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// checkExplanations explains every snapshot of every unit, compares the explanations with the
// program, and counts them.
func checkExplanations(t testing.TB, c *il.Core, r *Result) (owned, conditional, deep int) {
	t.Helper()
	for _, u := range c.Units {
		for _, s := range r.Accesses(u, 1<<20) {
			x, ok := r.Explain(u, s.Access)
			if !ok || x.Ownership != s.Ownership {
				t.Fatalf("%v has no explanation\n%s", s, c.Source.Text)
			}
			follow(t, c, x)
			if len(x.Sentences(c.Source)) < 2 {
				t.Fatalf("Sentences of %v = %q, want two or more", s, x.Sentences(c.Source))
			}
			switch {
			case s.Ownership == Owned:
				owned++
			case s.Ownership != Unowned:
				conditional++
			}
			deep = max(deep, len(x.Calls))
		}
	}
	return owned, conditional, deep
}

// follow checks an explanation: each step is at the access, or calls the unit of the next one, and
// the ownership follows from the facts.
func follow(t testing.TB, c *il.Core, x Explanation) {
	t.Helper()
	unit, access := x.Unit, x.Access
	for i, s := range x.Steps {
		if s.Unit != unit || s.Access != access {
			t.Fatalf("%v: step %d is about %v in %s, want %v in %s\n%s",
				x.Side, i, s.Access, s.Unit.Name, access, unit.Name, c.Source.Text)
		}
		for _, f := range s.Facts {
			if n := len(f.Since); n > 0 && !f.Since[n-1].Ownership.below(f.Ownership) {
				t.Fatalf("%v: %v is not what its last assignment gives\n%s",
					x.Side, f, c.Source.Text)
			}
		}
		if i == len(x.Steps)-1 {
			break
		}
		call := s.Stmt.(*il.Call)
		if call != x.Calls[i] {
			t.Fatalf("%v: the calls are not those of the steps", x.Side)
		}
		callee, next := c.Methods[call.Method], x.Steps[i+1]
		if next.Unit != callee ||
			next.Access.Path.Subst(abstract.Substitution(callee, call)) != access.Path ||
			next.Access.At != access.At || next.Access.Kind != access.Kind ||
			next.Access.Lock.Compare(access.Lock) > 0 {
			t.Fatalf("%v: step %d is %v in %s, which %s does not make %v\n%s", x.Side, i+1,
				next.Access, next.Unit.Name, il.Text(call), access, c.Source.Text)
		}
		unit, access = callee, next.Access
	}
	if o := alone(c, x); !o.below(x.Ownership) || (o == Owned) != (x.Ownership == Owned) {
		t.Fatalf("%v: the chain gives %v\n%s", x.Side, o, c.Source.Text)
	}
	switch s := x.Steps[len(x.Steps)-1].Stmt.(type) {
	case *il.Load, *il.Store:
		if s.Pos() != access.At {
			t.Fatalf("%v: the chain ends at %d, want %d\n%s",
				x.Side, s.Pos(), access.At, c.Source.Text)
		}
	case *il.Call: // reads an argument
		if !slices.ContainsFunc(s.Args, func(e il.Expr) bool { return e.At == access.At }) {
			t.Fatalf("%v: no argument of %s is read\n%s", x.Side, s.Method, c.Source.Text)
		}
	default:
		t.Fatalf("%v: the chain ends at %T", x.Side, s)
	}
}

// alone returns the ownership that an access has by one chain of calls alone, without what other
// chains make of it on the way.
func alone(c *il.Core, x Explanation) Ownership {
	o := x.Steps[len(x.Steps)-1].Ownership
	for i := len(x.Calls) - 1; i >= 0; i-- {
		up := Owned
		for _, f := range x.Steps[i].Facts {
			if o.depends(c.Methods[x.Calls[i].Method].Formal(f.Formal)) {
				up = up.join(f.Ownership)
			}
		}
		if o != Unowned {
			o = up
		}
	}
	return o
}

// TestExplainTheRightCall: if two calls add the same access, the explanation follows the one that
// provides the condition.
func TestExplainTheRightCall(t *testing.T) {
	c := iltest.Core(t,
		`m(a) { y := new(); k(y, a) } k(p, q) { j(p, p); j(p, q) } `+
			`j(r, s) { if * { r := s } x := r.f }`)
	r := analyze(t, c, Options{})
	checkExplanations(t, c, r)
	x, ok := r.Explain(c.Methods["m"], r.Accesses(c.Methods["m"], 9)[0].Access)
	if !ok || len(x.Calls) != 2 || il.Text(x.Calls[1]) != "j(p, q)" {
		t.Errorf("the access is explained %v by the calls %v, want two, the last j(p, q)",
			ok, x.Calls)
	}
}

// TestExplain: every snapshot has an explanation that is true of the program.
func TestExplain(t *testing.T) {
	owned, conditional, deep := 0, 0, 0
	for _, mix := range mixes() {
		iltest.Random(t, quick.Cases(400), mix, func(c *il.Core) {
			for _, o := range []Options{{}, {PrefixReads: true, Formals: formalsUnowned}} {
				n, m, d := checkExplanations(t, c, analyze(t, c, o))
				owned += n
				conditional += m
				deep = max(deep, d)
			}
		})
	}
	if owned < quick.Cases(500) || conditional < quick.Cases(2000) || deep < 2 {
		t.Errorf("vacuous: %d owned, %d on a condition, %d calls deep, want at least %d, %d and 2",
			owned, conditional, deep, quick.Cases(500), quick.Cases(2000))
	}
}

// TestExplainRecursion: an explanation ends at an access, even if the first call leads back to its
// own unit.
func TestExplainRecursion(t *testing.T) {
	c := iltest.Tolerated(t,
		`m(a, b) { m(b, a); k(b, a) } k(p, q) { m(q, p); x := p.f; if * { p := q; y := p.f } }`,
		check.A5)
	_, conditional, deep := checkExplanations(t, c, analyze(t, c, Options{}))
	if conditional < 4 || deep < 2 {
		t.Errorf("%d snapshots are owned on a condition, %d calls deep, want at least 4 and 2",
			conditional, deep)
	}
	if _, ok := analyze(t, c, Options{}).Explain(c.Methods["m"], Access{}); ok {
		t.Error("what is not in a summary has an explanation")
	}
	chain := iltest.Core(t, gen.DeepChain(3000))
	r, u := analyze(t, chain, Options{}), chain.Methods["m0"]
	x, ok := r.Explain(u, r.Accesses(u, 1)[0].Access)
	if !ok || len(x.Calls) != 2999 {
		t.Fatalf("the access is explained %v by %d calls, want 2999", ok, len(x.Calls))
	}
	follow(t, chain, x)
}

// TestSentences checks the sentences that explain the last access of m.
func TestSentences(t *testing.T) {
	for _, r := range []struct {
		what, switches, text string
		want                 []string
	}{
		{"a formal made fresh", "", "m(b) {\n  b := new()\n  x := new()\n  b.f := x\n}", []string{
			"m writes b.f at 4:3.", "b := new() at 2:3: Owned.", "b is Owned in m.",
			"So the object is taken for one that no other thread can reach."}},
		{"given on", "", "m() {\n  y := new()\n  x := y\n  z := x.f.g\n}", []string{
			"m reads x.f.g at 4:3.", "y := new() at 2:3: Owned.", "x := y at 3:3: Owned.",
			"x.f is Owned in m, as x is.",
			"So the object is taken for one that no other thread can reach."}},
		{"a formal", "", "m(a) {\n  x := a.f\n}", []string{
			"m reads a.f at 2:3.", "a is OwnedIf(a) in m.",
			"So m owns the object only if it is given objects of its own (a), " +
				"which nothing ensures."}},
		{"owned by the caller", "", "m(a) {\n  x := new()\n  k(x.g, a)\n}\nk(p, q) {\n  if * {\n " +
			"   p := q\n    q := new()\n    p := q\n  }\n  y := p.f\n}", []string{
			"k reads p.f at 11:3.", "p is OwnedIf(p) in k.",
			"k(x.g, a) at 3:3, in m, passes x.g as p.", "x := new() at 2:3: Owned.",
			"x.g is Owned in m, as x is.",
			"So the object is taken for one that no other thread can reach."}},
		{"one of two", "",
			"m(a, b) {\n  if * {\n    x := a\n  } else {\n    x := b\n  }\n  y := x.f\n}", []string{
				"m reads x.f at 7:3.", "x := b at 5:5: OwnedIf(b).", "x is OwnedIf(a, b) in m.",
				"So m owns the object only if it is given objects of its own (a, b), " +
					"which nothing ensures."}},
		{"in a later round", "",
			"m(a) {\n  x := new()\n  while * {\n    y := x.f\n    x := a\n  }\n}", []string{
				"m reads x.f at 4:5.", "x := a at 5:5: OwnedIf(a).", "x is OwnedIf(a) in m.",
				"So m owns the object only if it is given objects of its own (a), " +
					"which nothing ensures."}},
		{"nothing", "exact", "m(a) {\n  y := a.f.g\n}", []string{
			"m reads a.f.g at 2:3.", "a.f is Unowned in m.",
			"Nothing says that m owns the object."}},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			x := analyze(t, c, options(t, r.switches))
			u := c.Methods["m"]
			accesses := x.Accesses(u, 99)
			e, ok := x.Explain(u, accesses[len(accesses)-1].Access)
			if !ok {
				t.Fatal("the last access has no explanation")
			}
			if d := cmp.Diff(r.want, e.Sentences(c.Source)); d != "" {
				t.Errorf("Sentences (-want +got):\n%s", d)
			}
			if last := e.decisive(); (last.Ownership == Owned) != (e.Ownership == Owned) {
				t.Errorf("the decisive step has the ownership %v, the access %v",
					last.Ownership, e.Ownership)
			}
		})
	}
}

// decisive returns the step that settles the ownership: where the access became Owned, for one that
// is, and else the access itself.
func (e Explanation) decisive() step {
	for _, s := range slices.Backward(e.Steps) {
		if s.Ownership == Owned {
			return s
		}
	}
	return e.Steps[len(e.Steps)-1]
}
