package compound_test

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/casetest"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// TestLegality compares Balanced and Assigned of a compound program with check.Violated of a
// program that has it as a method, and Balanced with Levels.
func TestLegality(t *testing.T) {
	counts := map[check.Assumption]int{}
	casetest.Cases(t, 1500, func(c *engine.Case) bool {
		_, u, violated := casetest.IllFormed(t, c)
		legal := compound.NewLegality(c.Core)
		a2, a3 := legal.Balanced(u.Body), legal.Assigned(u.Body, compound.Formals(u))
		if l := legal.Levels(u.Body); a2 != (l.Balanced() && l.Inside) {
			t.Fatalf("Balanced = %t, but Levels = %+v: %s", a2, l, notation.Block(u.Body))
		}
		if a2 != (violated&check.A2 == 0) || a3 != (violated&check.A3 == 0) {
			t.Fatalf("Balanced = %t, Assigned = %t, but %v is violated: %s", a2, a3, violated,
				notation.Block(u.Body))
		}
		counts[violated]++
		return true
	})
	for _, a := range []check.Assumption{0, check.A2, check.A3, check.A2 | check.A3} {
		if counts[a] < 10 {
			t.Errorf("%d programs violate %v, want 10", counts[a], a)
		}
	}
}

// TestLevels checks how branches and calls change the lock level.
func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		text string
		want compound.LockLevels
	}{
		{`m() { }`, compound.LockLevels{Inside: true}},
		{`m() { lock(); lock(); unlock(); unlock() }`,
			compound.LockLevels{High: il.LevelOf(2), Inside: true}},
		{`m() { lock(); }`,
			compound.LockLevels{Net: il.LevelOf(1), High: il.LevelOf(1), Inside: true}},
		{`m() { unlock(); lock(); lock(); }`,
			compound.LockLevels{
				Net: il.LevelOf(1), Low: il.LevelOf(-1), High: il.LevelOf(1), Inside: true,
			}},
		{`m() { if * { lock(); unlock() } else { unlock() } }`,
			compound.LockLevels{High: il.LevelOf(1)}},
		{`m() { while * { unlock(); lock() } }`, compound.LockLevels{}},
		{`m() { lock(); k(); unlock() } k() { if * { lock(); lock(); unlock(); unlock() } }`,
			compound.LockLevels{High: il.LevelOf(3), Inside: true}},
		{`m() { k() } k() { lock() }`, compound.LockLevels{High: il.LevelOf(1)}},
	} {
		core := casetest.Tolerated(t, tt.text)
		if got := compound.NewLegality(core).Levels(core.Methods["m"].Body); got != tt.want {
			t.Errorf("%s: Levels = %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

// TestAssigned checks which variables have a value before, and which each branch and call assigns.
func TestAssigned(t *testing.T) {
	for text, want := range map[string]bool{
		`m(a) { x := a; y := x }`:                         true,
		`m(a) { y := x }`:                                 false,
		`m(a) { if * { x := a } else { x := a } y := x }`: true,
		`m(a) { if * { x := a } y := x }`:                 false,
		`m(a) { while * { x := a } y := x }`:              false,
		`m(a) { x := a; if * { skip } }`:                  true,
		`m(a) { z := a; x := z.f }`:                       true,
		`m(a) { z.f := a }`:                               false,
		`m(a) { k(z) } k(b) { skip }`:                     false,
		`m(a) { k(a) } k(b) { b := c }`:                   false,
		`m(a) { skip } k(b) { b := c }`:                   true,
	} {
		core := casetest.Tolerated(t, text)
		m := core.Methods["m"]
		legal := compound.NewLegality(core)
		if got := legal.Assigned(m.Body, compound.Formals(m)); got != want {
			t.Errorf("%s: Assigned = %v, want %v", text, got, want)
		}
		if !want && strings.HasPrefix(text, "m(a) { y := x") &&
			!legal.Assigned(m.Body, map[string]bool{"a": true, "x": true}) {
			t.Errorf("%s: Assigned = false if x is given, want true", text)
		}
	}
}

// TestFormalsOfThreads: a thread is assigned only if its parameters are given.
func TestFormalsOfThreads(t *testing.T) {
	core := casetest.Of(t, `{ x := arg1; } || { skip; }`).Core
	legal, body := compound.NewLegality(core), core.Threads[0].Body
	if legal.Assigned(body, nil) || !legal.Assigned(body, map[string]bool{"arg1": true}) ||
		!legal.Balanced(body) {
		t.Errorf("Assigned = %t, with arg1 given %t, Balanced = %t; want false, true, true",
			legal.Assigned(body, nil), legal.Assigned(body, map[string]bool{"arg1": true}),
			legal.Balanced(body))
	}
}
