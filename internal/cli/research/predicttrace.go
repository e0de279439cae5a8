package research

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/dynamic/predict"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session"
	"wobbly/session/schedule"
)

// maxConflicts is the number of conflicting pairs of events that the document of a trace lists.
const maxConflicts = 1000

// namesTrace reports whether the flags or FILE name one trace.
func (c *predictCmd) namesTrace(a *console.App) (bool, error) {
	if c.ExecutionFlags != (console.ExecutionFlags{}) {
		return true, nil
	}
	if c.File == "" || c.File == report.StdinName { // standard input can be read only once
		return false, nil
	}
	src, err := a.Source(c.File)
	if err != nil {
		return false, err
	}
	return schedule.IsTrace(src.Text) || predict.IsStd(src.Text), nil
}

// rapid returns the given trace if it is in RAPID's format, or else "".
func (c *predictCmd) rapid(a *console.App) (string, error) {
	if c.File != "" && c.Trace != "" && c.Trace != report.StdinName {
		if src, err := a.Source(c.Trace); err == nil && predict.IsStd(src.Text) {
			return "", console.Usage("Use: wobbly predict --trace "+console.FileWord(c.Trace),
				"%s is in RAPID's std format, which goes without a program",
				report.FileName(c.Trace))
		}
	}
	name := cmp.Or(c.File, c.Trace)
	if name == "" || c.File != "" && (c.Trace != "" || c.File == report.StdinName) {
		return "", nil
	}
	src, err := a.Source(name)
	switch {
	case err != nil:
		return "", err
	case predict.IsStd(src.Text):
		return src.Text, nil
	case c.File == "" && strings.TrimSpace(src.Text) == "":
		return "", console.Failure{
			Exit: console.ExitIllegal, Text: report.FileName(name) + ": the trace is empty",
		}
	case name == report.StdinName:
		return "", console.Usage("Name the program: wobbly predict FILE --trace -",
			"the trace of standard input is not in RAPID's format, and does not say "+
				"where its program is")
	}
	return "", nil
}

// execution opens the given execution of a program, up to the two accesses of the race if one is
// named.
func (c *predictCmd) execution(a *console.App) (*session.Session, error) {
	if c.File == "" && c.Trace == "" {
		return nil, console.Usage("See: wobbly help predict",
			"--heap, --schedule and --race need a FILE")
	}
	at := console.PositionFlags{Pair: c.Pair, ExecutionFlags: c.ExecutionFlags}
	core, err := at.Program(a, c.File, c.Strict)
	if err != nil {
		return nil, err
	}
	s, note, err := at.Session(a, core)
	if err != nil {
		return nil, err
	}
	if note != "" {
		fmt.Fprintf(a.Stderr(), "wobbly: %s\n", note)
	}
	if c.Race != "" {
		return s, makeAccesses(s, c.Race)
	}
	if race, races := s.Now().Race(); races {
		link := s.Link()
		for _, i := range accessOrder(race) {
			link.Schedule = append(link.Schedule, schedule.Move{Thread: i, Do: schedule.Step})
		}
		fmt.Fprintf(a.Stderr(), "wobbly: the execution ends before the two accesses of a race; "+
			"to include them:\nwobbly predict%s %s\n",
			executionFlags(s.Pair(), link.Heap, link.Schedule.String()),
			console.FileWord(core.Source.Name))
	}
	return s, nil
}

// writeStd writes the given execution in RAPID's format.
func (c *predictCmd) writeStd(a *console.App) error {
	given, err := c.namesTrace(a)
	if err != nil {
		return err
	}
	if !given {
		return console.Usage("Give --trace or --schedule.", "--std writes one trace")
	}
	switch rapid, err := c.rapid(a); {
	case err != nil:
		return err
	case rapid != "":
		return console.Usage("", "the trace is in RAPID's format already")
	}
	s, err := c.execution(a)
	if err != nil {
		return err
	}
	_, t, err := traceOf(s)
	if err != nil {
		return err
	}
	text, err := predict.WriteStd(t)
	if err != nil {
		return console.Usage("", "%s", err)
	}
	_, err = io.WriteString(a.Out, text)
	return err
}

// traceOf returns the execution of a session, also as a trace for predictors.
func traceOf(s *session.Session) (*execution.Execution, *predict.Trace, error) {
	x, err := s.Execution()
	if err != nil {
		return nil, nil, err
	}
	t, err := predict.OfSteps(x)
	return x, t, err
}

// trace predicts races from one given trace, of a program or in RAPID's format.
func (c *predictCmd) trace(a *console.App, survey *predict.Survey, doc *report.Predict) error {
	if c.Given() {
		return console.Usage("Give --heap file with --schedule.",
			"--init is for random executions, not for a trace")
	}
	doc.File, doc.Runs, survey.Runs = cmp.Or(c.File, c.Trace), 1, 1
	switch rapid, err := c.rapid(a); {
	case err != nil:
		return err
	case rapid != "":
		return c.std(survey, doc, rapid)
	}
	s, err := c.execution(a)
	if err != nil {
		return err
	}
	x, t, err := traceOf(s)
	if err != nil {
		return err
	}
	core := x.Core
	if c.File != report.StdinName {
		c.File, doc.Program = core.Source.Name, core.Source.Name
	}
	survey.Trace = t
	w := newPredictWriter(c, core, survey, doc)
	found, err := w.study(a.Ctx, x.Pair)
	if err != nil {
		return err
	}
	if found == nil {
		return console.ErrInterrupted
	}
	w.add(found)
	doc.Table, doc.Interrupted = predictTable(w.sum), a.Interrupted()
	link := s.Link()
	doc.Trace = w.traced(t)
	doc.Trace.Threads, doc.Trace.Race = [2]string{"A", "B"}, strings.ToUpper(c.Race)
	doc.Trace.Heap, doc.Trace.Schedule = link.Heap, link.Schedule.String()
	isTrace := c.Trace != "" || doc.File != core.Source.Name
	if c.Pair == "" && c.Race == "" && !isTrace && !schedule.IsLink(c.Schedule) {
		if n := len(core.Pairs()); n > 1 {
			doc.Trace.Pairs = n
		}
	}
	for n, step := range execution.StepsOf(core.Source, x.Moves) {
		doc.Trace.Events[n].At, doc.Trace.Events[n].Do = step.At, step.Do
	}
	for n := range doc.Trace.Conflicts {
		w.judge(t, &doc.Trace.Conflicts[n], found.truth)
	}
	return nil
}

// makeAccesses makes the two accesses of the race that a session stands before.
func makeAccesses(s *session.Session, id string) error {
	race, ok := s.Now().Race()
	if !ok {
		return console.Usage("wobbly check lists the races: R1, R2, ...",
			"%s is a deadlock, and predict is about races", id)
	}
	for _, i := range accessOrder(race) {
		if r := s.Step(i); !r.OK() {
			return errors.New(r.Text)
		}
	}
	return nil
}

// accessOrder returns the threads in the order in which they should make the accesses of a race: a
// read before a write, which could change where the path of the other access leads.
func accessOrder(race session.Race) [2]semantics.Tid {
	if race.Sides[semantics.A].Kind == il.Write && race.Sides[semantics.B].Kind == il.Read {
		return [2]semantics.Tid{semantics.B, semantics.A}
	}
	return semantics.Tids
}

// std studies a trace in RAPID's format, which has no program. A pair of events races if some
// correct reordering ends just before both.
func (c *predictCmd) std(survey *predict.Survey, doc *report.Predict, text string) error {
	if c.Pair != "" ||
		c.ExecutionFlags != (console.ExecutionFlags{}) &&
			c.ExecutionFlags != (console.ExecutionFlags{Trace: c.Trace}) {
		return console.Usage("",
			"a trace in RAPID's format cannot be used with --heap, --schedule, --race or --pair")
	}
	std, err := predict.ReadStd(text)
	if err != nil {
		return console.Usage("See: wobbly help predict", "%s: %s", report.FileName(doc.File), err)
	}
	survey.Predictors = slices.DeleteFunc(survey.Predictors,
		func(p predict.Predictor) bool { return p.Variant != predict.Variants[0] })
	if len(survey.Predictors) == 0 {
		return console.Usage("",
			"RAPID's format has only the variant printed: it does not record reads of prefixes")
	}
	doc.Predictors = slice.Map(survey.Predictors, describe)
	w := newPredictWriter(c, nil, survey, doc)
	doc.Table = predictTable(w.sum)
	doc.Trace = w.traced(std.Trace)
	doc.Trace.Threads = std.Threads
	for n, line := range std.Lines {
		doc.Trace.Events[n].Do = line
	}
	for n := range doc.Trace.Conflicts {
		x := &doc.Trace.Conflicts[n]
		x.Verdict = report.Impossible
		if order, ok := std.Trace.Proof(conflict(x)); ok {
			x.Verdict, x.Order = report.Confirmed, numbered(order)
		}
	}
	return nil
}

// traced describes a trace, except what its events do and which conflicts are races.
func (w *predictWriter) traced(t *predict.Trace) *report.PredictTrace {
	d := &report.PredictTrace{Events: []report.TracedEvent{}, Edges: []report.TracedEdge{},
		Conflicts: []report.TracedConflict{}}
	for _, e := range t.Events() {
		d.Events = append(d.Events, report.TracedEvent{Thread: e.Thread.String()})
	}
	at := map[[2]int]int{}
	for _, p := range w.survey.Predictors {
		for _, e := range p.Edges(t) {
			n, ok := at[e]
			if !ok {
				n = len(d.Edges)
				at[e], d.Edges = n, append(d.Edges, report.TracedEdge{From: e[0] + 1, To: e[1] + 1})
			}
			d.Edges[n].By = append(d.Edges[n].By,
				report.PredictorName{Method: p.Name, Variant: p.Variant.String()})
		}
	}
	slices.SortFunc(d.Edges,
		func(a, b report.TracedEdge) int { return cmp.Or(a.To-b.To, a.From-b.From) })
	all, more, cut := t.Conflicts(w.survey.Predictors, maxConflicts)
	d.More, d.Limited = more, slices.Contains(cut, true)
	for _, c := range all {
		x := report.TracedConflict{First: c.First + 1, Second: c.Second + 1,
			Cell: t.CellName(c.First), By: []report.PredictorName{}}
		for i, p := range w.survey.Predictors {
			if c.By[i] {
				x.By = append(x.By,
					report.PredictorName{Method: p.Name, Variant: p.Variant.String()})
			}
		}
		d.Conflicts = append(d.Conflicts, x)
	}
	return d
}

// judge decides whether a conflict of an execution is a race. It proves a race by a reordering of
// the execution if there is one.
func (w *predictWriter) judge(t *predict.Trace, x *report.TracedConflict, truth *predict.Truth) {
	c := conflict(x)
	x.Verdict = verdictOf(truth, t.SitesOf(c))
	order, ok := t.Proof(c)
	if !ok {
		return
	}
	proof, err := t.Witness(order, c.Race)
	if err == nil {
		err = w.checker.Check(proof)
	}
	if err != nil {
		w.doc.Defects = append(w.doc.Defects,
			fmt.Sprintf("the reordering for the events %d and %d is refused: %s", x.First,
				x.Second, err))
		return
	}
	x.Verdict, x.Order = report.Confirmed, numbered(order)
	if to, err := t.Concrete(order, c.Race); err == nil {
		heap := session.InitText(w.core, to.Pair, to.Init)
		x.Command = typedCommand(to.Pair, heap, planOf(to).String(), w.command.File)
	}
}

func conflict(x *report.TracedConflict) (c predict.Conflict) {
	c.First, c.Second = x.First-1, x.Second-1
	return c
}

// numbered returns the numbers of events, counted from 1. It is never nil.
func numbered(order []int) []int {
	return append([]int{}, slice.Map(order, func(i int) int { return i + 1 })...)
}
