package racemob

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness/check"
)

// reach returns happens-before on the events of an execution, closed step by step from its
// definition: program order, and an edge from each release of a lock to the next time it is taken.
func reach(events []dynamic.Event) [][]bool {
	before := make([][]bool, len(events))
	free := map[int]int{} // 1 + the last release, by lock
	last := [2]int{-1, -1}
	for j, e := range events {
		before[j] = make([]bool, len(events))
		edge := func(i int) {
			if i < 0 {
				return
			}
			before[i][j] = true
			for k := range i {
				before[k][j] = before[k][j] || before[k][i]
			}
		}
		edge(last[e.Thread])
		if e.Kind == dynamic.Acquire {
			edge(free[e.Slot] - 1)
		}
		if e.Frees() {
			free[e.Slot] = j + 1
		}
		last[e.Thread] = j
	}
	return before
}

// judged returns what an execution shows of a candidate, event by event.
func judged(c Candidate, x *dynamic.Execution) (unordered, ordered bool, executed [2]bool) {
	before := reach(x.Events)
	for j, f := range x.Events {
		for i, e := range x.Events[:j] {
			if !e.Conflicts(f) || dynamic.Sites(c.Pair, e, f) != c.Sites {
				continue
			}
			p, ok := c.side(e.Thread, e.Site())
			if q, okQ := c.side(f.Thread, f.Site()); !ok || !okQ || p == q {
				panic("the sides of a candidate are wrong")
			}
			executed[p] = true
			if before[i][j] {
				ordered = true
			} else {
				unordered = true
			}
		}
	}
	return unordered, ordered, executed
}

// counts has the numbers of what the property test has seen.
type counts struct {
	programs, runs, unordered, ordered, met, together, only, timeouts, steered, cut int
}

// TestRuns compares runs of random programs, half of which name locks, with their executions
// (properties 1 and 2). A run depends only on its task.
func TestRuns(t *testing.T) {
	const runs = 4
	programs := quick.Cases(5000)
	var n counts
	r := rand.New(rand.NewPCG(1, 2))
	iltest.Random(t, programs, gen.Tiny(), func(core *il.Core) {
		n.programs++
		if n.programs%2 == 0 {
			core = iltest.Core(t, gen.NameLocks(r, core.Program, "", "m", "n").Source.Text)
		}
		all := everything(core)
		if len(all) == 0 {
			return
		}
		p := DefaultPolicy()
		p.Limits.Steps, p.Plain = 30, false
		j, err := NewJob(core, all, p)
		if err != nil {
			t.Fatal(err)
		}
		checker := check.New(core)
		for range runs {
			task := Task{Candidate: r.IntN(len(all)), Assignment: r.IntN(100), Attempt: r.IntN(4)}
			n.check(t, core, checker, j, j.Run(task))
		}
	})
	t.Logf("%+v", n)
	for name, floor := range map[string][2]int{
		"programs": {n.programs, 5000}, "unordered": {n.unordered, 5000},
		"ordered": {n.ordered, 500}, "met": {n.met, 3000},
		"brought together": {n.together, 500}, "unordered only": {n.only, 50},
		"timeouts": {n.timeouts, 1000}, "steered": {n.steered, 3000}, "cut": {n.cut, 1},
	} {
		if floor[0] < quick.Cases(floor[1]) {
			t.Errorf("%s: %d, want at least %d", name, floor[0], floor[1])
		}
	}
}

// check compares a run with its execution, and counts what it shows.
func (n *counts) check(t *testing.T, core *il.Core, checker *check.Checker, j *Job, run *Run) {
	t.Helper()
	n.runs++
	n.timeouts += count(run.TimedOut)
	n.steered += count(run.Steered)
	n.cut += count(run.Cut)
	for c, candidate := range j.Candidates {
		if candidate.Pair != run.Execution.Pair {
			continue
		}
		s := run.Observation(c)
		unordered, ordered, executed := judged(candidate, run.Execution)
		// A run with unordered accesses is a race, whatever others it has ordered.
		if s.Unordered != unordered || !unordered && s.Ordered != ordered ||
			s.Executed != executed {
			t.Fatalf("%s\n%v %+v: a run shows %+v; unordered %v, ordered %v, orders %v",
				core.Source.Text, candidate.Sites, run.Task, s, unordered, ordered, executed)
		}
		n.unordered += count(unordered)
		n.ordered += count(ordered)
		n.met += count(s.CoEnabled)
		w := run.Witness(c)
		switch {
		case w == nil && s.CoEnabled:
			t.Fatalf("%s\n%+v: no witness of candidate %d", core.Source.Text, run.Task, c)
		case w == nil:
			n.only += count(unordered)
		default:
			n.together += count(!s.CoEnabled)
			if err := checker.Check(w); err != nil {
				t.Fatalf("%s\n%+v: candidate %d: %v", core.Source.Text, run.Task, c, err)
			}
			if at := core.Source.At; w.Race.A.At != at(candidate.Sites[0].At) &&
				w.Race.A.At != at(candidate.Sites[1].At) {
				t.Fatalf("%s\nthe witness of candidate %d is one of %s", core.Source.Text, c,
					w.Race.A.At)
			}
		}
		if a, ok := run.Accesses[c]; ok != unordered ||
			ok && !run.Execution.Events[a[0]].Conflicts(run.Execution.Events[a[1]]) {
			t.Fatalf("%s\ncandidate %d: the accesses are %v", core.Source.Text, c, a)
		}
	}
	if again := j.Run(run.Task); !reflect.DeepEqual(again.Result, run.Result) {
		t.Fatalf("%s\n%+v gives %+v and then %+v", core.Source.Text, run.Task, run.Result,
			again.Result)
	}
}

// TestPlain: without steering, happens-before finds what package hb finds, if this package's own
// detector agrees with it on the execution.
func TestPlain(t *testing.T) {
	found := 0
	iltest.Random(t, quick.Cases(300), gen.Default(), func(core *il.Core) {
		j := job(t, core, func(p *Policy) { p.Timeouts = nil })
		for c := range j.Candidates {
			r := j.runner(Task{Candidate: c})
			r.run()
			var mine []int
			for _, s := range r.watch.observations() {
				if s.Unordered {
					mine = append(mine, s.Candidate)
				}
			}
			var theirs []int
			for _, x := range hb.Reports(r.x) {
				theirs = append(theirs, j.index[Candidate{r.x.Pair, x.Sites}])
			}
			if got := j.plain(Task{Candidate: c}); !slices.Equal(mine, got) ||
				!slices.Equal(theirs, got) {
				t.Fatalf("%s\nplain lists the candidates %v, the run shows %v, package hb %v",
					core.Source.Text, got, mine, theirs)
			}
			found += len(mine)
		}
	})
	if found < quick.Cases(1000) {
		t.Errorf("%d races, want at least %d", found, quick.Cases(1000))
	}
}
