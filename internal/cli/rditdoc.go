package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session"
	"wobbly/session/schedule"
)

// describeVariants writes variants for a document.
func describeVariants(all []rdit.Variant) []report.RDITVariant {
	return slice.Map(all, func(v rdit.Variant) report.RDITVariant {
		return report.RDITVariant{Name: v.Name, Doc: v.Doc, Sound: v.Sound}
	})
}

// rditRows writes the rows of a table, with the columns of some variants.
func rditRows(rows []rdit.Row, variants []rdit.Variant) []report.RDITRow {
	out := []report.RDITRow{}
	for i := range rows {
		r := &rows[i]
		row := report.RDITRow{
			Share: r.Share, Programs: r.Programs, Methods: r.Methods, Missing: r.Missing,
			Executions: r.Executions, Cut: r.Cut, Calls: r.Calls, Races: r.Races, Unseen: r.Unseen,
		}
		for _, v := range variants {
			t := r.Total(v)
			row.Variants = append(row.Variants, report.RDITCell{
				RDITCount: report.RDITCount{Variant: v.Name, Reported: t.Sites.Reported, False: t.Sites.False, Missed: t.Sites.Missed},
				Accesses:  report.RDITAccesses(t.Accesses), Runs: t.Runs,
			})
		}
		out = append(out, row)
	}
	return out
}

// rditDefects lists the false reports of variants that are proved to have none,
// also of those that are not shown.
func rditDefects(rows []rdit.Row) []string {
	what := []string{}
	for i := range rows {
		for _, v := range rdit.Variants() {
			if n := rows[i].Total(v).Accesses.False; v.Sound && n > 0 {
				what = append(what, fmt.Sprintf("share %g: %s has %d false reports", rows[i].Share, v.Name, n))
			}
		}
	}
	return what
}

func newRDITTotal(variants []rdit.Variant) *report.RDITTotal {
	t := &report.RDITTotal{}
	for _, v := range variants {
		t.Variants = append(t.Variants, report.RDITCount{Variant: v.Name})
	}
	return t
}

// rditWriter writes studies as a document.
type rditWriter struct {
	command  *rditCmd
	core     *il.Core
	variants []rdit.Variant // that are shown
	doc      *report.RDIT
	shown    []shownCase
}

// shownCase is a case of the document, and the execution that it tells of.
type shownCase struct {
	at   [3]int // pair, finding, case
	pair il.Pair
	init semantics.Init
	plan schedule.Schedule
}

// study watches the executions of a pair of units, and adds them to the
// document. If it is interrupted, it adds nothing.
func (w *rditWriter) study(a *app, p il.Pair, m rdit.Missing) {
	o := rdit.SurveyOptions{Runs: w.command.runs(), Seed: w.command.Seed, Limits: w.command.limits()}
	type answer struct {
		study *rdit.Study
		cases *rditCases
	}
	x, ok := await(a, func() answer {
		return answer{rdit.Survey(w.core, p, m, o), findCases(w.core, p, m, o, w.isShown)}
	})
	if !ok {
		w.doc.Interrupted = true
		return
	}
	w.doc.Defects = append(w.doc.Defects, x.cases.defects...)
	w.doc.Pairs = append(w.doc.Pairs, report.RDITPair{
		Left: p.Left.Name, Right: p.Right.Name, Runs: x.study.Runs, Cut: x.study.Cut, Findings: []report.RDITFinding{},
	})
	t := w.doc.Total
	t.Executions += x.study.Runs
	t.Cut += x.study.Cut
	t.Unseen += x.cases.unseen
	for _, f := range x.study.Findings {
		w.finding(x.study, f, x.cases.at[f.Sites])
	}
}

// finding adds a pair of sites that some shown variant reports.
func (w *rditWriter) finding(s *rdit.Study, f rdit.Finding, cases [2]*rditCase) {
	out := report.RDITFinding{
		Sites: report.SitesOf(w.core.Source, f.Sites), Races: racesOf(s, f), Cases: []report.RDITCase{},
	}
	reported := false
	for i, v := range s.Variants {
		if w.isShown(v) {
			c := f.Verdicts[i]
			out.Verdicts = append(out.Verdicts, report.RDITCount{
				Variant: v.Name, Reported: c.Runs, False: c.False, Missed: out.Races - (c.Runs - c.False),
			})
			reported = reported || c.Reported()
		}
	}
	if !reported {
		return
	}
	n := len(w.doc.Pairs) - 1
	for kind, c := range cases {
		if c != nil {
			w.shown = append(w.shown, shownCase{
				[3]int{n, len(w.doc.Pairs[n].Findings), len(out.Cases)},
				s.Pair, c.trace.Execution.Init, scheduleOf(c.trace.Execution, c.steps()[1]),
			})
			out.Cases = append(out.Cases, w.describe(s.Pair, kind, c))
		}
	}
	w.count(&out)
	w.doc.Pairs[n].Findings = append(w.doc.Pairs[n].Findings, out)
}

// racesOf is in how many runs recorded accesses at the sites race.
func racesOf(s *rdit.Study, f rdit.Finding) int {
	truth := slices.IndexFunc(s.Variants, func(v rdit.Variant) bool { return v.Name == rdit.Truth.Name })
	return f.Verdicts[truth].Runs
}

func (w *rditWriter) isShown(v rdit.Variant) bool {
	return slices.ContainsFunc(w.variants, func(x rdit.Variant) bool { return x.Name == v.Name })
}

// count adds a finding to the total.
func (w *rditWriter) count(f *report.RDITFinding) {
	t := w.doc.Total
	t.Races += f.Races
	for i, v := range f.Verdicts {
		t.Variants[i].Reported += v.Reported
		t.Variants[i].False += v.False
		t.Variants[i].Missed += v.Missed
	}
}

// describe writes a case.
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
		if v := rdit.Variants()[i]; w.isShown(v) {
			out.Says = append(out.Says, report.RDITSay{Variant: v.Name, Reports: why == "", Why: why})
		}
	}
	if len(out.Schedule)+len(out.Heap) <= mostTyped {
		out.Command = showCommand(p, out.Heap, out.Schedule, w.command.File)
	}
	return out
}

// mostTyped is how long an initial state and a schedule may be together to be
// shown on a command line.
const mostTyped = 200

// showCommand is the command that shows an execution from an initial state.
func showCommand(p il.Pair, heap, schedule, file string) string {
	return "wobbly show --pair " + shellWord(p.Left.Name+","+p.Right.Name) + " --heap " + shellWord(heap) +
		" --schedule " + shellWord(schedule) + " " + fileWord(file)
}

// scheduleOf is the schedule of the first steps of an execution. It is as long as
// the trace of them has lines, since how a choice is resolved is a line too.
func scheduleOf(x *dynamic.Execution, steps int) schedule.Schedule {
	var s schedule.Schedule
	for _, m := range x.Moves[:steps] {
		for _, c := range m.Choices {
			s = append(s, schedule.Choose(m.Thread, c.Take))
		}
		s = append(s, schedule.Move{Thread: m.Thread, Do: schedule.Step})
	}
	return s
}

// save writes the executions that are shown to trace files, and has the
// commands read these.
func (w *rditWriter) save() error {
	if err := os.MkdirAll(w.command.Save, 0o777); err != nil {
		return err
	}
	for n, x := range w.shown {
		s, err := session.New(w.core, x.pair, x.init)
		if err != nil {
			return err
		}
		if r := s.Paste(x.plan); !r.OK() {
			return failure{exit: exitInternal, text: "an execution cannot be made again: " + r.Text}
		}
		c := &w.doc.Pairs[x.at[0]].Findings[x.at[1]].Cases[x.at[2]]
		c.Trace = filepath.Join(w.command.Save, fmt.Sprintf("rdit-%d.trace", n+1))
		if err := replaceFile(c.Trace, s.Trace("wobbly "+ask.BuildVersion(), "").String()); err != nil {
			return err
		}
		c.Command = "wobbly show --trace " + shellWord(c.Trace) + " " + fileWord(w.command.File)
	}
	return nil
}
