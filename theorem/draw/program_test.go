package draw

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/theorem/notation"
)

// TestMixPublishes: at least a sixth of the programs in the mix are made by publishing.
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
	if publishes < drawn/6 {
		t.Errorf("%d of %d programs publish objects, want %d", publishes, drawn, drawn/6)
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
			t.Fatalf("leaveOut leaves %d of 4 locking commands, want 3", n)
		}
		seen[notation.Block(remaining)] = true
	}
	if len(seen) != 4 {
		t.Errorf("leaveOut has the results %v, want 4", seen)
	}
}

// TestNewCommand: in a program without fields, a new command is one of the four that need none.
func TestNewCommand(t *testing.T) {
	core, r := iltest.Core(t, "m(a) { x := a }"), rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	for range 200 {
		seen[il.Text(NewCommand(r, core, []string{"a"}))] = true
	}
	want := map[string]bool{"a := a": true, "a := new()": true, "lock()": true, "unlock()": true}
	if !maps.Equal(seen, want) {
		t.Errorf("commands without fields are %v, want %v", seen, want)
	}
}

// TestLacking: a cell is removed, or a parameter of thread A; if there is neither, nothing is.
func TestLacking(t *testing.T) {
	lost := map[string]bool{}
	for seed := range uint64(50) {
		for _, cells := range [][][3]string{nil, {{"o1", "f", "o1"}}} {
			for _, formals := range [][]string{nil, {"a"}} {
				in := semantics.Init{Cells: slices.Clone(cells)}
				in.Stacks[semantics.A] = map[string]string{}
				for _, x := range formals {
					in.Stacks[semantics.A][x] = "o1"
				}
				in = Lacking(rand.New(rand.NewPCG(seed, 1)), in, &il.Unit{Formals: formals})
				lost[fmt.Sprintf("%d cells, %d formals: %d, %d", len(cells), len(formals),
					len(in.Cells), len(in.Stacks[semantics.A]))] = true
			}
		}
	}
	want := []string{
		"0 cells, 0 formals: 0, 0", "0 cells, 1 formals: 0, 0",
		"1 cells, 0 formals: 0, 0", "1 cells, 0 formals: 1, 0",
		"1 cells, 1 formals: 0, 1", "1 cells, 1 formals: 1, 0",
	}
	if got := slices.Sorted(maps.Keys(lost)); !slices.Equal(got, want) {
		t.Errorf("Lacking leaves %q, want %q", got, want)
	}
}
