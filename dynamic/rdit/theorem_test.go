package rdit

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/internal/quick"
)

// partial has repairs that each lack a part that the theorem needs.
var partial = []Variant{
	{Name: "finished calls only",
		edges: rules{touch: reachOrLock, lock: mayLock, finishedOnly: true}.edges},
	{Name: "the lock in no reach", edges: rules{touch: reachCommon, lock: mayLock}.edges},
	{Name: "recorded locks left out", edges: rules{touch: reachOrLock}.edges},
	{Name: "all missing, recorded locks left out", edges: rules{touch: anyPair}.edges},
}

// chains has lists of variants, each of which orders everything that the next one orders.
var chains = [][]Variant{
	{AllMissing, Repaired, LockInReach, Published, First, Naive},
	{Repaired, Maximal, Truth, Naive},
}

// TestReportsAreNotFalse: variants that promise no false reports have none on more than 20,000
// executions, on which the others have some, including each of the partial repairs.
func TestReportsAreNotFalse(t *testing.T) {
	var executions, cut, calls int
	reports, wrong, runs := map[string]int{}, map[string]int{}, map[string]int{}
	corpus(t, max(quick.Cases(10_500), 5_000), func(tr *Trace) {
		executions++
		calls += len(tr.Pairs)
		if tr.Execution.Cut {
			cut++
		}
		truth := Truth.Run(tr)
		results := map[string]*Result{}
		for _, v := range append(Variants(), partial...) {
			r := v.Run(tr)
			results[v.Name] = r
			n, all := countFalse(r, truth)
			reports[v.Name] += all
			wrong[v.Name] += n
			if n > 0 {
				runs[v.Name]++
				if v.Sound {
					t.Fatalf("%s reports falsely, missing %q, %v\n%s", v.Name, tr.Missing.Names(),
						tr.Execution.Events, tr.Execution.Core.Source.Text)
				}
			}
		}
		for _, chain := range chains {
			for i, v := range chain[1:] {
				checkAbove(t, tr, chain[i], v, results)
			}
		}
	})
	t.Logf("%d executions, %d cut, %d missing calls", executions, cut, calls)
	floor := map[string]int{partial[0].Name: 4} // others have 15 executions
	for _, v := range append(Variants(), partial...) {
		t.Logf("%-40s %6d reports, %5d false, in %4d executions", v.Name, reports[v.Name],
			wrong[v.Name], runs[v.Name])
		if !v.Sound && runs[v.Name] < quick.Cases(cmp.Or(floor[v.Name], 15)) {
			t.Errorf("%s: %d executions with false reports are too few", v.Name, runs[v.Name])
		}
	}
	if executions < quick.Cases(20_000) || cut < quick.Cases(2_000) ||
		runs[Naive.Name] < quick.Cases(700) || reports[Truth.Name] < quick.Cases(15_000) {
		t.Error("too few of the executions are interesting")
	}
	if reports[Naive.Name]-wrong[Naive.Name] != reports[Truth.Name] {
		t.Errorf("%s: %d reports, %d false; want %d true ones as in the complete executions",
			Naive.Name, reports[Naive.Name], wrong[Naive.Name], reports[Truth.Name])
	}
	if reports[Maximal.Name] <= reports[Repaired.Name] ||
		reports[Repaired.Name] <= reports[AllMissing.Name] {
		t.Errorf("%d, %d and %d reports of %s, %s and %s; want fewer each time",
			reports[Maximal.Name], reports[Repaired.Name], reports[AllMissing.Name], Maximal.Name,
			Repaired.Name, AllMissing.Name)
	}
}

// FuzzTheorems tests both theorems on one execution of a random program.
func FuzzTheorems(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, byte(32*seed), uint16(20*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, share byte, steps uint16) {
		r := rand.New(rand.NewPCG(seed, 12))
		core := draw(r, Corpus())
		m := Draw(core, r).Share(float64(share) / 255)
		tr := Observe(dynamic.Draw(core, core.Pairs()[0], r,
			dynamic.Limits{Steps: 1 + int(steps%300), Rounds: 3}), m)
		checkTruth(t, tr)
		for _, v := range Variants() {
			if n, _ := countFalse(v.Run(tr), Truth.Run(tr)); v.Sound && n > 0 {
				t.Errorf("%s has %d false reports", v.Name, n)
			}
		}
		c := tr.Complete()
		checkSame(t, tr, c)
		checkCompletion(t, tr, c)
	})
}

// countFalse counts the false reports, and all.
func countFalse(r, truth *Result) (wrong, all int) {
	for race := range r.Races() {
		all++
		if truth.Before(race.First, race.Second) {
			wrong++
		}
	}
	return wrong, all
}

// checkAbove expects v to order all accesses that w orders.
func checkAbove(t *testing.T, tr *Trace, v, w Variant, results map[string]*Result) {
	t.Helper()
	strong, weak := results[v.Name], results[w.Name]
	for race := range strong.Races() {
		if weak.Before(race.First, race.Second) {
			t.Fatalf("%s orders %v, and %s does not\n%v\n%s", w.Name, race, v.Name,
				tr.Execution.Events, tr.Execution.Core.Source.Text)
		}
	}
}

// TestEdgesAreThoseOfTheDefinition: adding edges between all elements and closing them transitively
// gives the same orders.
func TestEdgesAreThoseOfTheDefinition(t *testing.T) {
	ordered, traces := map[string]int{}, 0
	corpus(t, 1200, func(tr *Trace) {
		if len(tr.Events) > 40 {
			return
		}
		traces++
		checkTruth(t, tr)
		for name, r := range map[string]rules{
			"naive": {}, "published": {touch: reachCommon, finishedOnly: true},
			"first":    {touch: firstOnly, finishedOnly: true},
			"lock":     {touch: reachOrLock, finishedOnly: true},
			"repaired": {touch: reachOrLock, lock: mayLock},
			"all":      {touch: anyPair, lock: anyLock},
		} {
			want := relation(tr, r)
			got := tr.order(r.edges(tr))
			for i := range want {
				for j := range want {
					if got.Before(i, j) != want[i][j] {
						t.Fatalf("%s: Before(%d, %d) = %t, want %t\n%v\n%+v", name, i, j,
							!want[i][j], want[i][j], tr.Events, tr.Items)
					}
					if want[i][j] && tr.Events[i].Thread != tr.Events[j].Thread {
						ordered[name]++
					}
				}
			}
		}
	})
	t.Logf("%d traces, pairs ordered across threads: %v", traces, ordered)
	if traces < 1500 || ordered["naive"] < 30_000 || ordered["all"] < ordered["repaired"]+2_000 {
		t.Error("too few of the executions are interesting")
	}
}

// checkTruth expects Truth to order elements as the complete execution orders their events.
func checkTruth(t *testing.T, tr *Trace) {
	t.Helper()
	got, want := Truth.Run(tr), hb.Of(tr.Execution.Events)
	for i, it := range tr.Items {
		for j, jt := range tr.Items {
			if it.At >= 0 && jt.At >= 0 && got.Before(i, j) != want.Before(it.At, jt.At) {
				t.Fatalf("Before(%d, %d) is %v\n%v\n%v", i, j, got.Before(i, j), tr.Events,
					tr.Execution.Events)
			}
		}
	}
}

// relation returns the order of the rules by definition.
func relation(tr *Trace, rules rules) [][]bool {
	n := len(tr.Events)
	r := make([][]bool, n)
	touching := func(int, int) (Cause, bool) { return Cause{}, false }
	if rules.touch != nil {
		touching = rules.touch(tr)
	}
	for i := range r {
		r[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			r[i][j] = tr.Events[i].Thread == tr.Events[j].Thread ||
				direct(tr, rules, touching, i, j)
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	return r
}

// direct reports whether there is an edge from i to j, of different threads.
func direct(tr *Trace, rules rules, touching func(p, q int) (Cause, bool), i, j int) bool {
	releases := tr.Items[i].Mark == recorded && tr.Events[i].Kind == dynamic.Release &&
		level(tr, i) == 0
	acquires := tr.Items[j].Mark == recorded && tr.Events[j].Kind == dynamic.Acquire &&
		level(tr, j) == 1
	may := func(p, k int) bool {
		return rules.lock != nil && rules.lock(&tr.Pairs[p])>>tr.Events[k].Slot&1 != 0
	}
	if releases && acquires && tr.Events[i].Slot == tr.Events[j].Slot {
		return true // there is an edge to the next lock(), and so an order to all later ones
	}
	for p := range tr.Pairs {
		if !rules.holds(tr, p, i) {
			continue
		}
		if acquires && may(p, j) {
			return true
		}
		for q := range tr.Pairs {
			if rules.holds(tr, q, j) {
				if _, ok := touching(p, q); ok {
					return true
				}
			}
		}
	}
	for q := range tr.Pairs {
		if rules.holds(tr, q, j) && releases && may(q, i) {
			return true
		}
	}
	return false
}

// holds reports whether element i belongs to a pair that counts.
func (r rules) holds(tr *Trace, p, i int) bool {
	b := &tr.Pairs[p]
	return b.Thread == tr.Events[i].Thread && b.Begin <= i && i <= b.End &&
		!(r.finishedOnly && tr.InProgress(b))
}

// level returns the recorded depth of an element's lock in its thread, after it.
func level(tr *Trace, i int) int {
	n := 0
	for k, e := range tr.Events[:i+1] {
		if e.Thread != tr.Events[i].Thread || e.Slot != tr.Events[i].Slot ||
			tr.Items[k].Mark != recorded {
			continue
		}
		switch e.Kind {
		case dynamic.Acquire:
			n++
		case dynamic.Release:
			n--
		}
	}
	return n
}

// TestMaximalIsTheCompletion: for each trace, some bodies of the missing methods give the same
// trace with exactly the order of Maximal. This is the second theorem of the package comment.
func TestMaximalIsTheCompletion(t *testing.T) {
	var traces, added, across, unsettled int
	corpus(t, 2_000, func(tr *Trace) {
		if len(tr.Pairs) == 0 {
			return
		}
		traces++
		c := tr.Complete()
		checkSame(t, tr, c)
		added += len(c.Execution.Events) - len(tr.Execution.Events)
		m, n := checkCompletion(t, tr, c)
		across, unsettled = across+m, unsettled+n
	})
	t.Logf("%d traces with missing calls; completions have %d more steps; "+
		"%d ordered pairs, %d of them ordered only in the completion", traces, added, across,
		unsettled)
	if traces < 2_000 || across < 100_000 || unsettled < 5_000 {
		t.Error("too few of the executions are interesting")
	}
}

// checkCompletion expects a completion to order what Maximal orders. It counts the ordered pairs of
// elements of different threads, and those that the execution itself leaves unordered.
func checkCompletion(t *testing.T, tr *Trace, c *Completion) (across, unsettled int) {
	t.Helper()
	order, truth, want := hb.Of(c.Execution.Events), hb.Of(tr.Execution.Events), Maximal.Run(tr)
	for i, it := range tr.Items {
		for j, jt := range tr.Items {
			if it.At < 0 || jt.At < 0 {
				continue
			}
			if got := order.Before(c.At[i], c.At[j]); got != want.Before(i, j) {
				t.Fatalf("the completion orders elements %d and %d: %t, want %t\n%v\n%v", i, j, got,
					!got, tr.Events, c.Execution.Events)
			}
			if want.Before(i, j) && tr.Events[i].Thread != tr.Events[j].Thread {
				across++
				if !truth.Before(it.At, jt.At) {
					unsettled++
				}
			}
		}
	}
	return across, unsettled
}

// checkSame expects a completion to have the same trace.
func checkSame(t *testing.T, tr *Trace, c *Completion) {
	t.Helper()
	again := Observe(c.Execution, tr.Missing)
	if len(again.Items) != len(tr.Items) || len(again.Pairs) != len(tr.Pairs) {
		t.Fatalf("%d elements and %d pairs, want %d and %d", len(again.Items), len(again.Pairs),
			len(tr.Items), len(tr.Pairs))
	}
	for k, e := range again.Events {
		d := tr.Events[k]
		if again.Items[k].Mark != tr.Items[k].Mark || again.Items[k].Pair != tr.Items[k].Pair ||
			again.Items[k].At != c.At[k] ||
			e.Thread != d.Thread || e.Kind != d.Kind || e.Slot != d.Slot || e.At != d.At ||
			e.Cell != d.Cell {
			t.Fatalf("element %d is %v, want %v", k, e, d)
		}
	}
	for k := range again.Pairs {
		p, q := again.Pairs[k], tr.Pairs[k]
		if p.Begin != q.Begin || p.End != q.End || p.MayLock != q.MayLock ||
			p.Reach.Common(q.Reach) != q.Reach.Common(q.Reach) ||
			len(p.Reach.Locs()) != len(q.Reach.Locs()) {
			t.Fatalf("pair %d is %v, want %v", k, p, q)
		}
	}
}
