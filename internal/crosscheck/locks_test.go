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

// A lockTally counts programs that were searched completely, their races and deadlocks, and the
// reports of all modes.
type lockTally struct{ Programs, Races, Reports, Deadlocks, Open, Proved, Merged, Included, NewFree int }

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
	n.Programs++
	n.Races += len(found.Races)
	same := pair.Left == pair.Right
	races := map[il.Sites]bool{}
	for _, r := range found.Races {
		s := r.Sites()
		races[s] = true
		if same {
			races[il.Sites{s[1], s[0]}] = true
		}
	}
	n.complete(t, core, pair, found.Races)
	n.proofs(t, core, pair, races)
	builder, checker := reconstruct.New(core), check.New(core)
	accept := func(w *witness.Witness, err error, what any) {
		if err == nil {
			err = checker.Check(w)
		}
		if err != nil {
			t.Errorf("seed %d: %v: %v\n%s", seed, what, err, core.Source.Text)
		}
	}
	for _, m := range []abstract.Mode{
		abstract.Figure7, abstract.NoWB, abstract.Plus, abstract.CommonSuffix,
	} {
		sets, err := abstract.AnalyzeSets(core, abstract.Options{Mode: m})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return
		}
		reported, _ := sets.Reports(&pair)
		for _, r := range reported.ListRaces(1000) {
			n.Reports++
			if !races[il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}] {
				t.Errorf("seed %d: %v reports %v, which is not a race\n%s", seed, m, r,
					core.Source.Text)
			}
			w, err := builder.Witness(r, 10_000)
			accept(w, err, r)
		}
		if m != abstract.Figure7 {
			continue
		}
		exact := map[[2]il.Pos]bool{}
		for _, d := range found.Deadlocks {
			at := [2]il.Pos{d.Left.At, d.Right.At}
			if same && at[1] < at[0] {
				at[0], at[1] = at[1], at[0]
			}
			exact[at] = true
		}
		deadlocks := sets.Deadlocks(pair)
		for _, d := range deadlocks {
			n.Deadlocks++
			if !exact[[2]il.Pos{d.Left.At, d.Right.At}] {
				t.Errorf("seed %d: the deadlock %v cannot happen\n%s", seed, d, core.Source.Text)
			}
			w, err := builder.Deadlock(pair, d, 10_000)
			accept(w, err, d)
		}
		if len(deadlocks) != len(exact) {
			t.Errorf("seed %d: %d deadlocks, and the search finds %d\n%s", seed, len(deadlocks),
				len(exact), core.Source.Text)
		}
	}
}

// complete checks that the analyzers which claim to miss no race report each of these. RacerD,
// which asks how many locks are held and not which, reports what it reports of the unnamed lock.
func (n *lockTally) complete(t *testing.T, core *il.Core, pair il.Pair, races []explore.Race) {
	reports := func(name string, core *il.Core, pair il.Pair) (all []il.Sites) {
		a, _ := analyzers.Find(name)
		run, err := a.Start(core, analyzers.DefaultOptions())
		var answer analyzers.Answer
		if err == nil {
			answer, err = run(context.Background(), pair)
		}
		if err != nil {
			t.Errorf("%s fails: %v\n%s", name, err, core.Source.Text)
		}
		for _, r := range answer.Reports {
			all = append(all, r.Sites)
		}
		return all
	}
	for _, name := range []string{"chord", "absent"} {
		found := reports(name, core, pair)
		n.Open += len(found)
		for _, r := range races {
			s := r.Sites()
			if !slices.Contains(found, s) &&
				!(pair.Left == pair.Right && slices.Contains(found, il.Sites{s[1], s[0]})) {
				t.Errorf("%s misses %v\n%s", name, s, core.Source.Text)
			}
		}
	}
	one := iltest.Core(t, unnamed.Replace(core.Source.Text))
	ours, theirs := reports("racerd", core, pair), reports("racerd", one,
		il.Pair{Left: one.Units[pair.Left.Index], Right: one.Units[pair.Right.Index]})
	if !slices.Equal(ours, theirs) {
		t.Errorf("RacerD reports %v, and %v without the names of the locks\n%s", ours, theirs,
			core.Source.Text)
	}
}

// proofs checks the static analyzers that prove their reports: each report is a race, and the
// checker accepts its witness; the inclusions hold that are proved of programs which name locks;
// and by Theorem N, newfree misses no race of units without new().
func (n *lockTally) proofs(t *testing.T, core *il.Core, pair il.Pair, races map[il.Sites]bool) {
	checker := check.New(core)
	reported, cut := map[string]map[il.Sites]bool{}, map[string]bool{}
	for _, a := range analyzers.All() {
		if a.Kind != analyzers.Static || !a.Proves || a.As != nil {
			continue
		}
		run, err := a.Start(core, analyzers.DefaultOptions())
		if err != nil {
			t.Errorf("%s does not start: %v\n%s", a.Name, err, core.Source.Text)
			continue
		}
		answer, err := run(context.Background(), pair)
		if err != nil {
			t.Errorf("%s fails: %v\n%s", a.Name, err, core.Source.Text)
		}
		reported[a.Name], cut[a.Name] = map[il.Sites]bool{}, answer.Cut != ""
		for _, r := range answer.Reports {
			n.Proved++
			reported[a.Name][r.Sites] = true
			if !races[r.Sites] {
				t.Errorf("%s reports %v, which is no race\n%s", a.Name, r.Sites, core.Source.Text)
			}
			w, err := r.Prove()
			if err == nil {
				err = checker.Check(w)
			}
			if err != nil {
				t.Errorf("%s: the witness of %v: %v\n%s", a.Name, r.Sites, err, core.Source.Text)
			}
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
				t.Errorf("%s reports %v, and %s does not\n%s", in.Sub, s, in.Super,
					core.Source.Text)
			}
		}
	}
	makes := slices.ContainsFunc([]*il.Unit{pair.Left, pair.Right}, func(u *il.Unit) bool {
		return slices.ContainsFunc(core.Reachable(u), func(v *il.Unit) bool {
			return il.Any(v.Body, func(s il.Stmt) bool { _, ok := s.(*il.New); return ok })
		})
	})
	if makes || cut["newfree"] {
		return
	}
	for s := range races {
		n.NewFree++
		if !reported["newfree"][pair.Sites(s[0], s[1])] {
			t.Errorf("newfree misses %v\n%s", s, core.Source.Text)
		}
	}
}

// unnamed takes the names of locks out of a text, without moving anything.
var unnamed = strings.NewReplacer(
	"lock(l)", "lock( )", "lock(m)", "lock( )", "lock(n)", "lock( )",
	"synchronized (l)", "synchronized    ", "synchronized (m)", "synchronized    ",
	"synchronized (n)", "synchronized    ",
)
