package cli

import (
	"cmp"
	"fmt"

	"wobbly/dynamic/hb"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/slice"
)

// The kinds of cases, as indices.
const (
	falseReport = iota
	missedRace
)

// rditCases are executions in which variants are wrong about pairs of sites.
type rditCases struct {
	isShown func(rdit.Variant) bool
	at      map[il.Sites][2]*rditCase // a falseReport and a missedRace; nil where there is none
	defects []string                  // false reports of variants that are proved to have none
	unseen  int                       // pairs of sites, in each run, that race, but by no recorded accesses
}

// rditCase is a pair of accesses in a run about which variants are wrong.
type rditCase struct {
	run     int
	trace   *rdit.Trace
	results []*rdit.Result // of rdit.Variants()
	race    hb.Race        // elements of the trace
	wrong   int            // how many of the shown variants are
}

// findCases watches the runs of a survey. Of each kind and pair of sites it
// keeps a run in which most of the shown variants are wrong, of these one that
// comes to the accesses in the fewest steps, then one from the fewest objects,
// and of these the first.
func findCases(core *il.Core, p il.Pair, m rdit.Missing, o rdit.SurveyOptions, isShown func(rdit.Variant) bool) *rditCases {
	f := &rditCases{isShown: isShown, at: map[il.Sites][2]*rditCase{}}
	for run := range o.Runs {
		f.watch(run, rdit.Observe(o.Replay(core, p, run), m))
	}
	return f
}

// watch looks at a run.
func (f *rditCases) watch(run int, t *rdit.Trace) {
	truth := rdit.Truth.Run(t)
	f.unseen += len(hb.Reports(t.Execution)) - len(truth.Reports())
	results := make([]*rdit.Result, len(rdit.Variants()))
	for i, v := range rdit.Variants() {
		if results[i] = v.Run(t); v.Sound {
			f.hold(run, v, results[i], truth)
		}
	}
	for i, v := range rdit.Variants() {
		if f.isShown(v) {
			f.differ(results[i], truth, falseReport, rditCase{run: run, trace: t, results: results})
			f.differ(truth, results[i], missedRace, rditCase{run: run, trace: t, results: results})
		}
	}
}

// differ offers what one says and the other does not, of all pairs of sites.
func (f *rditCases) differ(says, not *rdit.Result, kind int, c rditCase) {
	other := slice.SetBy(not.Reports(), func(r hb.Report) il.Sites { return r.Sites })
	for _, r := range says.Reports() {
		if !other[r.Sites] {
			c.race = r.Race
			f.offer(r.Sites, kind, c)
		}
	}
}

// hold holds the reports of a variant that is proved to have no false ones
// against the truth.
func (f *rditCases) hold(run int, v rdit.Variant, r, truth *rdit.Result) {
	for race := range r.Races() {
		if truth.Before(race.First, race.Second) {
			f.defects = append(f.defects, fmt.Sprintf("%s has a false report in run %d of %s || %s",
				v.Name, run+1, r.Trace.Execution.Pair.Left.Name, r.Trace.Execution.Pair.Right.Name))
			return
		}
	}
}

// offer keeps a case if it is better than those before.
func (f *rditCases) offer(s il.Sites, kind int, c rditCase) {
	for i, v := range rdit.Variants() {
		if f.isShown(v) && c.results[i].Unordered(c.race.First, c.race.Second) == (kind == falseReport) {
			c.wrong++
		}
	}
	if at := f.at[s]; at[kind] == nil || c.better(at[kind]) {
		at[kind] = &c
		f.at[s] = at
	}
}

func (c *rditCase) better(than *rditCase) bool {
	return cmp.Or(
		cmp.Compare(c.wrong, than.wrong),
		cmp.Compare(than.steps()[1], c.steps()[1]),
		cmp.Compare(len(than.trace.Execution.Init.Objects), len(c.trace.Execution.Init.Objects)),
	) > 0
}

// steps are the steps of the execution that make the accesses, from 1.
func (c *rditCase) steps() [2]int {
	return [2]int{c.trace.Items[c.race.First].At + 1, c.trace.Items[c.race.Second].At + 1}
}

// why is what orders the accesses, as each of rdit.Variants() sees them; empty where
// it reports them.
func (c *rditCase) why() []string {
	return slice.Map(c.results, func(r *rdit.Result) string {
		edge := r.Why(c.race.First, c.race.Second)
		if edge == nil {
			return ""
		}
		return c.trace.Explain(*edge)
	})
}
