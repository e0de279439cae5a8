package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	wcheck "wobbly/witness/check"
)

// TestLocksAgainstSemantics: with several locks, searches from a given initial state find the races
// and deadlocks of the readable semantics, reduced or not, in both layouts.
func TestLocksAgainstSemantics(t *testing.T) {
	var races, deadlocks, programs int
	for seed := range uint64(quick.Cases(4000)) {
		r := rand.New(rand.NewPCG(seed, 2))
		options := exploretest.Small()
		if seed%2 == 0 {
			options.Lock, options.Sync, options.Depth = 0.4, 0.3, 3
			options.Statements, options.Threads = 10, 0.9
		}
		p := gen.NameLocks(r, gen.Program(gen.Rand(seed), options), "", "m", "n", "n")
		core := coreOf(t, p.Source.Text)
		pair := exploretest.Pair(core, seed)
		in := semantics.RandomInit(r, core, pair, 1+r.IntN(2))
		limits := semantics.Limits{Iterations: semantics.Unbounded, States: 2000}
		want, cut := reference(t, core, pair, in, limits)
		if cut {
			continue
		}
		programs++
		waits, _, err := semantics.Deadlocks(core, pair, in, limits)
		if err != nil {
			t.Fatal(err)
		}
		var wantWaits []string
		for _, w := range waits {
			wantWaits = append(wantWaits, pairName(w[0], w[1]))
		}
		slices.Sort(wantWaits)
		o := Defaults()
		o.Init, o.Start = Given, &in
		o.Layout = []Layout{"", Canonical, Flat}[seed/2%3]
		o.Reduce, o.Prune = seed/3%2 == 0, seed/3%4 < 2
		o.Strategy = []Strategy{Breadth, Breadth, Breadth, Depth}[seed/5%4]
		o = Fitted(core, pair, o)
		got := mustSearch(t, core, pair, o)
		if !slices.Equal(sites(got), want) {
			t.Fatalf("seed %d: races %q, want %q\n%s", seed, sites(got), want, core.Source.Text)
		}
		var waiting []string
		for _, d := range got.Deadlocks {
			waiting = append(waiting, pairName(d.Left.Stmt, d.Right.Stmt))
			if err := wcheck.New(core).Check(d.Witness()); err != nil {
				t.Fatalf("seed %d: the witness of a deadlock: %v\n%s", seed, err, core.Source.Text)
			}
		}
		slices.Sort(waiting)
		if !slices.Equal(waiting, wantWaits) {
			t.Fatalf("seed %d: deadlocks %q, want %q\n%+v\n%s", seed, waiting, wantWaits, o,
				core.Source.Text)
		}
		checkWitnesses(t, core, got)
		races, deadlocks = races+len(want), deadlocks+len(waits)
	}
	t.Logf("%d programs, %d races, %d deadlocks", programs, races, deadlocks)
	if races < quick.Cases(1000) || deadlocks < quick.Cases(100) {
		t.Error("too few of the programs are interesting")
	}
}

// TestLocksFromAll: a search from all initial states that starts in one layout and ends in another
// does not confuse deadlocks with races.
func TestLocksFromAll(t *testing.T) {
	core := coreOf(t, `private m(a) {
  lock(m);
  synchronized (m) {
    synchronized {
      x := new();
    }
  }
  a.g.f := x;
  unlock(m);
  a.f.f := x;
}

n(a, b) {
  y := b.g;
  while * {
    synchronized {
      synchronized (m) {}
    }
    m(y);
  }
  b.g := y;
}
`)
	o := Defaults()
	o.MaxStates, o.MaxObjects, o.Prune, o.Reduce = 20_000, 12, true, false
	r := mustSearch(t, core, core.Pairs()[0], o)
	checkWitnesses(t, core, r)
	for _, x := range r.Races {
		if il.Acquires(x.Left.Stmt) || il.Acquires(x.Right.Stmt) {
			t.Errorf("the race %s has a lock()", pairName(x.Left.Stmt, x.Right.Stmt))
		}
	}
	seen := map[il.Sites]bool{}
	for _, x := range r.Deadlocks {
		if seen[x.Sites()] {
			t.Errorf("the deadlock %s is found twice", pairName(x.Left.Stmt, x.Right.Stmt))
		}
		seen[x.Sites()] = true
		if err := wcheck.New(core).Check(x.Witness()); err != nil {
			t.Errorf("the witness of a deadlock at %v: %v", x.Sites(), err)
		}
	}
	if len(r.Races) == 0 || len(r.Deadlocks) != 2 { // one, with the threads exchanged too
		t.Errorf("%d races and %d deadlocks, want some and 2", len(r.Races), len(r.Deadlocks))
	}
}

// TestDeadlockOfUnknownValues: the initial state of a deadlock is that of its steps. A deadlock has
// no accesses, so the search must not look for values for which they meet; that would never end.
func TestDeadlockOfUnknownValues(t *testing.T) {
	core := coreOf(t, `private h(a, b) { skip; }
p(a, b) {
  while * { synchronized (n) { a.a.f := b; } }
  a.f := b;
  if * {
    lock(n); h(a, b); while * {} unlock(n);
    synchronized (m) { a.g.f := b; synchronized (l) { h(a, b); } }
  } else {
    if * { h(a, b); synchronized (l) { h(a, b); } }
    else { lock(m); h(a, b); h(a, b); unlock(m); h(a, b); }
  }
}
q(a, b) { synchronized (l) { lock(m); lock(n); unlock(n); unlock(m); } }
`)
	o := Defaults()
	o.Layout = Flat
	got := mustSearch(t, core, core.Pairs()[1], o)
	if len(got.Deadlocks) != 1 {
		t.Fatalf("%d deadlocks, want 1", len(got.Deadlocks))
	}
	if err := wcheck.New(core).Check(got.Deadlocks[0].Witness()); err != nil {
		t.Errorf("the witness of the deadlock: %v", err)
	}
}
