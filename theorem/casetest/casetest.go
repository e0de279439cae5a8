// Package casetest has the cases and helpers that the tests of statements share.
package casetest

import (
	"fmt"
	"reflect"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// Cases visits n random cases, the same in every call, until visit returns false.
func Cases(t testing.TB, n int, visit func(c *engine.Case) bool) {
	t.Helper()
	drawn(t, n, engine.Fuzzing{Gen: draw.Options(), Seed: 5}, visit)
}

// drawn visits the first n cases of f, until visit returns false.
func drawn(t testing.TB, n int, f engine.Fuzzing, visit func(c *engine.Case) bool) {
	t.Helper()
	for i := range uint64(n) {
		seed := f.CaseSeed(i)
		p, _ := f.Program(seed)
		if !visit(engine.NewCase(iltest.Checked(t, p), seed)) {
			return
		}
	}
}

// ByGenerator has the cases that the switch of a hypothesis draws, with its form as their Variant.
var ByGenerator = Source{
	Key: func(h engine.Hypothesis) any {
		return [3]any{h.Form, h.First, reflect.ValueOf(h.Generator).Pointer()}
	},
	Cases: func(t testing.TB, n int, h engine.Hypothesis, visit func(c *engine.Case) bool) {
		t.Helper()
		f := engine.Fuzzing{Seed: 1}
		for i := range uint64(n) {
			seed := f.CaseSeed(i)
			s := &engine.Switch{Generator: h.Generator, First: h.First}
			c := engine.NewCase(iltest.Checked(t, s.Draw(i, seed)), seed)
			c.Variant = h.Form
			if !visit(c) {
				return
			}
		}
	},
}

// Of returns the case of a program with the seed 1.
func Of(t testing.TB, text string) *engine.Case { return engine.NewCase(iltest.Core(t, text), 1) }

// Tolerated returns the core of a program that may violate A2, A3 and A5.
func Tolerated(t testing.TB, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	violated, _ := check.Violated(p)
	core, errs := check.Program(p, check.Options{Tolerate: violated})
	if core == nil {
		t.Fatal(errs)
	}
	return core
}

// violating returns options for programs that violate a hypothesis more often than others.
func violating(h engine.Hypothesis) gen.Options {
	o := draw.Options()
	o.Depth = 3
	switch h.Name {
	case "stable-left", "stable-right":
		o.Threads, o.Reassign = 0.5, 0.1
	case "shallow":
		o.Statements, o.Lock, o.Sync, o.LocalRoot = 10, 0.2, 0.2, 0
	case "leaf", "prefix-arguments":
		o.Call, o.PrefixArg = 0.2, 0.3
	case "disconnected", "acyclic":
		o.Longer = 0.5
	case "ANF":
		o.StoreFormal = 0.3
	}
	return o
}

// Violating has programs that violate a hypothesis more often than others.
var Violating = Source{
	Key: func(h engine.Hypothesis) any { return fmt.Sprint(violating(h)) },
	Cases: func(t testing.TB, n int, h engine.Hypothesis, visit func(c *engine.Case) bool) {
		t.Helper()
		drawn(t, n, engine.Fuzzing{Gen: violating(h), Seed: 6}, visit)
	},
}

// Usual has the programs of Cases, whatever the hypothesis.
var Usual = Source{
	Key: func(engine.Hypothesis) any { return nil },
	Cases: func(t testing.TB, n int, _ engine.Hypothesis, visit func(c *engine.Case) bool) {
		t.Helper()
		Cases(t, n, visit)
	},
}

// Instances lists the instances of a statement on a case. The test fails if a limit is reached.
func Instances(t testing.TB, c *engine.Case, s *engine.Statement) (all []engine.Instance) {
	t.Helper()
	if err := s.Visit(c, func(x engine.Instance) bool {
		all = append(all, x)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// AnyInstances is like Instances, but lists fewer if a limit is reached.
func AnyInstances(c *engine.Case, s *engine.Statement) (all []engine.Instance) {
	_ = s.Visit(c, func(x engine.Instance) bool { all = append(all, x); return true })
	return all
}

// IllFormed returns the methods of a case and one more, called C, as a program. C is a fragment of
// a unit, also returned as added, and may violate A2 and A3; violated says which.
func IllFormed(
	t testing.TB, c *engine.Case,
) (p *il.Program, added *il.Unit, violated check.Assumption) {
	t.Helper()
	u := draw.Fragment(gen.Rand(c.Seed), c.Core, c.Core.Units[0])
	m := &il.Method{Name: "C", Body: u.Body}
	for _, x := range u.Formals {
		m.Formals = append(m.Formals, il.Formal{Name: x})
	}
	p = &il.Program{Source: c.Core.Source}
	for _, d := range c.Core.Program.Decls {
		if d, ok := d.(*il.Method); ok {
			p.Decls = append(p.Decls, d)
		}
	}
	p.Decls = append(p.Decls, m)
	violated, others := check.Violated(p)
	if len(others) > 0 {
		t.Fatalf("a fragment violates more than an assumption: %v\n%s", others,
			notation.Block(u.Body))
	}
	return p, u, violated
}
