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

// TestSpent checks the number of states expanded in all frames. It depends on which facts are
// forgotten and which states are treated as equal.
func TestSpent(t *testing.T) {
	for i, c := range []struct {
		text string
		want string // by p, without and with what the thread may rely on
	}{
		{"m(p) { while * { x := new(); x.f := p; p := x; } y := p.f; y.g := p; }",
			"16 states of 1 frames, counted as 16, 1 found; 22 states of 1 frames, " +
				"counted as 22, 2 found"},
		{"m(p) { x := p.f; while * { p.f := x; x := p.g; n := new(); p.g := n; n.f := x; " +
			"} y := p.f; y.g := p; }", "11 states of 1 frames, counted as 11, 5 found; 26 states " +
			"of 1 frames, counted as 26, 5 found"},
		{"m(p, q) { x := p.f; while * { while * { q := x.g; x.g := p; } if * { p.f := q; } else " +
			"{ x := q.f; } } y := p.f; y.g := p; }", "93 states of 1 frames, counted as 93, " +
			"4 found; 155 states of 1 frames, counted as 155, 5 found"},
		{"private n(b, c) { if * { b.f := c; } else { x := b.g; c.g := x; } } m(p, q) { n(p, q); " +
			"b := new(); n(b, p); n(q, b); n(p, p); y := b.f; y.h := p; }",
			"72 states of 9 frames, counted as 72, 3 found; 186 states of 16 frames, " +
				"counted as 186, 5 found"},
		{choices(5, ""),
			"57 states of 1 frames, counted as 57, 15 found; 347 states of 1 frames, " +
				"counted as 347, 15 found"},
		{choices(9, "x0.g := x1; x2.g := x3;"),
			"109 states of 1 frames, counted as 109, 27 found; 723 states of 1 frames, " +
				"counted as 723, 29 found"},
		{"private n(b) { y := b.f0; y.g := b; z := b.f1; z.f0 := y; } " +
			choices(8, "n(p); n(x0); n(x1); n(x2);"),
			"125 states of 5 frames, counted as 125, 26 found; 707 states of 8 frames, " +
				"counted as 707, 28 found"},
	} {
		core := iltest.Core(t, c.text)
		var got []string
		for _, rely := range []bool{false, true} {
			x, err := newAnalysis(core, Options{Rely: rely}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			u := core.Methods["m"]
			states := x.options.MaxStates
			f := x.follow(u, name{rely: rely}, &states)
			got = append(got,
				fmt.Sprintf("%d states of %d frames, counted as %d, %d found", f.explored,
					len(f.frames), x.options.MaxStates-states, len(f.whole.found)))
		}
		if all := strings.Join(got, "; "); all != c.want {
			t.Errorf("program %d: %q, want %q", i, all, c.want)
		}
	}
}
