package unordered

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// bruteForce adds the pairs of accesses that some execution from an initial state leaves unordered
// to pairs. It enumerates all executions with a bound on iterations, and computes happens-before as
// the transitive closure of program order and of the order of an unlock() and the next lock().
func bruteForce(t testing.TB, core *il.Core, p il.Pair, in semantics.Init, rounds semantics.Bound,
	pairs map[il.Sites]bool) {
	t.Helper()
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	for x := range semantics.Interleavings(k, rounds) {
		if _, ok := semantics.Deadlock(x.Last); !ok && !x.Last.Done() {
			t.Fatalf("an execution does not end\n%s", core.Source.Text)
		}
		addUnordered(t, k, x.Moves, pairs)
	}
}

// addUnordered adds the pairs of accesses that the moves from k leave unordered.
func addUnordered(t testing.TB, k semantics.Config, moves []semantics.Move,
	pairs map[il.Sites]bool) {
	t.Helper()
	cells := make([]semantics.Addr, len(moves)) // the cell of each access
	before := order(moves)
	for n, m := range moves {
		var takes []semantics.Take
		for _, c := range m.Choices {
			takes = append(takes, c.Take)
		}
		for _, take := range takes {
			k, _ = semantics.Choose(k, m.Thread, take)
		}
		access, ok := semantics.NextAccess(k, m.Thread)
		next, _, stuck := semantics.Next(k, m.Thread)
		if stuck != nil {
			t.Fatalf("move %d cannot be repeated: %v", n, stuck)
		}
		k = next
		if !ok {
			continue
		}
		cells[n] = access.Cell
		for e, first := range moves[:n] {
			if first.Thread != m.Thread && cells[e] == cells[n] && !before[e][n] {
				addPair(first, m, pairs)
			}
		}
	}
}

// addPair adds the sites of two moves of different threads if one is a store.
func addPair(left, right semantics.Move, pairs map[il.Sites]bool) {
	if left.Thread == semantics.B {
		left, right = right, left
	}
	a, _ := il.SiteOf(left.Command)
	b, _ := il.SiteOf(right.Command)
	if a.Kind == il.Write || b.Kind == il.Write {
		pairs[il.Sites{a, b}] = true
	}
}

// order returns happens-before: whether each move happens before each other one.
func order(moves []semantics.Move) [][]bool {
	n := len(moves)
	before := make([][]bool, n)
	for i := range moves {
		before[i] = make([]bool, n)
		unlock := il.Releases(moves[i].Command)
		for j := i + 1; j < n; j++ {
			if moves[i].Thread == moves[j].Thread {
				before[i][j] = true
			}
			if unlock && il.Acquires(moves[j].Command) &&
				il.SlotOf(moves[i].Command) == il.SlotOf(moves[j].Command) {
				before[i][j] = true
				unlock = false // the next lock() only
			}
		}
	}
	for j := range n { // the transitive closure, by Warshall's algorithm
		for i := range n {
			for k := range n {
				before[i][k] = before[i][k] || before[i][j] && before[j][k]
			}
		}
	}
	return before
}

// sorted lists pairs in order.
func sorted(pairs map[il.Sites]bool) []il.Sites {
	var out []il.Sites
	for s := range pairs {
		out = append(out, s)
	}
	slices.SortFunc(out, il.Sites.Compare)
	return out
}

// few reports whether a program has at most limit executions from each initial state.
func few(t testing.TB, core *il.Core, p il.Pair, unroll int, limit int64) bool {
	t.Helper()
	n, err := explore.Interleavings(core, p, unroll)
	if err != nil {
		t.Fatal(err)
	}
	return n != nil && n.Cmp(big.NewInt(limit)) <= 0
}

// TestGivenAgainstBruteForce: from a given initial state the search finds exactly the pairs that
// brute force finds.
func TestGivenAgainstBruteForce(t *testing.T) {
	var programs, states, racy, more, less int
	for seed := range uint64(700) {
		r := gen.Rand(seed)
		core := iltest.Checked(t, gen.Program(r, loopFree(6)))
		p := randomOf(r, core.Pairs())
		if !few(t, core, p, explore.Unbounded, 200) {
			continue
		}
		programs++
		for n := range 2 {
			in := semantics.RandomInit(r, core, p, n+1)
			want := map[il.Sites]bool{}
			bruteForce(t, core, p, in, 0, want)
			res := mustSearch(t, core, p, from(in))
			got := sitesOf(res)
			if !res.Complete || !slices.Equal(got, sorted(want)) {
				t.Fatalf("seed %d: got %q, want %q, cut %q, from %v\n%s", seed, texts(core, got),
					texts(core, sorted(want)), res.Cut, in, core.Source.Text)
			}
			meet, _ := coEnabled(t, core, p, givenReduced(in))
			states++
			racy += min(1, len(got))
			more += min(1, len(minus(got, meet)))
			less += min(1, len(minus(meet, got)))
		}
	}
	t.Logf("%d programs, %d initial states: %d with pairs, %d with more than Definition 3.6, "+
		"%d with less", programs, states, racy, more, less)
	if programs < 500 || racy < 300 || more < 12 || less < 12 {
		t.Error("too few of the programs are interesting")
	}
}

// TestLoopsAgainstBruteForce is TestGivenAgainstBruteForce with loops and a bound on iterations.
func TestLoopsAgainstBruteForce(t *testing.T) {
	var programs, racy, differ int
	for seed := range uint64(quick.Cases(700)) {
		r := gen.Rand(1<<40 + seed)
		core := iltest.Checked(t, gen.Program(r, withLoops(5)))
		p := randomOf(r, core.Pairs())
		rounds := 1 + r.IntN(2)
		if !few(t, core, p, rounds, 200) || few(t, core, p, explore.Unbounded, math.MaxInt64) {
			continue
		}
		programs++
		in := semantics.RandomInit(r, core, p, 1+r.IntN(2))
		want, fewer := map[il.Sites]bool{}, map[il.Sites]bool{}
		bruteForce(t, core, p, in, semantics.Bound(rounds), want)
		bruteForce(t, core, p, in, 0, fewer)
		o := from(in)
		o.Unroll = rounds
		got := sitesOf(mustSearch(t, core, p, o))
		if !slices.Equal(got, sorted(want)) {
			t.Fatalf("seed %d, %d rounds: got %q, want %q, from %v\n%s", seed, rounds,
				texts(core, got), texts(core, sorted(want)), in, core.Source.Text)
		}
		racy += min(1, len(got))
		if len(fewer) < len(want) {
			differ++
		}
	}
	t.Logf("%d programs with loops, %d with pairs, %d where the loops add pairs", programs,
		racy, differ)
	if programs < quick.Cases(100) || racy < quick.Cases(30) || differ < quick.Cases(20) {
		t.Error("too few of the programs are interesting")
	}
}

// TestAllAgainstBruteForce: the search over all initial states finds every pair that brute force
// finds from any state of up to two or three objects.
func TestAllAgainstBruteForce(t *testing.T) {
	const maxStates = 300 // initial states of one size
	var programs, racy, needed int
	for seed := range uint64(max(quick.Cases(150), 50)) { // so that some pair needs several objects
		r := gen.Rand(1<<32 + seed)
		o := loopFree(5)
		o.Formals, o.Fields = 1+r.IntN(2), 1+r.IntN(2)
		core := iltest.Checked(t, gen.Program(r, o))
		p := randomOf(r, core.Pairs())
		if !few(t, core, p, explore.Unbounded, 40) {
			continue
		}
		programs++
		want := map[il.Sites]bool{}
		n := 0
		for ; n < 3 && states(core, p, n+1) <= maxStates; n++ {
			before := len(want)
			for _, in := range initsOf(core, p, n+1) {
				bruteForce(t, core, p, in, 0, want)
			}
			if n > 0 && len(want) > before {
				needed++
			}
		}
		res := mustSearch(t, core, p, Defaults())
		got := sitesOf(res)
		if lost := minus(sorted(want), got); !res.Complete || len(lost) > 0 {
			t.Fatalf("seed %d: lost %q, cut %q\n%s", seed, texts(core, lost), res.Cut,
				core.Source.Text)
		}
		for _, race := range res.Races {
			if len(race.Execution.Init.Objects) <= n && !want[race.Sites()] {
				t.Fatalf("seed %d: brute force does not find %q\n%s", seed,
					texts(core, []il.Sites{race.Sites()}), core.Source.Text)
			}
		}
		racy += min(1, len(got))
	}
	t.Logf("%d programs, %d with pairs, %d with pairs that need several objects", programs,
		racy, needed)
	if programs < quick.Cases(80) || racy < quick.Cases(35) || needed < quick.Cases(3) {
		t.Error("too few of the programs are interesting")
	}
}

// FuzzSearch compares the search with brute force.
func FuzzSearch(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := gen.Rand(seed)
		core := iltest.Checked(t, gen.Program(r, loopFree(1+r.IntN(10))))
		p := randomOf(r, core.Pairs())
		if !few(t, core, p, explore.Unbounded, 1000) {
			return
		}
		in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
		want := map[il.Sites]bool{}
		bruteForce(t, core, p, in, 0, want)
		if got := sitesOf(mustSearch(t, core, p, from(in))); !slices.Equal(got, sorted(want)) {
			t.Fatalf("got %q, want %q, from %v\n%s", texts(core, got), texts(core, sorted(want)),
				in, core.Source.Text)
		}
		if lost := minus(sorted(want), sitesOf(mustSearch(t, core, p, Defaults()))); len(lost) > 0 {
			t.Fatalf("from all states %q is lost\n%s", texts(core, lost), core.Source.Text)
		}
	})
}
