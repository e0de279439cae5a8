package promela

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/semantics"
)

// TestGolden exports whole models: a call, a lock and sugar; first choices; paths of several
// fields; and allocation up to a bound.
func TestGolden(t *testing.T) {
	for _, e := range examples {
		if !slices.Contains([]string{"halflock", "begin", "paths", "list"}, e.name) {
			continue
		}
		core, p, in := program(t, e.name+".il", read(t, "testdata/"+e.name+".il"))
		m, err := Export(core, p, in, Options{Allocations: e.bound})
		if err != nil {
			t.Fatal(err)
		}
		file := "testdata/" + e.name + ".pml"
		if *update {
			if err := os.WriteFile(file, []byte(m.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, file); m.Text != want {
			t.Errorf("%s: the model is not that of %s; -update writes it anew\n%s", e.name,
				file, m.Text)
		}
	}
}

// TestCountsUpToRenaming tests the claim of the documentation about Search.States.
func TestCountsUpToRenaming(t *testing.T) {
	for _, e := range examples {
		if e.bound > 0 {
			continue
		}
		core, p, in := program(t, e.name+".il", read(t, "testdata/"+e.name+".il"))
		r, err := explore(core, p, in, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		start, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		s := semantics.Search{
			Start: start, Limits: semantics.Limits{Iterations: semantics.Unbounded},
		}
		for range s.All() {
		}
		if s.States > len(r.states) || e.fewer != (s.States < len(r.states)) {
			t.Errorf("%s: %d states up to renaming, %d with names; want fewer: %v", e.name,
				s.States, len(r.states), e.fewer)
		}
	}
}

// chain returns a program whose inlined size doubles with each of n methods.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("m0(b) { x := b.f }\n")
	for i := range n {
		fmt.Fprintf(&b, "m%d(b) { m%d(b); m%d(b) }\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "{ m%d(arg1) } || { arg1.f := arg1 }", n)
	return b.String()
}

func TestRefusals(t *testing.T) {
	const b = "} || { y := arg1.f }"
	many := func(n int, statement string) string { return "{ " + strings.Repeat(statement, n) }
	tests := []struct {
		name, text string
		bound      int
		want       string
	}{
		{"allocation in a loop", "{ while * { x := new() }; z := arg1 " + b, 0,
			"thread A can allocate any number of objects: the loop at 1:3 executes new()"},
		{"in a method that a loop calls",
			"m(b) { b.f := new() }\n{ x := arg1 } || { while * { if * { m(arg1) } } }", 0,
			"thread B can allocate any number of objects: the loop at 2:20 executes new()"},
		{"a loop after another allocation",
			"{ x := new(); z := arg1; while * { x := new() }" + b, 0,
			"thread A can allocate any number of objects: the loop at 1:26 executes new()"},
		{"in one branch", "{ z := arg1; if * { x := new() } else { while * { x := new() } }" + b, 0,
			"thread A can allocate any number of objects: the loop at 1:41 executes new()"},
		{"too many objects",
			"{ z := arg1;" + many(200, "x := new(); ")[1:] + "} || { z := arg1;" +
				many(55, "x := new(); ")[1:] + "}", 0,
			"there can be more than 255 objects"},
		{"too large a bound", "{ z := arg1; while * { x := new() }" + b, 255,
			"there can be more than 255 objects"},
		{"too many commands", many(2001, "x := arg1; ") + b, 0,
			"thread A has more than 2000 commands when its calls are inlined"},
		{"exponential inlining", chain(60), 0,
			"thread A has more than 2000 commands when its calls are inlined"},
		{"too many ways on", many(100, "if * { x := arg1 }; ") + b, 0,
			"thread A has more than 2000 transitions"},
		{"too many together",
			many(1500, "x := arg1; ") + "} || " + many(1500, "x := arg1; ") + "}", 0,
			"the threads have more than 2000 transitions together"},
		{"too many checks",
			many(300, "arg1.f := arg1; ") + "} || " + many(300, "x := arg1.f; ") + "}", 0,
			"more than 20000 pairs of places before accesses to one field"},
		{"deep locks",
			many(256, "lock(); ") + "x := arg1;" + strings.Repeat("unlock(); ", 256) + b, 0,
			"thread A nests lock() more than 255 deep"},
	}
	for _, tt := range tests {
		core, p, in := program(t, "test.il", tt.text+"\ninit { A.arg1 = o1; B.arg1 = o1 }")
		m, err := Export(core, p, in, Options{Allocations: tt.bound})
		var refused *Refused
		if m != nil || !errors.As(err, &refused) || err.Error() != "no Promela model: "+tt.want {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestLargestIsAccepted has programs that are exactly at a limit.
func TestLargestIsAccepted(t *testing.T) {
	for _, text := range []string{
		"{ " + strings.Repeat("x := arg1; ", 1999) + "} || { y := arg1.f }",
		"{ z := arg1; " + strings.Repeat("x := new(); ", 200) + "} || { z := arg1; " +
			strings.Repeat("x := new(); ", 54) + "}",
		"{ " + strings.Repeat("lock(); ", 255) + "x := arg1;" + strings.Repeat("unlock(); ", 255) +
			"} || { y := arg1.f }",
	} {
		core, p, in := program(t, "test.il", text+"\ninit { A.arg1 = o1; B.arg1 = o1 }")
		if _, err := Export(core, p, in, Options{}); err != nil {
			t.Errorf("%.40s...: %v", text, err)
		}
	}
}

func TestInitialStateIsRefused(t *testing.T) {
	core, p, in := program(t, "nolock.il", read(t, "testdata/nolock.il"))
	tests := []struct {
		name   string
		change func(*semantics.Init)
		want   string
	}{
		{"a formal without a value", func(in *semantics.Init) { delete(in.Stacks[0], "arg2") },
			"not well-behaved: every formal has a value, but not A.arg2"},
		{"a cell without a value", func(in *semantics.Init) { in.Cells = in.Cells[1:] },
			"not well-behaved: every object has every field, but not o1.f"},
		{"an unknown object", func(in *semantics.Init) { in.Stacks[1]["arg1"] = "o9" },
			"variable B.arg1: there is no object o9"},
		{"an unknown variable", func(in *semantics.Init) { in.Stacks[1]["z"] = "o1" },
			"no Promela model: the initial state gives B.z a value, " +
				"and the thread has no such variable"},
	}
	for _, tt := range tests {
		changed := in
		changed.Stacks = [2]map[string]string{maps.Clone(in.Stacks[0]), maps.Clone(in.Stacks[1])}
		tt.change(&changed)
		if _, err := Export(core, p, changed, Options{}); err == nil || err.Error() != tt.want {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestSameModelEachTime(t *testing.T) {
	for _, e := range examples {
		text := read(t, "testdata/"+e.name+".il")
		var models [2]*Model
		for i := range models {
			core, p, in := program(t, e.name, text)
			m, err := Export(core, p, in, Options{Allocations: e.bound})
			if err != nil {
				t.Fatal(err)
			}
			models[i] = m
		}
		if models[0].Text != models[1].Text {
			t.Errorf("%s: two exports differ", e.name)
		}
	}
}

// TestNamesAreApart declares names that mangling could confuse.
func TestNamesAreApart(t *testing.T) {
	n := names{}
	seen := map[string]string{}
	for _, name := range []string{"t'1", "t_1", "t_1_2", "ö", "u00f6", "int", "x", "X", "_", "'"} {
		made := n.fresh("A_", name)
		if seen[made] != "" {
			t.Errorf("%s and %s are both %s", name, seen[made], made)
		}
		if !regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`).MatchString(made) {
			t.Errorf("%s becomes %s, which is no name", name, made)
		}
		seen[made] = name
	}
}

// TestVectorFlag checks that the command line shown raises Spin's limit when
// states are large.
func TestVectorFlag(t *testing.T) {
	text := "{ z := arg1; " +
		strings.Repeat("x := new(); x.f := z; y := x.g; z := x.h; w := x.i; w := x.j; ", 200) +
		"} || { y := arg1.f }\ninit { A.arg1 = o1; B.arg1 = o1 }"
	core, p, in := program(t, "test.il", text)
	m, err := Export(core, p, in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.Text, "-DVECTORSZ=2048") {
		t.Errorf("the model does not raise VECTORSZ to 2048:\n%.400s", m.Text)
	}
}
