package research

import (
	"cmp"
	"fmt"
	"slices"

	"wobbly/dynamic/hb"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics/execution"
	"wobbly/session"
)

// The kinds of mistakes, as indices.
const (
	falseReport = iota
	missedRace
)

// rditCases are the clearest mistakes of variants in the runs of a survey.
type rditCases struct {
	bySites map[il.Sites][2]*rditCase // a falseReport and a missedRace; either can be nil
	defects []string                  // false reports of variants that are proved to have none
	unseen  int                       // races per run that only accesses without a record show
}

// rditCase is a pair of accesses in a run that some variants judge wrongly.
type rditCase struct {
	run     int
	trace   *rdit.Trace
	results []*rdit.Result // of rdit.Variants()
	race    hb.Race        // elements of the trace
	wrong   int            // the number of variants that are wrong
}

// findCases watches the runs of a survey. For each kind and pair of sites it keeps the run in which
// the most variants are wrong. Ties go to the fewest steps to the accesses, then to the fewest
// objects, then to the first run.
func findCases(core *il.Core, p il.Pair, m rdit.Missing, o rdit.SurveyOptions) *rditCases {
	c := &rditCases{bySites: map[il.Sites][2]*rditCase{}}
	for run := range o.Runs {
		c.watch(run, rdit.Observe(o.Replay(core, p, run), m))
	}
	return c
}

func (c *rditCases) watch(run int, t *rdit.Trace) {
	truth := rdit.Truth.Run(t)
	c.unseen += len(hb.Reports(t.Execution)) - len(truth.Reports())
	variants := rdit.Variants()
	results := make([]*rdit.Result, len(variants))
	for i, v := range variants {
		results[i] = v.Run(t)
		if v.Sound {
			c.checkSound(run, v, results[i], truth)
		}
	}
	for _, r := range results {
		c.compare(r, truth, falseReport, rditCase{run: run, trace: t, results: results})
		c.compare(truth, r, missedRace, rditCase{run: run, trace: t, results: results})
	}
}

// checkSound records a false report of a variant that is proved to have none.
func (c *rditCases) checkSound(run int, v rdit.Variant, r, truth *rdit.Result) {
	for race := range r.Races() {
		if truth.Before(race.First, race.Second) {
			pair := r.Trace.Execution.Pair
			c.defects = append(c.defects, fmt.Sprintf("%s has a false report in run %d of %s || %s",
				v.Name, run+1, pair.Left.Name, pair.Right.Name))
			return
		}
	}
}

// compare finds the pairs of sites that one result reports and the other does not, and keeps the
// case if it is the best for them.
func (c *rditCases) compare(reports, without *rdit.Result, kind int, x rditCase) {
	known := slice.SetBy(without.Reports(), func(r hb.Report) il.Sites { return r.Sites })
	for _, r := range reports.Reports() {
		if known[r.Sites] {
			continue
		}
		x.race, x.wrong = r.Race, 0
		for _, result := range x.results {
			if result.Unordered(r.Race.First, r.Race.Second) == (kind == falseReport) {
				x.wrong++
			}
		}
		best := c.bySites[r.Sites]
		if best[kind] == nil || x.better(best[kind]) {
			found := x
			best[kind] = &found
			c.bySites[r.Sites] = best
		}
	}
}

func (c *rditCase) better(than *rditCase) bool {
	return cmp.Or(
		cmp.Compare(c.wrong, than.wrong),
		cmp.Compare(than.steps()[1], c.steps()[1]),
		cmp.Compare(len(than.trace.Execution.Init.Objects), len(c.trace.Execution.Init.Objects)),
	) > 0
}

func (c *rditCase) steps() [2]int {
	return [2]int{c.trace.Items[c.race.First].At + 1, c.trace.Items[c.race.Second].At + 1}
}

// why returns what orders the accesses for each of rdit.Variants(), or "" if the variant reports
// them.
func (c *rditCase) why() []string {
	return slice.Map(c.results, func(r *rdit.Result) string {
		edge := r.Why(c.race.First, c.race.Second)
		if edge == nil {
			return ""
		}
		return c.trace.Explain(*edge)
	})
}

func rditRows(rows []rdit.Row) []report.RDITRow {
	out := []report.RDITRow{}
	for i := range rows {
		r := &rows[i]
		row := report.RDITRow{
			Share: r.Share, Names: r.Names, Programs: r.Programs, Methods: r.Methods,
			Missing: r.Missing, Executions: r.Executions, Cut: r.Cut,
			Calls: r.Calls, Races: r.Races, Unseen: r.Unseen,
		}
		for _, v := range rdit.Variants() {
			t := r.Total(v)
			row.Variants = append(row.Variants, report.RDITCell{
				RDITCount: report.RDITCount{Variant: v.Name, Reported: t.Sites.Reported,
					False: t.Sites.False, Missed: t.Sites.Missed},
				Accesses: report.RDITAccesses(t.Accesses), Runs: t.Runs,
			})
		}
		out = append(out, row)
	}
	return out
}

// rditDefects lists the false reports of variants that are proved to have none.
func rditDefects(rows []rdit.Row) []string {
	what := []string{}
	for i := range rows {
		for _, v := range rdit.Variants() {
			if n := rows[i].Total(v).Accesses.False; v.Sound && n > 0 {
				what = append(what, fmt.Sprintf("share %g: %s has %d false reports", rows[i].Share,
					v.Name, n))
			}
		}
	}
	return what
}

type rditWriter struct {
	command *rditCmd
	core    *il.Core
	doc     *report.RDIT
}

// study watches the executions of a pair of methods and adds them to the document. If it is
// interrupted, it adds nothing.
func (w *rditWriter) study(a *console.App, p il.Pair, m rdit.Missing) {
	o := rdit.SurveyOptions{Runs: w.command.runs(), Seed: w.command.Seed,
		Limits: w.command.limits(), Given: w.command.Given()}
	type answer struct {
		study *rdit.Study
		cases *rditCases
	}
	x, ok := console.Await(a, func() answer {
		return answer{rdit.Survey(w.core, p, m, o), findCases(w.core, p, m, o)}
	})
	if !ok {
		w.doc.Interrupted = true
		return
	}
	w.doc.Defects = append(w.doc.Defects, x.cases.defects...)
	w.doc.Pairs = append(w.doc.Pairs, report.RDITPair{
		Left: p.Left.Name, Right: p.Right.Name, Runs: x.study.Runs, Cut: x.study.Cut,
		Findings: []report.RDITFinding{},
	})
	t := w.doc.Total
	t.Executions += x.study.Runs
	t.Cut += x.study.Cut
	t.Unseen += x.cases.unseen
	for _, f := range x.study.Findings {
		w.finding(x.study, f, x.cases.bySites[f.Sites])
	}
}

// finding adds a pair of sites that some variant reports.
func (w *rditWriter) finding(s *rdit.Study, f rdit.Finding, cases [2]*rditCase) {
	truth := slices.IndexFunc(s.Variants,
		func(v rdit.Variant) bool { return v.Name == rdit.Truth.Name })
	out := report.RDITFinding{
		Sites: report.SitesOf(w.core.Source, f.Sites),
		Races: f.Verdicts[truth].Runs, Cases: []report.RDITCase{},
	}
	reported := false
	for i, v := range s.Variants {
		c := f.Verdicts[i]
		out.Verdicts = append(out.Verdicts, report.RDITCount{
			Variant: v.Name, Reported: c.Runs, False: c.False,
			Missed: out.Races - (c.Runs - c.False),
		})
		reported = reported || c.Reported()
	}
	if !reported {
		return
	}
	for kind, c := range cases {
		if c != nil {
			out.Cases = append(out.Cases, w.describe(s.Pair, kind, c))
		}
	}
	n := len(w.doc.Pairs) - 1
	w.doc.Total.Races += out.Races
	for i, v := range out.Verdicts {
		t := &w.doc.Total.Variants[i]
		t.Reported += v.Reported
		t.False += v.False
		t.Missed += v.Missed
	}
	w.doc.Pairs[n].Findings = append(w.doc.Pairs[n].Findings, out)
}

func (w *rditWriter) describe(p il.Pair, kind int, c *rditCase) report.RDITCase {
	x, steps := c.trace.Execution, c.steps()
	out := report.RDITCase{
		What: [...]string{report.FalseReport, report.MissedRace}[kind], Run: c.run + 1,
		Steps: [2]int{len(scheduleOf(x, steps[0])), len(scheduleOf(x, steps[1]))},
		Cell:  execution.CellOf(x.Init, x.Events[steps[0]-1].Cell),
		Heap:  session.InitText(w.core, p, x.Init), Schedule: scheduleOf(x, steps[1]).String(),
	}
	for i, step := range steps {
		out.Threads[i] = x.Events[step-1].Thread.String()
	}
	for i, why := range c.why() {
		out.Says = append(out.Says,
			report.RDITSay{Variant: rdit.Variants()[i].Name, Reports: why == "", Why: why})
	}
	out.Command = typedCommand(p, out.Heap, out.Schedule, w.command.File)
	return out
}
