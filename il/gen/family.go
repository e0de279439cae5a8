package gen

import (
	"fmt"
	"strings"
)

// The families below grow in one direction each. Every member has exactly the races that its
// comment states, all of them in the pair of its only public method with itself.

// DoublingChain returns a chain of depth+1 private methods m0, m1, ..., each of which calls the one
// before it twice with the same argument, and a public method top that calls the last one and then
// writes a field that nothing else uses: one race. Summaries stay small, but the trace to the race
// has 5 * 2^depth - 1 steps in each thread before the write.
func DoublingChain(depth int) string { return doubling(depth, "x := a.f;", "a", "a") }

// DoublingFields is DoublingChain with the arguments a.f and a.g: W and A of Figure 7 double with
// each method too, to 2^depth elements of length depth+1. There is still one race.
func DoublingFields(depth int) string { return doubling(depth, "x := a.f;", "a.f", "a.g") }

// DoublingRaces is DoublingFields whose first method also writes the cell it has read: 2 * 2^depth
// + 1 races, a read with a write and the write with itself for each path, and that of top.
func DoublingRaces(depth int) string { return doubling(depth, "x := a.f; a.f := x;", "a.f", "a.g") }

// doubling returns the chain of DoublingChain, with the body of m0 and the two arguments of calls.
func doubling(depth int, first, arg1, arg2 string) string {
	var w strings.Builder
	fmt.Fprintf(&w, "private m0(a) { %s }\n", first)
	for i := 1; i <= depth; i++ {
		fmt.Fprintf(&w, "private m%d(a) { m%d(%s); m%d(%s); }\n", i, i-1, arg1, i-1, arg2)
	}
	fmt.Fprintf(&w, "top(a) {\n  m%d(a);\n  y := new();\n  a.h := y;\n}\n", depth)
	return w.String()
}

// DeepChain returns n methods (at least 1), each of which calls the next; the first is public, the
// last writes a field: one race, n-1 calls deep.
func DeepChain(n int) string {
	var w strings.Builder
	visibility := ""
	for i := range n - 1 {
		fmt.Fprintf(&w, "%sm%d(a) { m%d(a); }\n", visibility, i, i+1)
		visibility = "private "
	}
	fmt.Fprintf(&w, "%sm%d(a) { x := new(); a.f := x; }\n", visibility, max(0, n-1))
	return w.String()
}

// Nest returns a method with a write inside depth blocks, branches and loops in turn: one race.
func Nest(depth int) string {
	var w strings.Builder
	w.WriteString("m(a) {\nx := new();\n")
	for i := range depth {
		w.WriteString([2]string{"if * {\n", "while * {\n"}[i%2])
	}
	w.WriteString("a.f := x;\n")
	w.WriteString(strings.Repeat("}\n", depth))
	w.WriteString("}\n")
	return w.String()
}

// LongPath returns a method that writes a path of n fields (at least 1): one race.
func LongPath(n int) string {
	return "m(a) {\n  x := new();\n  a" + strings.Repeat(".f", max(1, n)) + " := x;\n}\n"
}

// Flat returns one method of n statements (at least 1): an allocation, then writes and reads in
// turn, over 64 fields. Every write races with itself and with every other access of its field.
func Flat(n int) string {
	const fields = 64
	var w strings.Builder
	w.WriteString("m(a) {\n  x := new();\n")
	for i := range n - 1 {
		f := fieldNames[i/2%fields]
		if i%2 == 0 {
			w.WriteString("  a." + f + " := x;\n")
		} else {
			w.WriteString("  x := a." + f + ";\n")
		}
	}
	w.WriteString("}\n")
	return w.String()
}
