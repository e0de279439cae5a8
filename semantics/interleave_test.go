package semantics

import (
	"slices"
	"testing"

	"wobbly/il"
)

func TestInterleavingsByHand(t *testing.T) {
	n := func() il.Stmt { return alloc("a") }
	m := method("m", "", n())
	tests := []struct {
		name      string
		a, b      []il.Stmt
		bound     Bound
		want, cut int
	}{
		{"nothing", stmts(), stmts(skip()), 0, 1, 0},
		// Binomial coefficients: C(4,2), C(5,3).
		{"2 and 2", stmts(n(), n()), stmts(n(), n()), 0, 6, 0},
		{"3 and 2", stmts(n(), skip(), n(), n()), stmts(n(), n()), 0, 10, 0},
		// Two critical sections exclude each other: A's first or B's first.
		{"locks", stmts(lock(), n(), unlock()), stmts(lock(), n(), unlock()), 0, 2, 0},
		{"nested locks", stmts(lock(), lock(), unlock(), unlock()),
			stmts(lock(), unlock()), 0, 2, 0},
		// B never takes the lock: its step goes into each of 4 places.
		{"one lock", stmts(lock(), n(), unlock()), stmts(n()), 0, 4, 0},
		// B's section first: 1; A's first: its last step in 3 places of B's.
		{"lock, then no lock", stmts(lock(), unlock(), n()), stmts(lock(), unlock()), 0, 4, 0},
		// Branches of 1 and 2 steps || 1 step: 2 + 3.
		{"if", stmts(choice(block(n()), block(n(), n()))), stmts(n()), 0, 5, 0},
		// Branches on both sides, of 1 and 0 steps: 2 + 1 + 1 + 1.
		{"if and if", stmts(choice(block(n()), nil)), stmts(choice(block(n()), nil)), 0, 5, 0},
		// 0, 1, 2 iterations || 1 step: 1 + 2 + 3, the last 3 cut.
		{"while", stmts(while(n())), stmts(n()), 2, 6, 3},
		// push, new, pop || 1 step.
		{"call", stmts(call("m")), stmts(n()), 0, 4, 0},
		// A is stuck at once, B goes on.
		{"stuck", stmts(unlock(), n()), stmts(n(), n()), 0, 1, 0},
		// A keeps the lock: B can never take it. A before B's first step, or after.
		{"kept lock", stmts(lock()), stmts(n(), lock()), 0, 3, 0},
	}
	for _, tt := range tests {
		k := begin(t, parallel(tt.a, tt.b, m))
		got, cut := 0, 0
		for in := range Interleavings(k, tt.bound) {
			got++
			if in.Cut {
				cut++
			}
		}
		if got != tt.want || cut != tt.cut {
			t.Errorf("%s: %d interleavings, %d cut; want %d, %d", tt.name, got, cut,
				tt.want, tt.cut)
		}
	}
}

func TestInterleavingReplays(t *testing.T) {
	core := parallel(
		stmts(lock(), choice(block(load("x", "arg1.f")), nil), unlock()),
		stmts(while(alloc("y")), store("arg1.f", "arg1")))
	k := begin(t, core)
	for in := range Interleavings(k, 2) {
		at := k
		for _, m := range in.Moves {
			var takes []Take
			for _, c := range m.Choices {
				takes = append(takes, c.Take)
			}
			next, again, stuck := Next(at, m.Thread, takes...)
			if stuck != nil || again.Command != m.Command || again.Rule != m.Rule {
				t.Fatalf("replay gives %v, %v for %v", again, stuck, m)
			}
			at = next
		}
		for _, i := range Tids {
			for _, c := range in.Last.Threads[i].Chosen {
				at, _ = Choose(at, i, c.Take)
			}
		}
		if at.Key() != in.Last.Key() || !at.Done() {
			t.Fatalf("the replay of %v does not end in its last configuration", in.Moves)
		}
	}
}

func TestInterleavingsOrder(t *testing.T) {
	core := parallel(stmts(alloc("a"), choice(block(alloc("b")), nil)), stmts(alloc("z")))
	var got []string
	for in := range Interleavings(begin(t, core), 0) {
		schedule := ""
		for _, m := range in.Moves {
			schedule += m.Thread.String() + word(m.Command) + " "
		}
		got = append(got, schedule)
	}
	// A before B and then before else, the choice falling due when a is done.
	want := []string{"Aa Ab Bz ", "Aa Bz Ab ", "Aa Bz ", "Bz Aa Ab ", "Bz Aa "}
	if !slices.Equal(got, want) {
		t.Errorf("Interleavings yields\n%q, want\n%q", got, want)
	}
}

func TestMoveRules(t *testing.T) {
	k := begin(t, parallel(stmts(while(lock(), unlock())), stmts(alloc("b"))))
	k, m, _ := Next(k, A, Loop)
	if got := m.Rules(); !slices.Equal(got, []Rule{ruleLoop, RuleLock, ruleLeft}) {
		t.Errorf("A's move has rules %v, want loop, lock, left", got)
	}
	_, m, _ = Next(k, B)
	if got := m.Rules(); !slices.Equal(got, []Rule{RuleNew, ruleRight}) {
		t.Errorf("B's move has rules %v, want new, right", got)
	}
}

func TestEnabled(t *testing.T) {
	core := parallel(stmts(lock(), unlock(), choice(nil, nil)),
		stmts(lock(), load("x", "arg1.f"), unlock()))
	k := begin(t, core)
	check := func(k Config, i Tid, want string) {
		t.Helper()
		got := "enabled"
		stuck := Enabled(k, i)
		if stuck != nil {
			got = stuck.String()
			if stuck.Reason.Faults() {
				t.Errorf("%s: counts as a fault of the program", stuck)
			}
			if stuck.Reason.Waits() != (stuck.Reason == LockHeld) {
				t.Errorf("%s: Waits = %t", stuck, stuck.Reason.Waits())
			}
		}
		if got != want {
			t.Errorf("thread %s: %s, want %s", i, got, want)
		}
	}
	check(k, A, "enabled")
	check(k, B, "enabled")

	held := mustNext(t, k, A)
	check(held, A, "enabled") // to unlock
	check(held, B, "the other thread holds the lock")

	free := mustNext(t, held, A)
	check(free, A, "a branch or loop has to be resolved first")
	check(free, B, "enabled")
	if _, stuck := Choose(free, A, Loop); stuck == nil || stuck.Reason != NoChoice {
		t.Errorf("Choose loop at an if: %v, want %v", stuck, NoChoice)
	}
	if _, _, stuck := Next(free, B, Then); stuck == nil || stuck.Reason != NoChoice {
		t.Errorf("Next with then at a command: %v, want %v", stuck, NoChoice)
	}
	if _, _, stuck := Next(free, A, Then); stuck == nil || stuck.Reason != AtEnd {
		t.Errorf("Next at the end: %v, want %v", stuck, AtEnd)
	}
	check(k, A, "enabled") // nothing has changed k
}

// TestLockCondition: a command that does not touch the lock can be executed while the other thread
// holds the lock, and one that does cannot, even if it is nested.
func TestLockCondition(t *testing.T) {
	core := parallel(stmts(lock(), lock(), unlock(), unlock()), stmts(alloc("y"), lock()))
	k := mustNext(t, mustNext(t, begin(t, core), A), A)
	if k.Threads[A].L.Depth() != 2 || !k.mutualExclusion() {
		t.Fatalf("L = %d, %d, want 2, 0", k.Threads[A].L, k.Threads[B].L)
	}
	k = mustNext(t, k, B)
	k = mustNext(t, k, A)
	if stuck := Enabled(k, B); stuck == nil || stuck.Reason != LockHeld {
		t.Errorf("B gets the lock while A holds it once: %v", stuck)
	}
	k = mustNext(t, mustNext(t, k, A), B)
	if k.Threads[A].L.Held() || k.Threads[B].L.Depth() != 1 {
		t.Errorf("L = %d, %d, want 0, 1", k.Threads[A].L, k.Threads[B].L)
	}
}

// mutualExclusion reports whether min(L1, L2) = 0: at most one thread holds the lock. Figure 6
// preserves it.
func (c Config) mutualExclusion() bool {
	return !c.Threads[A].L.Excludes(c.Threads[B].L)
}
