package reconstruct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/exact"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness"
	"wobbly/witness/check"
)

// rival uses lock p while it keeps q, so it excludes threads that use q while they keep p.
const rival = "n(b) { lock(q); lock(p); unlock(p); b.f := new(); lock(r); lock(p); unlock(p); " +
	"unlock(r); unlock(q); }\n"

// TestPathsThatDoNotCross: the shortest path to an access or a lock() uses a lock that crosses with
// one of the other thread. The witness takes a longer path, whose history fits the report.
func TestPathsThatDoNotCross(t *testing.T) {
	const (
		uses = "lock(q); unlock(q);"
		long = "x := new(); x := new(); x := new();"
		end  = "a.f := new(); lock(r); unlock(r);"
	)
	for _, c := range []struct{ what, text string }{
		{"a branch",
			"m(a) { lock(p); if * { " + uses + " } else { " + long + " } " + end + " unlock(p); }"},
		{
			"a branch in a complete call",
			"private work(a) { if * { " + long + " } else { " + uses + " } }\n" +
				"m(a) { lock(p); work(a); " + end + " unlock(p); }",
		},
		{
			"a branch in the method of the access",
			"private put(a) { if * { " + uses + " } else { " + long + " } " + end + " }\n" +
				"m(a) { lock(p); put(a); unlock(p); }",
		},
		{
			"a method on the way to that of the access",
			"private put(a) { " + end + " } private fast(a) { " + uses +
				" put(a); } private slow(a) { " + long + " put(a); }\n" +
				"m(a) { lock(p); if * { fast(a); } else { slow(a); } unlock(p); }",
		},
		{"the branch of the access",
			"m(a) { lock(p); while * { if * { skip } else { if * { synchronized (q) { } } else { " +
				long + " } " + end + " } } unlock(p); }"},
	} {
		core := iltest.Core(t, c.text+"\n"+rival)
		pair := il.Pair{Left: core.Methods["m"], Right: core.Methods["n"]}
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, k := New(core), check.New(core)
		reported, err := sets.Reports(&pair)
		if err != nil {
			t.Fatal(err)
		}
		races, deadlocks := reported.ListRaces(100), sets.Deadlocks(pair)
		if len(races) != 1 || len(deadlocks) != 3 {
			t.Errorf("%s: %d races and %d deadlocks, want 1 and 3", c.what, len(races),
				len(deadlocks))
		}
		for _, r := range races {
			if w, err := b.Witness(r, 100); err != nil {
				t.Errorf("%s: building the witness: %v", c.what, err)
			} else if err := k.Check(w); err != nil {
				t.Errorf("%s: checking the witness: %v", c.what, err)
			}
		}
		for _, d := range deadlocks {
			if w, err := b.Deadlock(pair, d, 100); err != nil {
				t.Errorf("%s: building the witness of a deadlock: %v", c.what, err)
			} else if err := k.Check(w); err != nil {
				t.Errorf("%s: checking the witness of a deadlock: %v", c.what, err)
			}
		}
	}
}

// TestPathWithinHistory: for every recorded access and lock(), some path has the recorded history
// or a smaller one, and the right cost.
func TestPathWithinHistory(t *testing.T) {
	ends, detours := 0, 0
	o := gen.Default()
	o.Lock, o.Sync, o.If, o.Depth, o.Statements = 0.35, 0.15, 0.25, 4, 20
	for seed := range quick.Cases(10_000) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		core := iltest.Core(t,
			gen.NameLocks(r, gen.Program(gen.Rand(uint64(seed)), o), "l", "m", "n").Source.Text)
		if len(core.Locks) == 0 {
			continue
		}
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b := New(core)
		var targets []target
		for _, u := range core.Units {
			for a := range sets.Summary(u).A.All() {
				targets = append(targets, b.callPaths.targetOf(abstract.Side{Unit: u, Access: a}))
			}
			for c := range sets.Summary(u).C.All() {
				targets = append(targets, b.callPaths.lockTarget(u, c))
			}
		}
		for _, to := range targets {
			path := b.callPaths.find(to)
			if !path.found {
				t.Fatalf("no path to %+v\n%s", to, core.Source.Text)
			}
			a := b.threads(false)[0]
			a.runTo(to)
			level, h := replayLocks(core, a.steps)
			if path.cost != exact.Of(len(a.steps)) || level != to.lock {
				t.Fatalf("%+v: cost %v, %d steps, level %v\n%s", to, path.cost, len(a.steps), level,
					core.Source.Text)
			}
			for slot := range len(core.Locks) + 1 {
				final := il.Level{}.With(slot, level.Locks().DepthOf(slot))
				got := h.MayTake(il.Level{}, final)
				allowed := to.premise.history.MayTake(il.Level{}, final)
				if got&^allowed != 0 {
					t.Fatalf("%+v: the path takes the locks %b after lock %d, which the history "+
						"%b excludes\n%s", to, got, slot, allowed, core.Source.Text)
				}
			}
			ends++
			for _, l := range b.callPaths.before(to, path.to) {
				if !l.inside && b.callPaths.costs.Of(l.stmt).Less(l.costs.Of(l.stmt)) {
					detours++
				}
			}
		}
	}
	if ends < quick.Cases(1000) || detours < quick.Cases(50) {
		t.Errorf("only %d paths, with %d detours", ends, detours)
	}
}

// replayLocks returns the level and the history after some steps of one thread.
func replayLocks(core *il.Core, steps []witness.Step) (l il.Level, h il.History) {
	for _, s := range steps {
		lock, by := s.Locks()
		ref := il.LockRef{Slot: 1 + slices.Index(core.Locks, lock)}
		var n il.Stmt = &il.Skip{}
		switch by {
		case 1:
			n = &il.Lock{LockRef: ref}
		case -1:
			n = &il.Unlock{LockRef: ref}
		}
		l, h = l.After(n), h.After(l, n)
	}
	return l, h
}

// TestOnlyFinalAcquisitionsCount: a path may use any lock while it holds a lock that it releases
// and takes again later.
func TestOnlyFinalAcquisitionsCount(t *testing.T) {
	const choice = "if * { lock(q); unlock(q); } else { x := new(); x := new(); x := new(); }"
	for body, want := range map[string]int{
		"lock(p); " + choice + " a.f := new(); unlock(p);":                     5,
		"lock(p); " + choice + " unlock(p); lock(p); a.f := new(); unlock(p);": 6,
		"lock(q); lock(p); " + choice + " a.f := new(); unlock(p); unlock(q);": 5,
	} {
		core := iltest.Core(t, "m(a) { "+body+" }\n")
		m := core.Methods["m"]
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := sets.Summary(m).Accesses()[0]
		s := New(core).callPaths
		path := s.find(s.targetOf(abstract.Side{Unit: m, Access: a}))
		if path.cost != exact.Of(want) {
			t.Errorf("the path in %s has %v steps, want %d", body, path.cost, want)
		}
	}
}

// TestMaxStepsWithLocks: a witness of a program that names locks is never compressed.
func TestMaxStepsWithLocks(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { lock(p); lock(q); unlock(q); unlock(p); }\n"+
			"n(b) { lock(q); lock(p); unlock(p); unlock(q); }\n")
	pair := il.Pair{Left: core.Methods["m"], Right: core.Methods["n"]}
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	deadlocks := sets.Deadlocks(pair)
	if len(deadlocks) == 0 {
		t.Fatal("the program has no deadlock")
	}
	if _, err := New(core).Deadlock(pair, deadlocks[0], 2); err != nil {
		t.Errorf("Deadlock within two steps = %v, want nil", err)
	}
	if _, err := New(core).Deadlock(pair, deadlocks[0], 1); err != (TooLongError{2, 1}) {
		t.Errorf("Deadlock within one step = %v, want %v", err, TooLongError{2, 1})
	}
}
