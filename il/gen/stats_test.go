package gen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMeasure(t *testing.T) {
	p := mustParse(t, `private put(arg1, b) {
  arg1.f := b;
  arg1 := new();
}
get(a) {
  x := a.f.g;
  synchronized { if * { a.f := a.g; } while * { skip; y := x; } }
  lock();
  put(a, a.f);
  put(x, x);
  unlock();
}
{ arg1.f := arg1; } || { arg2 := arg1.h; arg1.f := new(); if * { } else { x := arg2; } }
`)
	want := Stats{
		Methods: 2, Private: 1, Threads: 2, Formals: 3, ArgNames: 1,
		Statements: 2 + 11 + 1 + 4, Depth: 2, Locks: 1, Syncs: 1, Branches: 2, Loops: 1,
		Calls: 2, PrefixArgs: 1, DupArgs: 1,
		Copies: 2, News: 1, Skips: 1, Loads: 3, Stores: 4,
		Sugar:      4, // arg1.f := b, an if without else, a.f := a.g, arg1.f := new()
		Reassigned: 2, LongestPath: 2, Fields: 3, Variables: 2 + 3 + 1 + 3,
	}
	if diff := cmp.Diff(want, Measure(p)); diff != "" {
		t.Errorf("Measure (-want +got):\n%s", diff)
	}
}
