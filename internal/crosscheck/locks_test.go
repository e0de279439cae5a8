package crosscheck

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/internal/parallel"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

var lockPrograms = flag.Int("locks", quick.Cases(6000),
	"the number of random programs with several locks")

// lockNames are the names from which the locks of a program are drawn.
var lockNames = [][]string{{"", "m"}, {"m", "n"}, {"", "m", "n", "n"}, {"l", "m", "n"}}

// lockedProgram returns a random program with two or three locks.
func lockedProgram(t testing.TB, seed uint64) *il.Core {
	r := rand.New(rand.NewPCG(seed, 2))
	o := gen.Default()
	o.Lock, o.Sync, o.Depth = 0.25, 0.2, 3
	if seed%2 == 0 {
		o.Lock, o.Sync = 0.4, 0.3
		o.Statements, o.Threads = 10, 0.9
	}
	p := gen.NameLocks(r, gen.Program(gen.Rand(seed), o), lockNames[seed/2%4]...)
	return iltest.Core(t, p.Source.Text)
}

// TestLocksAgainstSearch: Theorems 1L and D agree with the exact search: each report of a mode is a
// race, the analysis and the search have the same deadlocks, and the checker accepts the witnesses
// of all reports and deadlocks.
func TestLocksAgainstSearch(t *testing.T) {
	var mu sync.Mutex
	total := lockTally{}
	parallel.Each(2, *lockPrograms, func(_, i int) {
		one := lockTally{}
		one.program(t, uint64(i))
		mu.Lock()
		defer mu.Unlock()
		total.plus(one)
	})
	t.Logf("%+v", total)
	if n := *lockPrograms; total.Reports < n/3 || total.Deadlocks < n/50 || total.Programs < n/2 {
		t.Error("too few of the programs are interesting")
	}
}

// TestLocksOfLongerPaths: in these programs, the shortest paths to a reported place have lock
// histories that cross.
func TestLocksOfLongerPaths(t *testing.T) {
	for _, seed := range []uint64{150256, 199220} {
		n := lockTally{}
		n.program(t, seed)
		if n.Programs != 1 {
			t.Errorf("seed %d: the search is not complete", seed)
		}
	}
}

// A lockTally counts what was compared in the programs that were searched completely.
type lockTally struct {
	Programs  int
	Races     int
	Reports   int // of modes of RacerDX
	Deadlocks int
	Open      int // reports of analyzers that miss no race
	Proved    int // reports of analyzers that prove them
	Merged    int // of these, by collapse, which has merged orders of locks
	Included  int // reports for which an inclusion was tested
	NewFree   int // races of units without new()
}

func (n *lockTally) plus(o lockTally) {
	n.Programs += o.Programs
	n.Races += o.Races
	n.Reports += o.Reports
	n.Open += o.Open
	n.Deadlocks += o.Deadlocks
	n.Proved += o.Proved
	n.Merged += o.Merged
	n.Included += o.Included
	n.NewFree += o.NewFree
}

// lockCase is a pair of units of a program that was searched completely.
type lockCase struct {
	testing.TB
	core    *il.Core
	pair    il.Pair
	found   *explore.Result
	races   map[il.Sites]bool // in both orders if the unit is paired with itself
	builder *reconstruct.Builder
	checker *check.Checker
}

// reportf reports an error, with the text of the program.
func (x *lockCase) reportf(format string, args ...any) {
	x.Helper()
	x.Errorf(format+"\n%s", append(args, x.core.Source.Text)...)
}

// accept reports an error unless the checker accepts w, the witness of subject. err is the error of
// building it.
func (x *lockCase) accept(w *witness.Witness, err error, subject any) {
	if err == nil {
		err = x.checker.Check(w)
	}
	if err != nil {
		x.reportf("the witness of %v: %v", subject, err)
	}
}

// run asks an analyzer about a pair of units.
func (x *lockCase) run(a *analyzers.Analyzer, core *il.Core, pair il.Pair) (o analyzers.Answer) {
	run, err := a.Start(core, analyzers.DefaultOptions())
	if err == nil {
		o, err = run(context.Background(), pair)
	}
	if err != nil {
		x.reportf("%s reportf: %v", a.Name, err)
	}
	return o
}

// program compares everything on the program of a seed.
func (n *lockTally) program(t *testing.T, seed uint64) {
	core := lockedProgram(t, seed)
	if len(core.Locks) == 0 {
		return
	}
	pair := core.Pairs()[int(seed)%len(core.Pairs())]
	o := explore.Defaults()
	o.MaxStates, o.Workers = 20_000, 1
	o.Reduce, o.Prune = true, true
	found, err := explore.Search(context.Background(), core, pair, explore.Fitted(core, pair, o))
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	if err != nil || !found.Complete {
		return
	}
	x := &lockCase{
		TB: t, core: core, pair: pair, found: found, races: map[il.Sites]bool{},
		builder: reconstruct.New(core), checker: check.New(core),
	}
	for _, r := range found.Races {
		s := r.Sites()
		x.races[s] = true
		if pair.Left == pair.Right {
			x.races[il.Sites{s[1], s[0]}] = true
		}
	}
	n.Programs++
	n.Races += len(found.Races)
	n.complete(x)
	n.proofs(x)
	n.reports(x)
	n.deadlocks(x)
}

// reports checks the modes of RacerDX: each report is a race.
func (n *lockTally) reports(x *lockCase) {
	for _, m := range []abstract.Mode{
		abstract.Figure7, abstract.NoWB, abstract.Plus, abstract.CommonSuffix,
	} {
		sets, err := abstract.AnalyzeSets(x.core, abstract.Options{Mode: m})
		if err != nil {
			x.reportf("%v: %v", m, err)
			return
		}
		reported, _ := sets.Reports(&x.pair)
		for _, r := range reported.ListRaces(1000) {
			n.Reports++
			left := il.Site{At: r.Left.At, Kind: r.Left.Kind}
			if !x.races[il.Sites{left, {At: r.Right.At, Kind: r.Right.Kind}}] {
				x.reportf("%v reports %v, which is not a race", m, r)
			}
			w, err := x.builder.Witness(r, 10_000)
			x.accept(w, err, r)
		}
	}
}

// deadlocks checks that the analysis has the deadlocks of the search.
func (n *lockTally) deadlocks(x *lockCase) {
	exact := map[[2]il.Pos]bool{}
	for _, d := range x.found.Deadlocks {
		at := [2]il.Pos{d.Left.At, d.Right.At}
		if x.pair.Left == x.pair.Right && at[1] < at[0] {
			at[0], at[1] = at[1], at[0]
		}
		exact[at] = true
	}
	sets, err := abstract.AnalyzeSets(x.core, abstract.Options{})
	if err != nil {
		x.reportf("%v", err)
		return
	}
	deadlocks := sets.Deadlocks(x.pair)
	for _, d := range deadlocks {
		n.Deadlocks++
		if !exact[[2]il.Pos{d.Left.At, d.Right.At}] {
			x.reportf("the deadlock %v cannot happen", d)
		}
		w, err := x.builder.Deadlock(x.pair, d, 10_000)
		x.accept(w, err, d)
	}
	if len(deadlocks) != len(exact) {
		x.reportf("%d deadlocks, and the search finds %d", len(deadlocks), len(exact))
	}
}

// complete checks that the analyzers which claim to miss no race report each of these. RacerD,
// which asks how many locks are held and not which, reports what it reports of the unnamed lock.
func (n *lockTally) complete(x *lockCase) {
	reports := func(name string, core *il.Core, pair il.Pair) (all []il.Sites) {
		a, _ := analyzers.Find(name)
		for _, r := range x.run(a, core, pair).Reports {
			all = append(all, r.Sites)
		}
		return all
	}
	for _, name := range []string{"chord", "absent"} {
		found := reports(name, x.core, x.pair)
		n.Open += len(found)
		for _, r := range x.found.Races {
			s := r.Sites()
			if !slices.Contains(found, s) && !(x.pair.Left == x.pair.Right &&
				slices.Contains(found, il.Sites{s[1], s[0]})) {
				x.reportf("%s misses %v", name, s)
			}
		}
	}
	one := iltest.Core(x, unnamed.Replace(x.core.Source.Text))
	ours := reports("racerd", x.core, x.pair)
	theirs := reports("racerd", one,
		il.Pair{Left: one.Units[x.pair.Left.Index], Right: one.Units[x.pair.Right.Index]})
	if !slices.Equal(ours, theirs) {
		x.reportf("RacerD reports %v, and %v without the names of the locks", ours, theirs)
	}
}

// proofs checks the static analyzers that prove their reports: each report is a race, and the
// checker accepts its witness; the inclusions hold that are proved of programs which name locks;
// and by Theorem N, newfree misses no race of units without new().
func (n *lockTally) proofs(x *lockCase) {
	reported, cut := map[string]map[il.Sites]bool{}, map[string]bool{}
	for _, a := range analyzers.All() {
		if a.Kind != analyzers.Static || !a.Proves || a.As != nil {
			continue
		}
		answer := x.run(a, x.core, x.pair)
		reported[a.Name], cut[a.Name] = map[il.Sites]bool{}, answer.Cut != ""
		for _, r := range answer.Reports {
			n.Proved++
			reported[a.Name][r.Sites] = true
			if !x.races[r.Sites] {
				x.reportf("%s reports %v, which is not a race", a.Name, r.Sites)
			}
			w, err := r.Prove()
			x.accept(w, err, r.Sites)
			if a.Name == "collapse" && strings.Contains(r.Note, "locks order") {
				n.Merged++
			}
		}
	}
	for _, in := range analyzers.Inclusions() {
		super := reported[in.Super]
		if super == nil || !in.Covers(true) || cut[in.Super] {
			continue
		}
		for s := range reported[in.Sub] {
			n.Included++
			if !super[s] {
				x.reportf("%s reports %v, and %s does not", in.Sub, s, in.Super)
			}
		}
	}
	if x.makesObjects() || cut["newfree"] {
		return
	}
	for s := range x.races {
		n.NewFree++
		if !reported["newfree"][x.pair.Sites(s[0], s[1])] {
			x.reportf("newfree misses %v", s)
		}
	}
}

// makesObjects reports whether a unit of the pair can reach a new().
func (x *lockCase) makesObjects() bool {
	isNew := func(s il.Stmt) bool { _, ok := s.(*il.New); return ok }
	makes := func(u *il.Unit) bool { return il.Any(u.Body, isNew) }
	return slices.ContainsFunc(x.core.Reachable(x.pair.Left), makes) ||
		slices.ContainsFunc(x.core.Reachable(x.pair.Right), makes)
}

// unnamed removes the names of locks from a text, without moving anything.
var unnamed = strings.NewReplacer(
	"lock(l)", "lock( )", "lock(m)", "lock( )", "lock(n)", "lock( )",
	"synchronized (l)", "synchronized    ", "synchronized (m)", "synchronized    ",
	"synchronized (n)", "synchronized    ",
)
