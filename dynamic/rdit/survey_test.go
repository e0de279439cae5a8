package rdit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestSurvey surveys the program on which Published is wrong.
func TestSurvey(t *testing.T) {
	core := iltest.Core(t, withRecorded)
	p := core.Pairs()[0]
	s := Survey(core, p, named(t, core, "m"), DefaultSurvey())
	if s.Runs != 100 || s.Cut != 0 || len(s.Findings) != 1 {
		t.Fatalf("%d runs, %d cut, %d findings, want 100, 0, 1", s.Runs, s.Cut, len(s.Findings))
	}
	if got := len(s.Findings[0].Verdicts); got != len(s.Variants) {
		t.Fatalf("%d verdicts, want one for each of %d variants", got, len(s.Variants))
	}
	reports := map[string]bool{
		Naive.Name: true, Published.Name: true, First.Name: true, LockInReach.Name: true,
	}
	for i, v := range s.Variants {
		verdict := s.Findings[0].Verdicts[i]
		if verdict.Reported() != reports[v.Name] || verdict.False != verdict.Runs ||
			verdict.Reported() && verdict.Runs < 20 {
			t.Errorf("%s: %d reports, %d false; want some: %t, all false", v.Name, verdict.Runs,
				verdict.False, reports[v.Name])
		}
	}
}

// TestSurveysAgreeWithTheirExecutions: replaying the executions gives the findings, and the edge
// that orders the accesses of a reported race is an edge of its execution.
func TestSurveysAgreeWithTheirExecutions(t *testing.T) {
	o := SurveyOptions{Runs: 12, Seed: 5, Limits: dynamic.Limits{Steps: 300, Rounds: 2}}
	var findings, silent, wrong int
	seed := uint64(0)
	iltest.Random(t, 150, Corpus(), func(core *il.Core) {
		seed++
		if len(core.Pairs()) == 0 {
			return
		}
		m := Draw(core, rand.New(rand.NewPCG(seed, 2))).Share(0.5)
		p := core.Pairs()[0]
		s := Survey(core, p, m, o)
		if again := Survey(core, p, m, o); len(again.Findings) != len(s.Findings) {
			t.Fatalf("%d findings, and with the same seed %d", len(s.Findings), len(again.Findings))
		}
		if !slices.IsSortedFunc(s.Findings,
			func(a, b Finding) int { return a.Sites.Compare(b.Sites) }) {
			t.Fatal("findings are not sorted")
		}
		counts := recount(t, core, p, m, o)
		for _, f := range s.Findings {
			findings++
			for i, v := range s.Variants {
				verdict := f.Verdicts[i]
				got, want := [2]int{verdict.Runs, verdict.False}, counts[key{v.Name, f.Sites}]
				if got != want {
					t.Fatalf("%s: runs and false ones are %v, want %v", v.Name, got, want)
				}
				delete(counts, key{v.Name, f.Sites})
				wrong += verdict.False
				if !verdict.Reported() {
					silent++
				}
			}
		}
		if len(counts) > 0 {
			t.Fatalf("the study lacks %v", counts)
		}
	})
	t.Logf("%d findings, %d verdicts of silence, %d false reports", findings, silent, wrong)
	if findings < 300 || silent < 50 || wrong < 50 {
		t.Error("too few findings, verdicts or false reports")
	}
}

// key identifies a verdict.
type key struct {
	variant string
	sites   il.Sites
}

// recount returns the number of runs that report a pair of sites, and of those that report it
// falsely.
func recount(t *testing.T, core *il.Core, p il.Pair, m Missing, o SurveyOptions) map[key][2]int {
	t.Helper()
	counts := map[key][2]int{}
	for run := range o.Runs {
		tr := Observe(o.Replay(core, p, run), m)
		truth := sitesOf(Truth.Run(tr))
		for _, v := range Variants() {
			checkEdges(t, tr, v)
			for _, s := range sitesOf(v.Run(tr)) {
				c := counts[key{v.Name, s}]
				c[0]++
				if !slices.Contains(truth, s) {
					c[1]++
				}
				counts[key{v.Name, s}] = c
			}
		}
	}
	return counts
}

// checkEdges compares a variant with the execution on the reports of all variants: it reports those
// that nothing orders, and the edge that orders another one is between its accesses.
func checkEdges(t *testing.T, tr *Trace, v Variant) {
	t.Helper()
	x, result := tr.Execution, v.Run(tr)
	for _, other := range Variants() {
		for _, r := range other.Run(tr).Reports() {
			i, j := r.Race.First, r.Race.Second
			edge, events := result.Why(i, j), [2]int{tr.Items[i].At, tr.Items[j].At}
			a, b := x.Events[events[0]], x.Events[events[1]]
			if !a.Conflicts(b) || events[0] >= events[1] || dynamic.Sites(x.Pair, a, b) != r.Sites {
				t.Fatalf("%s and %s are not conflicting accesses at %v", a, b, r.Sites)
			}
			truth := Truth.Run(tr).Why(i, j)
			if (edge == nil) != result.Unordered(i, j) ||
				(truth == nil) != !hb.Of(x.Events).Before(events[0], events[1]) {
				t.Fatalf("%s: edges %v and %v", v.Name, edge, truth)
			}
			if edge != nil &&
				(tr.Items[edge.From].At < events[0] || tr.at(tr.Items[edge.To]) > events[1]) {
				t.Fatalf("%s: edge %+v is not between the events %v", v.Name, edge, events)
			}
		}
	}
}
