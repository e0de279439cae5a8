package dpor

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// TestAgainstBruteForce: on programs small enough to enumerate all interleavings, there are as many
// executions as normal forms, and the races are those of the unreduced search.
func TestAgainstBruteForce(t *testing.T) {
	const maxInterleavings = 300
	var programs, reduced, racy, branching int
	for seed := range uint64(quick.Cases(2500)) {
		r := gen.Rand(seed)
		o := loopFree(4)
		unroll := -1
		if seed%5 == 0 {
			o.While, unroll = 0.15, int(seed/5%3)
		}
		core := iltest.Checked(t, gen.Program(r, o))
		p := pairOf(core, r)
		if interleavings(t, core, p, max(unroll, 0)).Cmp(big.NewInt(maxInterleavings)) > 0 {
			continue
		}
		if unroll < 0 && hasLoop(core, p) {
			t.Fatal("the generator made a loop")
		}
		programs++
		in := someInit(r, core, p)
		classes, executions := bruteForce(t, core, p, in, semantics.Bound(max(unroll, 0)))
		x := mustExplore(t, core, p, in, Options{Unroll: unroll})
		n := mustCount(t, core, p, in, unroll)
		if x.Executions != uint64(len(classes)) || n.Int64() != int64(len(classes)) {
			t.Fatalf("seed %d: %d executions, %v classes by dynamic programming, "+
				"%d normal forms, from %v\n%s",
				seed, x.Executions, n, len(classes), in, core.Source.Text)
		}
		races, _ := reference(t, core, p, in,
			semantics.Limits{Iterations: semantics.Bound(max(unroll, 0))})
		if got := raceNames(x.Races); !slices.Equal(got, races) {
			t.Fatalf("seed %d: races %v, want %v, from %v\n%s", seed, got, races, in,
				core.Source.Text)
		}
		if len(classes) > 1 && len(classes) < executions {
			reduced++
		}
		if len(races) > 0 {
			racy++
		}
		if branches(core) {
			branching++
		}
	}
	t.Logf("%d programs: %d with a class of several executions and another, %d with races, "+
		"%d with branches", programs, reduced, racy, branching)
	if programs < quick.Cases(1000) || reduced < quick.Cases(300) || racy < quick.Cases(300) ||
		branching < quick.Cases(300) {
		t.Error("too few of the programs are interesting")
	}
}

// branches reports whether a program contains an if.
func branches(core *il.Core) bool {
	found := false
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := s.(*il.If); ok {
				found = true
			}
		})
	}
	return found
}

// TestOneExecutionPerClass: many larger programs have exactly one execution for each class, and
// some of them are checked for the races of the unreduced search.
func TestOneExecutionPerClass(t *testing.T) {
	const maxClasses = 4000
	var programs, several, many, skipped, searched, racy, wasteful int
	var executions, classes uint64
	for seed := range uint64(quick.Cases(10_800)) {
		r := gen.Rand(1<<32 + seed)
		core := iltest.Checked(t, gen.Program(r, loopFree(5+r.IntN(14))))
		p := pairOf(core, r)
		in := someInit(r, core, p)
		n, err := Classes(context.Background(), core, p, in, -1, 10_000)
		if err != nil || !n.IsInt64() || n.Int64() > maxClasses {
			skipped++
			continue
		}
		programs++
		x := mustExplore(t, core, p, in, Options{Unroll: -1})
		if x.perClass(n) != 1 || x.Cut != "" {
			t.Fatalf("seed %d: %d executions of %v classes, cut %q, from %v\n%s", seed,
				x.Executions, n, x.Cut, in, core.Source.Text)
		}
		executions += x.Executions
		classes += n.Uint64()
		if n.Int64() > 1 {
			several++
		}
		if n.Int64() > 100 {
			many++
		}
		if seed%8 != 0 {
			continue
		}
		complete, blocked := sleepSets(t, core, p, in)
		if complete != x.Complete {
			t.Fatalf("seed %d: sleep sets complete %d executions, not %d, from %v\n%s", seed,
				complete, x.Complete, in, core.Source.Text)
		}
		if blocked > 0 {
			wasteful++
		}
		races, cut := reference(t, core, p, in,
			semantics.Limits{Iterations: semantics.Unbounded, States: 400})
		if cut {
			continue
		}
		searched++
		if len(races) > 0 {
			racy++
		}
		if got := raceNames(x.Races); !slices.Equal(got, races) {
			t.Fatalf("seed %d: races %v, want %v, from %v\n%s", seed, got, races, in,
				core.Source.Text)
		}
	}
	t.Logf("%d programs (%d have more classes or states than the limit): "+
		"%d with several classes, %d with more than 100; %d executions of %d classes; "+
		"races compared on %d, of which %d race; sleep sets alone block on %d",
		programs, skipped, several, many, executions, classes, searched, racy, wasteful)
	if programs < quick.Cases(10_000) || several < quick.Cases(5000) || many < quick.Cases(500) ||
		executions != classes || searched < quick.Cases(500) || racy < quick.Cases(200) ||
		wasteful < quick.Cases(200) {
		t.Error("too few of the programs are interesting")
	}
}

// sleepSets counts the executions that sleep sets without wakeup trees complete, and those that
// they start and must abandon, which Explore avoids.
func sleepSets(
	t testing.TB, core *il.Core, p il.Pair, in semantics.Init,
) (complete, blocked uint64) {
	t.Helper()
	m, err := newStepper(core, p, in, -1)
	if err != nil {
		t.Fatal(err)
	}
	var visit func(awake bool)
	step := func(i int, awake bool) {
		if err := m.step(i, func() { visit(awake) }); err != nil {
			t.Fatal(err)
		}
	}
	visit = func(awake bool) {
		mayA, mayB := m.Enabled(a), m.Enabled(b)
		switch {
		case m.done():
			complete++
		case !mayB && !awake:
			blocked++
		}
		if mayA && awake {
			step(a, true)
		}
		if mayB {
			step(b, !mayA || m.Footprint(a, nil).Conflicts(m.Footprint(b, nil)))
		}
	}
	m.starts(func() { visit(true) })
	return complete, blocked
}

// TestLocks: programs with several locks have one execution for each class, deadlocks included, and
// all races and deadlocks are found.
func TestLocks(t *testing.T) {
	const limit = 300 // on interleavings that do not deadlock and on classes, for brute force
	var programs, several, racy, deadlocks, enumerated int
	for seed := range uint64(quick.Cases(24_000)) {
		r := gen.Rand(2<<32 + seed)
		o := loopFree(4 + r.IntN(8))
		o.Lock, o.If, o.Depth, o.Threads = 0.3, 0.1, 3, 0.8
		if seed%2 == 0 {
			o.Lock, o.Sync, o.Call, o.Statements, o.Threads = 0.45, 0.3, 0.05, 10, 0.95
		}
		names := [][]string{{"m", "n"}, {"", "m"}, {"", "m", "n"}}[r.IntN(3)]
		core := iltest.Core(t, gen.NameLocks(r, gen.Program(r, o), names...).Source.Text)
		p := pairOf(core, r)
		in := someInit(r, core, p)
		n, err := Classes(context.Background(), core, p, in, -1, 10_000)
		if err != nil || !n.IsInt64() || n.Int64() > 4000 {
			continue
		}
		limits := semantics.Limits{Iterations: semantics.Unbounded, States: 2000}
		races, cut := reference(t, core, p, in, limits)
		if cut {
			continue
		}
		programs++
		x := mustExplore(t, core, p, in, Options{Unroll: -1})
		if x.perClass(n) != 1 {
			t.Fatalf("seed %d: %d executions of %v classes, from %v\n%s", seed, x.Executions, n, in,
				core.Source.Text)
		}
		if got := raceNames(x.Races); !slices.Equal(got, races) {
			t.Fatalf("seed %d: races %v, want %v, from %v\n%s", seed, got, races, in,
				core.Source.Text)
		}
		waits, _, err := semantics.Deadlocks(core, p, in, limits)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, w := range waits {
			want = append(want, name(w[a], w[b]))
		}
		slices.Sort(want)
		if got := raceNames(x.Deadlocks); !slices.Equal(got, want) ||
			(len(got) > 0) != (x.Deadlocked > 0) {
			t.Fatalf("seed %d: deadlocks %v (%d), want %v, from %v\n%s", seed, got, x.Deadlocked,
				want, in, core.Source.Text)
		}
		if interleavings(t, core, p, 0).Cmp(big.NewInt(limit)) <= 0 && x.Executions < limit {
			enumerated++
			if classes, _ := bruteForce(t, core, p, in, 0); uint64(len(classes)) != x.Executions {
				t.Fatalf("seed %d: %d executions, %d normal forms, from %v\n%s", seed, x.Executions,
					len(classes), in, core.Source.Text)
			}
		}
		if n.Int64() > 1 {
			several++
		}
		if len(races) > 0 {
			racy++
		}
		if len(want) > 0 {
			deadlocks++
		}
	}
	t.Logf("%d programs, %d enumerated: %d with several classes, %d race, %d deadlock", programs,
		enumerated, several, racy, deadlocks)
	if programs < quick.Cases(20_000) || enumerated < quick.Cases(15_000) ||
		several < quick.Cases(14_000) || racy < quick.Cases(3000) || deadlocks < quick.Cases(400) {
		t.Error("too few of the programs are interesting")
	}
}
