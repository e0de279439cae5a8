package draw

import (
	"maps"
	"math/rand/v2"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/theorem/notation"
)

// TestMixPublishes: more than a sixth of the programs in the mix publish objects: a thread
// evaluates the prefix of a path before it opens the lock for the other one.
func TestMixPublishes(t *testing.T) {
	const drawn = 4000
	r, publishes := rand.New(rand.NewPCG(1, 1)), 0
	for range drawn {
		m, ok := mix(r).Decls[0].(*il.Method)
		if !ok || !m.Private {
			continue
		}
		if first, ok := m.Body.Stmts[0].(*il.Synchronized); ok && len(first.Body.Stmts) == 0 {
			publishes++
		}
	}
	t.Logf("%d of %d", publishes, drawn)
	if publishes < drawn/6 {
		t.Errorf("only %d of %d", publishes, drawn)
	}
}

// TestLeaveOut: each lock() and unlock() is sometimes left out, one at a time.
func TestLeaveOut(t *testing.T) {
	core := iltest.Core(t, `m(a) { lock(); if * { lock(); unlock() } unlock(); x := a }`)
	body := core.Methods["m"].Body
	seen := map[string]bool{}
	for seed := range uint64(200) {
		n := 0
		remaining := &il.Block{Stmts: leaveOut(rand.New(rand.NewPCG(seed, 1)), body.Stmts)}
		il.Walk(remaining, func(s il.Stmt) {
			if isLocking(s) {
				n++
			}
		})
		if n != 3 {
			t.Fatalf("%d locking commands are left", n)
		}
		seen[notation.Block(remaining)] = true
	}
	if len(seen) != 4 {
		t.Errorf("leaveOut has the results %v, want 4", seen)
	}
}

// TestNewCommand: in a program without fields, a new command is one of the four that need none.
func TestNewCommand(t *testing.T) {
	core, r, seen := iltest.Core(t, "m(a) { x := a }"), rand.New(rand.NewPCG(1, 1)), map[string]bool{}
	for range 200 {
		seen[il.Text(NewCommand(r, core, []string{"a"}))] = true
	}
	want := map[string]bool{"a := a": true, "a := new()": true, "lock()": true, "unlock()": true}
	if !maps.Equal(seen, want) {
		t.Errorf("commands without fields are %v, want %v", seen, want)
	}
}
