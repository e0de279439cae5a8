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

// loads is a walk of n fields from p, a load at a time, with a store at its end.
func loads(n int) string { return "x := p.f; " + strings.Repeat("x := x.f; ", n-1) + "x.g := x; " }

// TestNames: names are as long as a unit walks, and where a limit may have left
// accesses out, it is named. The store of m is reported against itself, if its name is
// found.
func TestNames(t *testing.T) {
	steps := func(n int) string { return strings.Repeat(".f", n) }
	endless := "while * { x := x.h; } "
	hidden := "y := p.k; y := new(); y.j := y; " // no name leads to the object of y
	for _, c := range []struct {
		name, text string
		options    flow.Options
		path, cut  string // of the store, if it is reported; of m
	}{
		{name: "one load more than the usual limit", text: "m(p) { " + loads(9) + "}", path: "p" + steps(9) + ".g"},
		{name: "a path through a call", text: "private n(b) { b.h := b; } m(p) { n(p" + steps(251) + "); }", path: "p" + steps(251) + ".h"},
		{name: "a name that a byte cannot number", text: "private n(b) { b.h := b; } m(p) { n(p" + steps(252) + "); }", path: "p" + steps(252) + ".h"},
		{name: "twice as long", text: "private n(b) { b.h := b; } private o(b) { n(b" + steps(300) + "); } m(p) { o(p" + steps(300) + "); }", path: "p" + steps(600) + ".h"},
		{name: "a loop that finds what there is", text: "m(p) { x := p; while * { x := x.h; } x.g := x; }", path: "p.g"},
		{name: "a loop, and behind it a longer walk", text: "m(p) { while * { z := p.f; } " + loads(12) + "}", path: "p" + steps(12) + ".g"},
		{name: "a loop in a callee", text: "private n(b) { while * { z := b.f; b := z; } } m(p) { n(p); " + loads(12) + "}", path: "p" + steps(12) + ".g"},
		{name: "a loop, and accesses that a longer name might find", text: "m(p) { x := p.f; " + endless + hidden + "}", cut: "names of more than 8 fields"},
		{name: "the same through a call", text: "private n(x) { " + endless + "} m(p) { x := p.f; n(x); " + hidden + "}", cut: "names of more than 8 fields"},
		{name: "the same, walked further outside of the loop", text: "m(p) { " + loads(20) + endless + hidden + "}", path: "p" + steps(20) + ".g", cut: "names of more than 24 fields"},
		{name: "too many names", text: "m(p) { " + loads(9) + "}", options: flow.Options{MaxNames: 10}, cut: "more than 10 names"},
		{name: "just enough names", text: "m(p) { " + loads(9) + "}", options: flow.Options{MaxNames: 11}, path: "p" + steps(9) + ".g"},
		{name: "too many states", text: "m(p) { " + loads(9) + "}", options: flow.Options{MaxStates: 12}, cut: "more than 12 states"},
	} {
		t.Run(c.name, func(t *testing.T) {
			core := iltest.Core(t, c.text)
			r, err := flow.Analyze(core, c.options)
			if err != nil {
				t.Fatal(err)
			}
			m := core.Methods["m"]
			if got := r.Cut(m); got != c.cut {
				t.Errorf("cut is %q, want %q", got, c.cut)
			}
			paths := []abstract.Expr{}
			for _, x := range r.Reports(core.Pairs()[0]) {
				paths = append(paths, x.Left.Path())
			}
			if c.path != "" && !slices.Contains(paths, abstract.Expr(c.path)) {
				t.Errorf("%s is not reported: %.200s", c.path, fmt.Sprint(paths))
			}
		})
	}
}
