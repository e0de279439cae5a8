package flow_test

import (
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/internal/iltest"
)

// TestShortest: accesses have their shortest traces. Among equally short ones, first branches
// are preferred, and then the first name.
func TestShortest(t *testing.T) {
	const calls = `private n(b) { y := b.f; }
private far(b) { x := new(); x := new(); x := new(); x := new(); x := new(); n(b); }
`
	for _, c := range []struct {
		name, text string
		without    flow.Clause
		by         string // the name of the only access of f in m
		step       int    // the steps to it
		decisions  string // t (then) and e (else) at an if, r (repeat) and x (exit) at a while
	}{
		{"the first branch", "m(p) { if * { x := p; } else { x := p; } y := x.f; }", 0,
			"p", 1, "t"},
		{"the first branch of two commands",
			"m(p) { if * { x := p; x := p; } else { x := p; x := p; } y := x.f; }", 0, "p", 2, "t"},
		{"the first of two with different knowledge",
			"m(p, q) { if * { x := p; z := p; } else { x := p; z := q; } y := x.f; w := z.g; }", 0,
			"p", 2, "t"},
		{"the shorter branch", "m(p) { if * { x := p; x := p; } else { x := p; } y := x.f; }", 0,
			"p", 1, "e"},
		{"the first name", "m(p, q) { if * { x := q; } else { x := p; } y := x.f; }", 0,
			"p", 1, "e"},
		{"the name with the shorter trace",
			"m(p, q) { if * { x := q; } else { x := q; x := p; } y := x.f; }", 0, "q", 1, "t"},
		{"no iteration", "m(p) { x := p; while * { x := p; } y := x.f; }", 0, "p", 1, "x"},
		{"two iterations", "m(p) { x := new(); z := x; while * { x := z; z := p; } y := x.f; }", 0,
			"p", 6, "rrx"},
		{"a call whose access comes late, and a later call",
			calls + "m(p) { if * { far(p); } else { z := new(); n(p); } }", 0, "p", 2, "e"},
		{"after a call, the exit with other cells",
			"private c(b, d) { if * { skip; } else { b.g := d; } } m(p, q) { z := new(); c(p, " +
				"z); x := p.g; y := x.f; }", 0, "p.g", 4, "t"},
		{"decisions in calls before the access and above it",
			"private c() { if * { x := new(); } else { skip; } } private n(b) { c(); if * { y := " +
				"b.f; } else { skip; } } m(p) { c(); n(p); }", 0, "p", 5, "eet"},
		{"what is assigned a fresh object keeps its name", "m(p) { x := p; x := new(); y := x.f; }",
			flow.ClauseFresh, "p", 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			core := iltest.Core(t, c.text)
			r, err := flow.Analyze(core, flow.Options{Without: c.without})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, a := range r.Accesses(core.Methods["m"]) {
				if a.Rest != ".f" {
					continue
				}
				found++
				var decisions strings.Builder
				for _, d := range a.Trace() {
					letters := "te"
					if core.HasLoop(core.Methods["m"]) {
						letters = "rx"
					}
					if d.First {
						decisions.WriteByte(letters[0])
					} else {
						decisions.WriteByte(letters[1])
					}
				}
				if string(a.Name) != c.by || a.Step != c.step || decisions.String() != c.decisions {
					t.Errorf("the name is %s, the step %d and the decisions %q, want %s, %d and %q",
						a.Name, a.Step, decisions.String(), c.by, c.step, c.decisions)
				}
				if err := replay(core, core.Methods["m"], a, c.without); err != nil {
					t.Errorf("replaying the trace: %v", err)
				}
			}
			if found != 1 {
				t.Errorf("there are %d accesses of f, want 1", found)
			}
		})
	}
}
