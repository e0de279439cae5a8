package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/internal/iltest"
)

// loads returns n loads along fields from p, followed by a store.
func loads(n int) string { return "x := p.f; " + strings.Repeat("x := x.f; ", n-1) + "x.g := x; " }

// TestNames: names are as long as the longest path of a unit, and a limit that may have hidden
// accesses is named. The store of m is reported with itself if its name is found.
func TestNames(t *testing.T) {
	steps := func(n int) string { return strings.Repeat(".f", n) }
	endless := "while * { x := x.h; } "
	hidden := "y := p.k; y := new(); y.j := y; " // no name leads to the object of y
	for _, c := range []struct {
		name, text string
		options    flow.Options
		path       string // of the store if it is reported, or ""
		cut        string // of m
	}{
		{name: "one load more than the usual limit", text: "m(p) { " + loads(9) + "}",
			path: "p" + steps(9) + ".g"},
		{name: "a path through a call",
			text: "private n(b) { b.h := b; } m(p) { n(p" + steps(251) + "); }",
			path: "p" + steps(251) + ".h"},
		{name: "a name that a byte cannot number",
			text: "private n(b) { b.h := b; } m(p) { n(p" + steps(252) + "); }",
			path: "p" + steps(252) + ".h"},
		{name: "twice as long",
			text: "private n(b) { b.h := b; } private o(b) { n(b" + steps(300) + "); } m(p) { o(p" +
				steps(300) + "); }", path: "p" + steps(600) + ".h"},
		{name: "a loop that finds what there is",
			text: "m(p) { x := p; while * { x := x.h; } x.g := x; }", path: "p.g"},
		{name: "a loop, and after it a longer walk",
			text: "m(p) { while * { z := p.f; } " + loads(12) + "}", path: "p" + steps(12) + ".g"},
		{name: "a loop in a callee",
			text: "private n(b) { while * { z := b.f; b := z; } } m(p) { n(p); " + loads(12) + "}",
			path: "p" + steps(12) + ".g"},
		{name: "a loop, and accesses that a longer name might find",
			text: "m(p) { x := p.f; " + endless + hidden + "}", cut: "names of more than 8 fields"},
		{name: "the same through a call",
			text: "private n(x) { " + endless + "} m(p) { x := p.f; n(x); " + hidden + "}",
			cut:  "names of more than 8 fields"},
		{name: "the same, walked further outside of the loop",
			text: "m(p) { " + loads(20) + endless + hidden + "}", path: "p" + steps(20) + ".g",
			cut: "names of more than 24 fields"},
		{name: "too many names", text: "m(p) { " + loads(9) + "}",
			options: flow.Options{MaxNames: 10}, cut: "more than 10 names"},
		{name: "just enough names", text: "m(p) { " + loads(9) + "}",
			options: flow.Options{MaxNames: 11}, path: "p" + steps(9) + ".g"},
		{name: "too many states", text: "m(p) { " + loads(9) + "}",
			options: flow.Options{MaxStates: 12}, cut: "more than 12 states"},
	} {
		t.Run(c.name, func(t *testing.T) {
			core := iltest.Core(t, c.text)
			r, err := flow.Analyze(core, c.options)
			if err != nil {
				t.Fatal(err)
			}
			m := core.Methods["m"]
			if got := r.Cut(m); got != c.cut {
				t.Errorf("Cut = %q, want %q", got, c.cut)
			}
			paths := []abstract.Expr{}
			for _, x := range r.Reports(core.Pairs()[0]) {
				paths = append(paths, x.Left.Path())
			}
			if c.path != "" && !slices.Contains(paths, abstract.Expr(c.path)) {
				t.Errorf("the paths of reports are %.200s, want %q among them", fmt.Sprint(paths),
					c.path)
			}
		})
	}
}

// TestBudget: the shortest names are followed first, and a unit that needs exactly as many names or
// states as allowed is not cut. A state costs one, and one more for each 64 cells of the thread's
// own objects.
func TestBudget(t *testing.T) {
	wide := "private l(p) { "
	for i := range 100 {
		wide += fmt.Sprintf("x := p.f%d; ", i)
	}
	wide += "} "
	for _, c := range []struct {
		name, text    string
		names, states int // the least that are enough
		without       flow.Clause
	}{
		{"nothing is walked", "m(p) { skip; }", 1, 2, 0},
		{"one field", "m(p) { x := p.f; }", 2, 7, 0},
		{"two formals", "m(p, q) { x := p.f; y := q.f; }", 4, 19, 0},
		{"two branches", "m(p) { if * { x := p.f; } else { x := p.g; } }", 3, 17, 0},
		{"a loop", "m(p) { x := p; while * { x := x.h; } x.g := x; }", 5, 81, 0},
		{"a call", "private n(b) { x := b.f; } m(p) { n(p.f); n(p); }", 3, 36, 0},
		{"a variable that is assigned again",
			"m(p, q) { if * { x := p; } else { x := q; } x := new(); y := x; }", 2, 13, 0},
		{"a variable that a copy assigns again",
			"m(p, q) { if * { x := p; } else { x := q; } x := q; y := x; }", 2, 13, 0},
		{"the same, without the clause fresh",
			"m(p, q) { if * { x := p; } else { x := q; } x := q; y := x; }", 2, 13,
			flow.ClauseFresh},
		{"many fields", wide + "m(p) { x := p.f0; }", 2, 21, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			core := iltest.Core(t, c.text)
			m := core.Methods["m"]
			analyze := func(o flow.Options) ([]flow.Access, string) {
				r, err := flow.Analyze(core, o)
				if err != nil {
					t.Fatal(err)
				}
				return r.Accesses(m), r.Cut(m)
			}
			distinct := func(all []flow.Access) int {
				names := map[abstract.Expr]bool{}
				for _, a := range all {
					names[a.Name] = true
				}
				return len(names)
			}
			all, cut := analyze(flow.Options{MaxFields: 2, Without: c.without})
			if cut != "" {
				t.Fatalf("without limits Cut = %q, want none", cut)
			}
			names, states := 0, 0
			for cut = "too few"; cut != ""; {
				names++
				var some []flow.Access
				some, cut = analyze(
					flow.Options{MaxFields: 2, Without: c.without, MaxNames: names})
				if len(some) > len(all) || distinct(some) > names {
					t.Fatalf("with %d names there are %d of %d accesses with %d names", names,
						len(some), len(all), distinct(some))
				}
				if want := fmt.Sprintf("more than %d names", names); cut != "" && cut != want {
					t.Fatalf("with %d names Cut = %q, want %q or none", names, cut, want)
				}
			}
			for cut = "too few"; cut != ""; {
				states++
				var some []flow.Access
				some, cut = analyze(
					flow.Options{MaxFields: 2, Without: c.without, MaxStates: states})
				if len(some) > len(all) {
					t.Fatalf("with %d states there are %d accesses, want at most %d", states,
						len(some), len(all))
				}
				if want := fmt.Sprintf("more than %d states", states); cut != "" && cut != want {
					t.Fatalf("with %d states Cut = %q, want %q or none", states, cut, want)
				}
			}
			if names != c.names || states != c.states {
				t.Errorf("%d names and %d states are enough, want %d and %d", names, states,
					c.names, c.states)
			}
		})
	}
	core := iltest.Core(t, "m(p) { x := p.f; y := p.g; }")
	for _, c := range []struct {
		options  flow.Options
		accesses int
		cut      string
	}{
		{flow.Options{MaxStates: 1}, 1, "more than 1 states"},
		{flow.Options{MaxStates: 2}, 2, "more than 2 states"},
		{flow.Options{MaxNames: 1, MaxStates: 6}, 2, "more than 1 names"},
	} {
		r, err := flow.Analyze(core, c.options)
		if err != nil {
			t.Fatal(err)
		}
		if m := core.Methods["m"]; len(r.Accesses(m)) != c.accesses || r.Cut(m) != c.cut {
			t.Errorf("%+v: %d accesses and the cut %q, want %d and %q", c.options,
				len(r.Accesses(m)), r.Cut(m), c.accesses, c.cut)
		}
	}
	r, err := flow.Analyze(core, flow.Options{MaxStates: -1})
	if err != nil {
		t.Fatal(err)
	}
	if cut := r.Cut(core.Methods["m"]); cut != "more than 0 states" {
		t.Errorf("without any state Cut = %q, want more than 0 states", cut)
	}
}
