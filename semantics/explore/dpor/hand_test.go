package dpor

import (
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestClassesByHand: the classes of small programs, counted by hand, from the state in which all
// formals and cells hold one object.
func TestClassesByHand(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		unroll int
		want   int64
		races  int
	}{
		{"nothing", `{ } || { }`, -1, 1, 0},
		{"thread-local", `{ x := new(); y := x; } || { x := new(); y := x; }`, -1, 1, 0},
		{"disjoint cells", `{ arg1.f := arg1; arg1.f := arg1; } || { arg1.g := arg1; }`, -1, 1, 0},
		{"two reads", `{ x := arg1.f; } || { x := arg1.f; }`, -1, 1, 0},
		// A's store before B's or after.
		{"two stores", `{ arg1.f := arg1; } || { arg1.f := arg1; }`, -1, 2, 1},
		{"store and load", `{ arg1.f := arg1; } || { x := arg1.f; }`, -1, 2, 1},
		{"load and store", `{ x := arg1.f; } || { arg1.f := arg1; }`, -1, 2, 1},
		// All orders of dependent steps differ: C(4,2).
		{"2 and 2 stores",
			`{ arg1.f := arg1; arg1.f := arg1; } || { arg1.f := arg1; arg1.f := arg1; }`, -1, 6, 4},
		// The f and g stores are ordered independently, but f before g is given
		// in both threads: of A1 < B1, A2 < B2 all four combinations.
		{"two cells",
			`{ arg1.f := arg1; arg1.g := arg1; } || { arg1.f := arg1; arg1.g := arg1; }`, -1, 4, 2},
		// Crossed: not both B2 < A1 and A2 < B1.
		{"crossed cells",
			`{ arg1.f := arg1; arg1.g := arg1; } || { arg1.g := arg1; arg1.f := arg1; }`, -1, 3, 2},
		// A cell on the way to an access, or to an argument, is read, but that is not an access.
		{"a cell on the way", `{ arg1.f := arg1; } || { x := arg1.f.g; }`, -1, 2, 0},
		{"an argument", `m(a) { } { arg1.f := arg1; } || { m(arg1.f); }`, -1, 2, 0},
		// Which section comes first.
		{"locks", `{ lock(); unlock(); } || { lock(); unlock(); }`, -1, 2, 0},
		{"locks and stores",
			`{ lock(); arg1.f := arg1; unlock(); } || { lock(); arg1.f := arg1; unlock(); }`,
			-1, 2, 0},
		{"nested locks",
			`{ lock(); lock(); unlock(); unlock(); } || { lock(); lock(); unlock(); unlock(); }`,
			-1, 2, 0},
		// C(4,2) orders of sections.
		{"two sections each",
			`{ lock(); unlock(); lock(); unlock(); } || { lock(); unlock(); lock(); unlock(); }`,
			-1, 6, 0},
		// Two locks order nothing; for each, one section is first.
		{"two locks", `{ lock(m); unlock(m); } || { lock(n); unlock(n); }`, -1, 1, 0},
		{"both locks",
			`{ lock(m); unlock(m); lock(n); unlock(n); } || ` +
				`{ lock(m); unlock(m); lock(n); unlock(n); }`, -1, 4, 0},
		// One thread first, or a deadlock.
		{"crossed locks",
			`{ lock(m); lock(n); unlock(n); unlock(m); } || ` +
				`{ lock(n); lock(m); unlock(m); unlock(n); }`, -1, 3, 0},
		// A may wait at either of two lock()s, after the same steps.
		{"two deadlocks",
			`{ lock(m); if * { lock(n); unlock(n); } else { lock(n); unlock(n); } unlock(m); } ||
			{ lock(n); lock(m); unlock(m); unlock(n); }`, -1, 6, 0},
		// A gate excludes the deadlock.
		{"a gate", `{ lock(g); lock(m); lock(n); unlock(n); unlock(m); unlock(g); } ||
			{ lock(g); lock(n); lock(m); unlock(m); unlock(n); unlock(g); }`, -1, 2, 0},
		// The same after either order of the stores.
		{"stores before a deadlock", `{ arg1.f := arg1; lock(m); lock(n); unlock(n); unlock(m); } ||
			{ arg1.f := arg1; lock(n); lock(m); unlock(m); unlock(n); }`, -1, 6, 1},
		// B's steps before its lock() must follow A's lock().
		{"a lock that B cannot take first",
			`{ lock(m); arg1.f := arg1; lock(n); unlock(n); unlock(m); } ||
			{ x := arg1.f; lock(n); lock(m); unlock(m); unlock(n); }`, -1, 5, 1},
		{"one locks", `{ lock(); arg1.f := arg1; unlock(); } || { arg1.f := arg1; }`, -1, 2, 1},
		// B's load comes before A's section, between the two stores in it, or after.
		{"a read in a section",
			`{ lock(); arg1.f := arg1; arg1.f := arg1; unlock(); } || { x := arg1.f; }`, -1, 3, 2},
		// B loads before A stores: the sections come in both orders. B loads after
		// it, in A's section or later: B locks after A.
		{"a lock that cannot be first",
			`{ lock(); arg1.f := arg1; unlock(); } || { x := arg1.f; lock(); unlock(); }`,
			-1, 3, 1},
		// With the store: 2; without: 1.
		{"if", `{ if * { arg1.f := arg1; } else { } } || { arg1.f := arg1; }`, -1, 3, 1},
		{"if of B", `{ arg1.f := arg1; } || { if * { arg1.f := arg1; } else { } }`, -1, 3, 1},
		// 2 if both store, otherwise 1 each.
		{"if and if",
			`{ if * { arg1.f := arg1; } else { } } || { if * { arg1.f := arg1; } else { } }`,
			-1, 5, 1},
		// Executions that differ in no step are one.
		{"idle choices",
			`{ if * { } else { if * { } else { } } arg1.f := arg1; } || { arg1.f := arg1; }`,
			-1, 2, 1},
		// A branch that takes other steps makes another class.
		{"branches alike", `{ if * { x := new(); } else { x := new(); } } || { }`, -1, 2, 0},
		// B's second choice decides whether it stores: 1 + 2 after each of two ways to get there.
		{"choices before a store",
			`{ arg1.f := arg1; } || { if * { x := new(); } else { y := new(); ` +
				`} if * { arg1.f := arg1; } else { } }`, -1, 6, 1},
		// 0, 1 or 2 stores against one: 1 + 2 + 3.
		{"while", `{ while * { arg1.f := arg1; } } || { arg1.f := arg1; }`, 2, 6, 1},
		// 0 to 4 stores, in any number of iterations of the outer loop: 1 + ... + 5.
		{"while in while",
			`{ while * { while * { arg1.f := arg1; } } } || { arg1.f := arg1; }`, 2, 15, 1},
		{"idle while", `{ while * { if * { } else { } } } || { }`, -1, 1, 0},
		// A publishes y. If B loads before, it stores to the old object.
		{"publication",
			`{ y := new(); y.g := y; arg1.f := y; } || { x := arg1.f; x.g := x; }`, -1, 2, 1},
		// Both stores are to o.f, where o.f holds o. In each order the second one
		// is to another cell, so that no execution shows two stores to one cell;
		// but before the first one they race.
		{"stores that move each other",
			`{ y := new(); arg1.f.f := y; } || { y := new(); arg1.f.f := y; }`, -1, 2, 1},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		p := core.Pairs()[0]
		in := oneObject(core, p)
		if got := mustCount(t, core, p, in, tt.unroll); got.Int64() != tt.want {
			t.Errorf("%s: %v classes, want %d", tt.name, got, tt.want)
		}
		r := mustExplore(t, core, p, in, Options{Unroll: tt.unroll})
		if r.Executions != uint64(tt.want) || len(r.Races) != tt.races {
			t.Errorf("%s: %d executions, races %v; want %d, %d", tt.name, r.Executions,
				raceNames(r.Races), tt.want, tt.races)
		}
		bound := semantics.Bound(tt.unroll)
		if tt.unroll < 0 {
			bound = 0
		}
		classes, executions := bruteForce(t, core, p, in, bound)
		if int64(len(classes)) != tt.want {
			t.Errorf("%s: %d normal forms, want %d", tt.name, len(classes), tt.want)
		}
		if n := interleavings(t, core, p, tt.unroll); n.Int64() != int64(executions) {
			t.Errorf("%s: %d executions, package explore counts %v", tt.name, executions, n)
		}
		races, _ := reference(t, core, p, in, semantics.Limits{Iterations: bound})
		if !slices.Equal(raceNames(r.Races), races) {
			t.Errorf("%s: races %v, want %v", tt.name, raceNames(r.Races), races)
		}
	}
}
