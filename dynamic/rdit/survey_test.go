package rdit

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestSurvey: of the program that Published is wrong about.
func TestSurvey(t *testing.T) {
	core := iltest.Core(t, withRecorded)
	p := core.Pairs()[0]
	s := Survey(core, p, named(t, core, "m"), DefaultSurvey())
	if s.Runs != 100 || s.Cut != 0 || len(s.Findings) != 1 || len(s.Findings[0].Verdicts) != len(s.Variants) {
		t.Fatalf("%+v", s)
	}
	reports := map[string]bool{Naive.Name: true, Published.Name: true, First.Name: true, LockInReach.Name: true}
	for i, v := range s.Variants {
		verdict := s.Findings[0].Verdicts[i]
		if verdict.Reported() != reports[v.Name] || verdict.False != verdict.Runs || verdict.Reported() && verdict.Runs < 20 {
			t.Errorf("%s: %d reports, %d false", v.Name, verdict.Runs, verdict.False)
		}
		e := verdict.Example
		if (e.Edge == nil) != verdict.Reported() || e.Truth == nil {
			t.Errorf("%s: example %+v", v.Name, e)
		}
		if verdict.Reported() && e.Explain() != "nothing orders them" || e.explainTruth() == "nothing orders them" {
			t.Errorf("%s: %s; in truth %s", v.Name, e.Explain(), e.explainTruth())
		}
	}
}

// TestSurveysAgreeWithTheirExecutions: findings are those of the executions drawn
// again, examples the first ones, and what orders them is an edge of them.
func TestSurveysAgreeWithTheirExecutions(t *testing.T) {
	o := SurveyOptions{Runs: 12, Seed: 5, Limits: dynamic.Limits{Steps: 300, Rounds: 2}}
	findings, silent, wrong := 0, 0, 0
	seed := uint64(0)
	iltest.Random(t, 150, Corpus(), func(core *il.Core) {
		seed++
		m := Draw(core, rand.New(rand.NewPCG(seed, 2))).Share(0.5)
		p := core.Pairs()[0]
		s := Survey(core, p, m, o)
		if again := Survey(core, p, m, o); len(again.Findings) != len(s.Findings) {
			t.Fatal("two studies of one seed")
		}
		if !slices.IsSortedFunc(s.Findings, func(a, b Finding) int { return a.Sites.Compare(b.Sites) }) {
			t.Fatal("findings are not sorted")
		}
		counts := recount(core, p, m, o)
		for _, f := range s.Findings {
			findings++
			for i, v := range s.Variants {
				verdict := f.Verdicts[i]
				if got, want := [2]int{verdict.Runs, verdict.False}, counts[key{v.Name, f.Sites}]; got != want {
					t.Fatalf("%s: %v, want %v", v.Name, got, want)
				}
				delete(counts, key{v.Name, f.Sites})
				example(t, core, s, f, i, o)
				wrong += verdict.False
				if !verdict.Reported() {
					silent++
				}
			}
		}
		if len(counts) > 0 {
			t.Fatalf("not in the study: %v", counts)
		}
	})
	t.Logf("%d findings, %d verdicts of silence, %d false reports", findings, silent, wrong)
	if findings < 300 || silent < 50 || wrong < 50 {
		t.Error("too little was seen")
	}
}

type key struct {
	variant string
	sites   il.Sites
}

// recount is how many runs report a pair of sites, and how many falsely.
func recount(core *il.Core, p il.Pair, m Missing, o SurveyOptions) map[key][2]int {
	counts := map[key][2]int{}
	for run := range o.Runs {
		tr := Observe(o.Replay(core, p, run), m)
		truth := sitesOf(Truth.Run(tr))
		for _, v := range Variants() {
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

// example holds the example of a verdict against the execution of its run.
func example(t *testing.T, core *il.Core, s *Study, f Finding, i int, o SurveyOptions) {
	t.Helper()
	e := f.Verdicts[i].Example
	x := o.Replay(core, s.Pair, e.Run)
	if !reflect.DeepEqual(x.Events, e.Trace.Execution.Events) {
		t.Fatal("another execution")
	}
	a, b := x.Events[e.Events[0]], x.Events[e.Events[1]]
	if !a.Conflicts(b) || e.Events[0] >= e.Events[1] || dynamic.Sites(s.Pair, a, b) != f.Sites {
		t.Fatalf("%s and %s are no accesses of %v", a, b, f.Sites)
	}
	if (e.Edge == nil) != f.Verdicts[i].Reported() || (e.Truth == nil) != !hb.Of(x.Events).Before(e.Events[0], e.Events[1]) {
		t.Fatalf("%s: edges %v and %v", s.Variants[i].Name, e.Edge, e.Truth)
	}
	if e.Edge != nil && (e.Trace.Items[e.Edge.From].At < e.Events[0] || e.Trace.at(e.Trace.Items[e.Edge.To]) > e.Events[1]) {
		t.Fatalf("%s: edge %+v lies elsewhere", s.Variants[i].Name, e.Edge)
	}
}

// explainTruth says the same of the complete execution.
func (e Example) explainTruth() string { return e.explain(e.Truth) }
