package flat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// layout returns the flat layout of the last pair of a text.
func layout(t *testing.T, text string, o machine.Options) *Layout {
	t.Helper()
	core := iltest.Core(t, text)
	return layoutOf(t, core, core.Pairs()[len(core.Pairs())-1], o, nil)
}

const oneObject = " init { A.arg1 = o1; B.arg1 = o1 }"

func TestHasLayout(t *testing.T) {
	tests := []struct {
		name, text string
		o          machine.Options
		want       bool
	}{
		{"straight", "{ x := new(); arg1.f := x }", machine.Options{Unroll: -1}, true},
		{"new() in a loop", "{ while * { x := new(); arg1.f := x } }",
			machine.Options{Unroll: -1}, false},
		{"new() alone in a loop", "{ while * { x := new() }; y := arg1.f }",
			machine.Options{Unroll: -1}, false},
		{"rounds", "{ while * { x := new(); arg1.f := x } }", machine.Options{Unroll: 2}, true},
		{"registers that hold nothing yet", "{ x := arg1; arg1.f := x }",
			machine.Options{Unroll: -1, Dead: true}, false},
		{"no registers but formals", "{ arg1.f := arg1 }",
			machine.Options{Unroll: -1, Dead: true}, true},
		{"registers of a callee that hold nothing yet", "{ made(arg1) }",
			machine.Options{Unroll: -1, Dead: true}, false},
	}
	for _, tt := range tests {
		text := "private made(b) { x := b; b.f := x } " + tt.text +
			" || { arg1.f := arg1 }" + oneObject
		if got := layout(t, text, tt.o) != nil; got != tt.want {
			t.Errorf("%s: has a layout: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestLayoutLimits: a layout has at most as many objects and control states as its limits allow.
func TestLayoutLimits(t *testing.T) {
	// chain returns a program whose initial state has n objects.
	chain := func(n int) string {
		var init strings.Builder
		for k := range n - 1 {
			fmt.Fprintf(&init, "; o%d.f = o%d", k+1, k+2)
		}
		return "{ x := arg1.f; x.f := x } || { arg1.f := arg1 } init { A.arg1 = o1; B.arg1 = o1" +
			init.String() + " }"
	}
	// steps returns a program in which A has n control states, two of them before and after A.
	steps := func(n int) string {
		return "{ " + strings.Repeat("arg1.f := arg1; ", n-2) +
			"} || { arg1.f := arg1 }" + oneObject
	}
	for _, tt := range []struct {
		name string
		text func(int) string
		max  int
	}{{"objects", chain, maxObjects}, {"control states", steps, maxControls}} {
		for n, want := range map[int]bool{tt.max: true, tt.max + 1: false} {
			if got := layout(t, tt.text(n), machine.Options{Unroll: -1}) != nil; got != want {
				t.Errorf("%d %s: has a layout: %t, want %t", n, tt.name, got, want)
			}
		}
	}
}

// TestShape: the most new() that a path executes, and the longest path, whether the longer one is
// found first or last.
func TestShape(t *testing.T) {
	for _, branch := range []string{
		"x := new(); x := new() } else { x := new()", "x := new() } else { x := new(); x := new()",
	} {
		f := layout(t,
			"{ if * { "+branch+
				" }; x := new(); arg1.f := x; while * { y := arg1.f }; y := arg1.f } || "+
				"{ y := arg1.g }"+oneObject, machine.Options{Unroll: -1})
		if f.objects != 4 { // o1, and three that A makes at most
			t.Errorf("%d objects, want 4", f.objects)
		}
		s := f.threads[0].shape
		for _, c := range f.g.Controls(0) {
			switch c.Op {
			case machine.OpStore:
				if s.made[c.ID] != 3 || s.last[c.ID] != 3 || s.cyclic[c.ID] {
					t.Errorf("at the store: %d made, %d steps, cyclic %t; want 3, 3, false",
						s.made[c.ID], s.last[c.ID], s.cyclic[c.ID])
				}
			case machine.OpEnd:
				if c.ID != 0 && s.last[c.ID] != forever {
					t.Errorf("the end comes after %d steps, want %d", s.last[c.ID], forever)
				}
			}
		}
	}
}

// TestIndependent checks in which states the steps of A suffice.
func TestIndependent(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       answer // of A's first command
	}{
		{"a load of what the other one stores", "x := arg1.f", "arg1.f := arg1", no},
		{"a load of what the other one loads", "x := arg1.f", "y := arg1.f", yes},
		{"a load of another field", "x := arg1.f", "arg1.g := arg1", yes},
		{"a store of what the other one loads", "arg1.f := arg1", "y := arg1.f; arg1.g := y", no},
		{"new()", "x := new(); arg1.f := x", "arg1.f := arg1", yes},
		{"lock() and lock()", "lock(); unlock()", "lock(); unlock()", no},
		{"lock() and none", "lock(); unlock()", "y := arg1.f", yes},
		{"lock() and a later lock()", "lock(); unlock()", "y := arg1.f; lock(); unlock()", no},
		{"the same cell of another object", "x := arg2.f; arg1.g := x", "arg1.f := arg1", yes},
	}
	for _, tt := range tests {
		f := layout(t,
			"{ "+tt.a+"; u := arg1.h; u := arg2.h } || { "+tt.b+
				"; u := arg1.h } init { A.arg1 = o1; A.arg2 = o2; B.arg1 = o1 }",
			machine.Options{Unroll: -1})
		if f == nil {
			t.Fatalf("%s: no layout", tt.name)
		}
		var r reacher
		at := [2]*machine.Control{f.g.Starts(0)[0], f.g.Starts(1)[0]}
		if got := r.independent(f, at, 0); got != tt.want {
			t.Errorf("%s: independent = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestIndependentUnderLock: while a thread holds the lock, the other one stops at its next lock();
// otherwise what follows that counts.
func TestIndependentUnderLock(t *testing.T) {
	f := layout(t,
		"{ lock(); x := arg1.f; arg1.g := x; unlock(); x := arg1.f } || "+
			"{ lock(); arg1.f := arg1; unlock() }"+oneObject, machine.Options{Unroll: -1})
	var r reacher
	loads := 0
	for _, c := range f.g.Controls(0) {
		if c.Op != machine.OpLoad {
			continue
		}
		loads++
		want := no
		if c.Level.Held() {
			want = yes
		}
		if got := r.independent(f, [2]*machine.Control{c, f.g.Starts(1)[0]}, 0); got != want {
			t.Errorf("independent at level %d = %v, want %v", c.Level, got, want)
		}
	}
	if loads != 2 {
		t.Errorf("A has %d loads, want 2", loads)
	}
}

// TestReducedFinds: with the reduction, searches find the same pairs where the order of stores and
// loads, locks, and reachability matter.
func TestReducedFinds(t *testing.T) {
	for _, text := range []string{
		"{ arg1.f := arg2; x := arg1.f; x.g := arg1 } || " +
			"{ y := arg1.f; y.g := arg1; arg1.f := arg1 } init { A.arg1 = o1; A.arg2 = o2; " +
			"B.arg1 = o1; o1.f = o2 }",
		"{ x := new(); arg1.f := x; x.g := x } || { y := arg1.f; z := y.g; y.g := z }" + oneObject,
		"{ lock(); x := arg1.f; unlock(); arg1.g := x } || " +
			"{ lock(); arg1.f := arg1; unlock(); z := arg1.g }" + oneObject,
		"{ x := arg1.f; x.g := arg1 } || { arg1.f := arg1; " +
			"arg1.g := arg1 } init { A.arg1 = o1; B.arg1 = o1; o1.f = o2 }",
	} {
		f := layout(t, text, machine.Options{Unroll: -1})
		want, got := f.finished(limits{}), f.finished(limits{Options: Options{Reduce: true}})
		a, b := got.found(), want.found()
		order := func(p, q machine.Sites) int { return slices.Compare(p[:], q[:]) }
		slices.SortFunc(a, order)
		slices.SortFunc(b, order)
		if len(b) == 0 || !slices.Equal(a, b) || got.States > want.States {
			t.Errorf("%s: %v in %d states, want %v in %d", text, a, got.States, b, want.States)
		}
	}
}

// TestLimits: the limit on states is met exactly, at whatever level. A search that a context ends
// has neither ended nor met the limit.
func TestLimits(t *testing.T) {
	f := layout(t,
		"{ "+strings.Repeat("arg1.f := arg1; x := arg1.f; arg1.g := x; ", 5)+"} || { "+
			strings.Repeat("arg1.g := arg1; y := arg1.g; arg1.f := y; ", 5)+
			"} init { A.arg1 = o1; B.arg1 = o1; o1.f = o2; o1.g = o3 }",
		machine.Options{Unroll: -1})
	all := f.finished(limits{})
	if !all.Ended || all.Cuts != 0 || all.States < 100 {
		t.Fatalf("without a limit: %+v, want an ended search of 100 states or more", all.tally())
	}
	if n := int(all.Counts().Looked); n != all.States {
		t.Fatalf("%d of %d states are visited, want all", n, all.States)
	}
	for limit := 1; limit <= all.States+1; limit += 7 {
		s := f.finished(limits{MaxStates: limit})
		full := s.Cuts == driver.CutStates
		if s.States != min(all.States, limit) || full != (limit <= all.States) || full == s.Ended {
			t.Errorf("limit %d of %d: %d states, cut %t, ended %t", limit, all.States, s.States,
				full, s.Ended)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := f.begin(ctx, limits{})
	cancel()
	if s.Next() || s.Ended || s.Cuts != driver.CutInterrupt {
		t.Errorf("canceled context: ended %t, cuts %b, want false, %b", s.Ended, s.Cuts,
			driver.CutInterrupt)
	}
}
