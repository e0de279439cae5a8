package positives

import (
	"context"
	"fmt"
	"strings"

	"wobbly/abstract/bounded"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
)

const citeBounded = "Theorem 2k (docs/theory.md)"

// boundedSteps maps each clause that package bounded needs to the proof step that fails without it.
var boundedSteps = map[bounded.Clause]string{
	bounded.ClauseWaits: "Proof of (a), Figure 6: both threads hold the lock.",
	bounded.ClauseLeaves: "Proof of (a): the second thread reads what was there before " +
		"the first one ran.",
	bounded.ClauseOneWrites: "Definition 3.6: one of the two accesses must write.",
}

// boundedForm is the context-bounded analysis, whole or without a clause.
type boundedForm struct {
	name    string
	without bounded.Clause
}

var wholeBounded = boundedForm{name: "bounded"}

func boundedForms() []boundedForm {
	all := []boundedForm{wholeBounded}
	for _, c := range bounded.Clauses {
		if boundedSteps[c.Clause] != "" {
			all = append(all, boundedForm{c.Name, c.Clause})
		}
	}
	return all
}

func theorem2k() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "theorem2k", Title: "True positives within few context switches",
		Cite: citeBounded,
		Words: "For every report of the context-bounded analysis, some execution with at " +
			"most K context switches leads from a state with two threads apart, with or without " +
			"a loop, to a race at the reported sites. The independent checker accepts it, " +
			"and the semantics can execute it. K is drawn from 0 to 3. The analysis is also " +
			"checked without each of its clauses.",
		Symbols: "(c1, c2) reported by bounded for K ⟹ ∃τ with at most K switches, check(τ) " +
			"and replay(τ), with c1 and c2 next",
		Hypotheses: boundedHypotheses(),
		Floor:      usualFloor,
		Instances:  eachBounded,
	}
}

// boundedHypotheses returns, for each clause, the hypothesis that the form of a report includes it.
func boundedHypotheses() (all []engine.Hypothesis) {
	for _, c := range bounded.Clauses {
		if boundedSteps[c.Clause] == "" {
			continue
		}
		kept := func(x *boundedReport) bool { return x.form.without != c.Clause }
		text := strings.ToUpper(c.Text[:1]) + c.Text[1:] + "."
		all = append(all, engine.On(c.Name, text, kept).Of(c.Name).Because(boundedSteps[c.Clause]))
	}
	return all
}

type boundedReport struct {
	sitesOfCase
	form     boundedForm
	switches int
	report   bounded.Report
}

func eachBounded(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.RandFor("context switches")
	k := r.IntN(bounded.MaxSwitches + 1)
	var bound error
	for _, form := range engine.Forms(c, r, boundedForms(),
		func(f boundedForm) string { return f.name }) {
		b, err := boundedOf(c, form, k)
		if err != nil {
			return err
		}
		visited := 0
		for _, p := range c.Core.Pairs() {
			for _, x := range b.reports[p] {
				if visited == truth.MaxReports {
					bound = errMoreReports
					break
				}
				visited++
				if !visit(&boundedReport{sitesOfCase{c, p, x.Sites}, form, k, x}) {
					return bound
				}
			}
			if b.cuts[p] != nil {
				bound = b.cuts[p]
			}
		}
	}
	return bound
}

func (x *boundedReport) Conclusion() error {
	e, err := x.report.Execution()
	if err != nil {
		return engine.BoundError{Limit: err.Error()}
	}
	if n := e.Sides[0].Step + e.Sides[1].Step; n > maxCommands {
		return engine.BoundError{Limit: fmt.Sprintf("an execution of %d steps", n)}
	}
	if len(e.Turns) > x.switches+1 {
		return fmt.Errorf("the execution has %d context switches, more than %d", len(e.Turns)-1,
			x.switches)
	}
	w, err := truth.Of(x.c).Builder.Bounded(e, maxCommands)
	if err != nil {
		return err
	}
	return truth.Certified(x.c, w)
}

func (x *boundedReport) String() string {
	text := fmt.Sprintf("%s, K = %d", x.sitesOfCase.String(), x.switches)
	if x.form != wholeBounded {
		text += "; by package bounded without " + x.form.name
	}
	return text
}

type boundedResult struct {
	reports map[il.Pair][]bounded.Report
	sites   map[il.Pair]map[il.Sites]bool // the sites of reports
	cuts    map[il.Pair]error             // a BoundError for each pair that a limit has cut
	err     error                         // a BoundError if there is no result
}

// boundedOf returns the result of a form of package bounded for a number of context switches. One
// analysis serves all numbers unless it comes near a limit: then the result might depend on the
// earlier numbers, and each gets an analysis of its own.
func boundedOf(c *engine.Case, form boundedForm, switches int) (*boundedResult, error) {
	type key struct {
		form     boundedForm
		switches int
	}
	b := engine.Once(c, key{form, switches}, func() *boundedResult {
		shared := engine.Once(c, form, func() *boundedAnalysis { return form.analyze(c) })
		if b := shared.within(c, switches); b != nil {
			return b
		}
		return form.analyze(c).within(c, switches)
	})
	return b, b.err
}

// boundedAnalysis is an analysis that serves several numbers of context switches.
type boundedAnalysis struct {
	result *bounded.Result
	err    error
	used   bool // whether it has served a number
	scarce bool // whether it came near a limit, so that further results depend on earlier ones
}

func (f boundedForm) analyze(c *engine.Case) *boundedAnalysis {
	r, err := bounded.Analyze(c.Core,
		bounded.Options{Without: f.without, MaxStates: maxBoundedStates, MaxPairs: maxBoundedPairs})
	return &boundedAnalysis{result: r, err: err}
}

// within returns the result for a number of switches, or nil if it may depend on earlier uses.
func (a *boundedAnalysis) within(c *engine.Case, switches int) *boundedResult {
	if a.scarce {
		return nil
	}
	b := &boundedResult{
		reports: map[il.Pair][]bounded.Report{}, sites: map[il.Pair]map[il.Sites]bool{},
		cuts: map[il.Pair]error{},
	}
	if a.err != nil {
		b.err = engine.BoundError{Limit: fmt.Sprintf("package bounded: %v", a.err)}
		return b
	}
	for _, p := range c.Core.Pairs() {
		list, cuts, ample := a.result.Within(context.Background(), p, switches)
		a.scarce = a.scarce || !ample
		b.reports[p] = list
		b.sites[p] = slice.SetBy(list, func(x bounded.Report) il.Sites { return x.Sites })
		if len(cuts) > 0 {
			b.cuts[p] = engine.BoundError{Limit: "package bounded: " + strings.Join(cuts, ", ")}
		}
	}
	if a.scarce && a.used {
		return nil
	}
	a.used = true
	return b
}

// The limits of package bounded here.
const (
	maxBoundedStates = 20_000
	maxBoundedPairs  = 1 << 17
)

// inclusionStep is a form of the statement bounded-more: reports for K are also reported for K +
// by.
type inclusionStep struct {
	name string
	by   int
}

var inclusionSteps = []inclusionStep{{"as stated", 1}, {"more", -1}}

// fewerSwitches returns the statement that reports for few context switches are reported for more.
func fewerSwitches() *engine.Statement {
	return &engine.Statement{
		Name: "bounded-more", Title: "More context switches show more", Cite: citeBounded,
		Words: "The sites of every report of the context-bounded analysis for K are reported " +
			"for K + 1, and those of flow-sensitive RacerDX+ for K = 1: the execution in the " +
			"proof of Theorem 2f has one switch.",
		Symbols: "bounded(0) ⊆ bounded(1) ⊆ bounded(2) ⊆ bounded(3), flow ⊆ " +
			"bounded(1), as pairs of sites",
		Hypotheses: []engine.Hypothesis{
			engine.On("more",
				"The second analysis has no fewer context switches: K + 1, and 1.",
				func(x alsoBounded) bool { return x.by > 0 }).
				Of("more").
				Because("The statement itself: some programs need each number " +
					"of context switches.").
				Shown(twoSwitches),
		},
		Floor:     usualFloor,
		Instances: eachInclusionStep,
	}
}

// eachInclusionStep visits each report with each number of switches that should report it too.
func eachInclusionStep(c *engine.Case, visit func(engine.Instance) bool) error {
	f, err := flowOf(c, wholeFlow)
	if err != nil {
		return err
	}
	for _, step := range engine.Forms(c, c.RandFor("inclusion"), inclusionSteps,
		func(s inclusionStep) string { return s.name }) {
		for _, p := range c.Core.Pairs() {
			for _, r := range f.reportsOf(p) {
				if !visit(alsoBounded{
					sitesOfCase{c, p, p.Sites(r.Left.Site, r.Right.Site)}, max(0, step.by), step.by,
				}) {
					return nil
				}
			}
			for k := range bounded.MaxSwitches + 1 {
				also := k + step.by
				if also < 0 || also > bounded.MaxSwitches {
					continue
				}
				b, err := boundedOf(c, wholeBounded, k)
				if err != nil {
					return err
				}
				for _, r := range b.reports[p] {
					if !visit(alsoBounded{sitesOfCase{c, p, r.Sites}, also, step.by}) {
						return nil
					}
				}
			}
		}
	}
	return nil
}

type alsoBounded struct {
	sitesOfCase
	switches, by int
}

func (x alsoBounded) Conclusion() error { return x.withinBounded(wholeBounded, x.switches) }

func (x alsoBounded) String() string {
	return fmt.Sprintf("%s, K = %d", notation.Sites(x.c.Core, x.units, x.sites), x.switches)
}
