package flow

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// choices returns a method that stores one of two objects into each of n fields, and reads them
// all.
func choices(n int, rest string) string {
	var stores, loads strings.Builder
	for i := range n {
		fmt.Fprintf(&stores, "if * { p.f%d := p; } else { p.f%d := q; } ", i, i)
		fmt.Fprintf(&loads, "x%d := p.f%d; ", i, i)
	}
	return "m(p, q) { " + stores.String() + loads.String() + rest + " }"
}

// spent is the work of following one name.
type spent struct {
	states, frames int // how many were expanded
	charged        int // the states deducted from the budget
	found          int // the number of accesses
}

// TestSpent checks the work of following p by Theorems 2f and 2g. The numbers were recorded. They
// depend on which facts are forgotten and which states are treated as equal.
func TestSpent(t *testing.T) {
	for i, c := range []struct {
		text        string
		plain, rely spent
	}{
		{
			"m(p) { while * { x := new(); x.f := p; p := x; } y := p.f; y.g := p; }",
			spent{16, 1, 16, 1}, spent{22, 1, 22, 2},
		},
		{
			"m(p) { x := p.f; while * { p.f := x; x := p.g; n := new(); p.g := n; n.f := x; } " +
				"y := p.f; y.g := p; }",
			spent{11, 1, 11, 5}, spent{26, 1, 26, 5},
		},
		{
			"m(p, q) { x := p.f; while * { while * { q := x.g; x.g := p; } " +
				"if * { p.f := q; } else { x := q.f; } } y := p.f; y.g := p; }",
			spent{93, 1, 93, 4}, spent{155, 1, 155, 5},
		},
		{
			"private n(b, c) { if * { b.f := c; } else { x := b.g; c.g := x; } } " +
				"m(p, q) { n(p, q); b := new(); n(b, p); n(q, b); n(p, p); y := b.f; y.h := p; }",
			spent{72, 9, 72, 3}, spent{186, 16, 186, 5},
		},
		{choices(5, ""), spent{57, 1, 57, 15}, spent{347, 1, 347, 15}},
		{choices(9, "x0.g := x1; x2.g := x3;"), spent{109, 1, 109, 27}, spent{723, 1, 723, 29}},
		{
			"private n(b) { y := b.f0; y.g := b; z := b.f1; z.f0 := y; } " +
				choices(8, "n(p); n(x0); n(x1); n(x2);"),
			spent{125, 5, 125, 26}, spent{707, 8, 707, 28},
		},
	} {
		core := iltest.Core(t, c.text)
		for _, rely := range []bool{false, true} {
			x, err := newAnalysis(core, Options{Rely: rely}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			states := x.options.MaxStates
			f := x.follow(core.Methods["m"], name{rely: rely}, &states)
			got := spent{
				states: f.explored, frames: len(f.frames), charged: x.options.MaxStates - states,
				found: len(f.whole.found),
			}
			want := c.plain
			if rely {
				want = c.rely
			}
			if got != want {
				t.Errorf("program %d with Rely %t: %+v, want %+v", i, rely, got, want)
			}
		}
	}
}
