package positives

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"wobbly/abstract/flow"
	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
	"wobbly/witness/reconstruct"
)

// flowForm is the analysis of package flow for Theorem 2f or 2g, whole or without a clause.
type flowForm struct {
	name    string
	rely    bool
	without flow.Clause
}

var (
	wholeFlow = flowForm{name: "flow"}
	wholeRely = flowForm{name: "rely", rely: true}
)

func (f flowForm) clauses() []flow.ClauseText {
	if f.rely {
		return flow.RelyClauses
	}
	return flow.Clauses
}

// forms returns f and its forms without each clause.
func (f flowForm) forms() []flowForm {
	all := []flowForm{f}
	for _, c := range f.clauses() {
		all = append(all, flowForm{name: c.Name, rely: f.rely, without: c.Clause})
	}
	return all
}

type flowReport struct {
	in     *engine.Case
	form   flowForm
	units  il.Pair
	report flow.Report
	known  *truth.Proof // cached by proof
}

type aboutFlow interface {
	engine.Instance
	reported() *flowReport
}

func (x *flowReport) reported() *flowReport { return x }

func (x *flowReport) about() sitesOfCase {
	return sitesOfCase{x.in, x.units, x.units.Sites(x.report.Left.Site, x.report.Right.Site)}
}

func (x *flowReport) Accesses() engine.Accesses { return x.about().Accesses() }

type flowClaim struct {
	*flowReport
	conclude func(claim) error
}

func (x flowClaim) Conclusion() error { return x.conclude(x) }

func (f flowForm) claims(c *engine.Case, conclude func(claim) error,
	visit func(engine.Instance) bool) error {
	return f.each(c, func(x *flowReport) bool { return visit(flowClaim{x, conclude}) })
}

// maxCommands is the maximum number of steps of an execution that is built or replayed.
const maxCommands = 100_000

// proof returns the witness that the proof of Theorem 2f constructs for the report, with the
// verdict of the checker. For a form without a clause, there may be none.
func (x *flowReport) proof() truth.Proof {
	if x.known == nil {
		e := truth.Of(x.in)
		w, err := e.Builder.Flow(x.report, maxCommands)
		if err == nil {
			err = e.Checker.Check(w)
		}
		x.known = &truth.Proof{Witness: w, Err: err}
	}
	return *x.known
}

func (x *flowReport) String() string {
	side := func(s flow.Side) string {
		return fmt.Sprintf("the %s of %s at lock level %d at %s, in %s after %d commands, by %s",
			s.Kind, s.Path(), s.Lock, x.in.Core.Source.At(s.At), s.Unit.Name, s.Step, s.Name)
	}
	text := side(x.report.Left) + ", and " + side(x.report.Right)
	if x.form.without != 0 {
		text += "; by package flow without " + x.form.name
	}
	return text
}

// each visits the reports of some forms, on the program in ANF and on the original one.
func (f flowForm) each(c *engine.Case, visit func(*flowReport) bool) error {
	chosen := engine.Forms(c, c.Rand(), f.forms(), func(f flowForm) string { return f.name })
	var bound error
	for _, in := range inBothForms(c) {
		for _, form := range chosen {
			all, err := flowReports(in, form)
			if err != nil {
				bound = err
			}
			for _, x := range all {
				if !visit(x) {
					return bound
				}
			}
		}
	}
	return bound
}

// flowReports lists the reports of a form, or those with the shortest traces if there are more than
// truth.MaxReports. If the error is a BoundError, the list is valid but incomplete.
func flowReports(c *engine.Case, form flowForm) ([]*flowReport, error) {
	f, err := flowOf(c, form)
	if err != nil || f.reports != nil {
		return f.reports, cmp.Or(err, f.bound)
	}
	f.reports = []*flowReport{}
	for _, p := range c.Core.Pairs() {
		f.bound = cmp.Or(f.bound, f.cut(p))
		for _, r := range f.reportsOf(p) {
			f.reports = append(f.reports, &flowReport{in: c, form: form, units: p, report: r})
		}
	}
	if len(f.reports) > truth.MaxReports {
		steps := func(x *flowReport) int { return x.report.Left.Step + x.report.Right.Step }
		slice.SortStable(f.reports,
			func(x, y *flowReport) int { return cmp.Compare(steps(x), steps(y)) })
		f.reports = f.reports[:truth.MaxReports]
		f.bound = errMoreReports
	}
	return f.reports, f.bound
}

// flowed is the result of a form of package flow on a case. Its lists are computed lazily.
type flowed struct {
	result  *flow.Result
	err     error         // a BoundError if there is no result
	reports []*flowReport // the result of flowReports
	bound   error         // a BoundError if there are more reports
	byPair  map[il.Pair][]flow.Report
	more    map[il.Pair]bool              // whether there are more reports than in byPair
	at      map[il.Pair]map[il.Sites]bool // the results of sites
}

// flowOf returns the result of a form on a case. The error is a BoundError.
func flowOf(c *engine.Case, form flowForm) (*flowed, error) {
	f := engine.Once(c, form, func() *flowed {
		r, err := flow.Analyze(c.Core, flow.Options{Rely: form.rely, Without: form.without})
		if err != nil {
			err = engine.BoundError{Limit: fmt.Sprintf("package flow: %v", err)}
		}
		return &flowed{
			result: r, err: err,
			byPair: map[il.Pair][]flow.Report{}, more: map[il.Pair]bool{},
			at: map[il.Pair]map[il.Sites]bool{},
		}
	})
	return f, f.err
}

const maxReported = 1 << 16

// reportsOf returns the reports of a pair, at most maxReported.
func (f *flowed) reportsOf(p il.Pair) []flow.Report {
	if _, ok := f.byPair[p]; !ok {
		f.byPair[p], f.more[p] = f.result.List(p, maxReported)
	}
	return f.byPair[p]
}

// cut returns a BoundError if a limit cut names of a method of p, or reports of p.
func (f *flowed) cut(p il.Pair) error {
	f.reportsOf(p)
	if f.more[p] {
		return engine.BoundError{Limit: fmt.Sprintf("package flow: more than %d reports",
			maxReported)}
	}
	for _, u := range []*il.Unit{p.Left, p.Right} {
		if cut := f.result.Cut(u); cut != "" {
			return engine.BoundError{Limit: fmt.Sprintf("package flow: %s has %s", u.Name, cut)}
		}
	}
	return nil
}

func (f *flowed) sites(p il.Pair) map[il.Sites]bool {
	if _, ok := f.at[p]; !ok {
		f.at[p] = slice.SetBy(f.reportsOf(p),
			func(r flow.Report) il.Sites { return p.Sites(r.Left.Site, r.Right.Site) })
	}
	return f.at[p]
}

func (f flowForm) searched(c *engine.Case, visit func(engine.Instance) bool) error {
	p, ok, err := Probed(c)
	if !ok {
		return err
	}
	found, err := flowOf(c, f)
	if err != nil {
		return err
	}
	reported := found.sites(p)
	for s := range racemob.ConflictsOf(c.Core, p).All() {
		if !visit(flowSought{sitesOfCase{c, p, s}, reported[s]}) {
			break
		}
	}
	return found.cut(p)
}

type flowSought struct {
	sitesOfCase
	reported bool
}

func (x flowSought) Conclusion() error { return truth.Found(x.c, x.units, x.sites) }

type sitesOfCase struct {
	c     *engine.Case
	units il.Pair
	sites il.Sites
}

func (x sitesOfCase) Accesses() engine.Accesses {
	return engine.Accesses{Units: x.units, Sites: x.sites}
}

func (x sitesOfCase) String() string { return notation.Sites(x.c.Core, x.units, x.sites) }

// flowMeeting is an interleaving that brings both threads to the accesses of a report. If err is
// not nil, there is none, for that reason.
type flowMeeting struct {
	*flowReport
	interleaving
	err error
}

func (f flowForm) meetings(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.RandFor("flow interleavings")
	return f.each(c, func(x *flowReport) bool { return x.eachMeeting(r, visit) })
}

// eachMeeting visits random interleavings of the two traces of a report. It returns false if visit
// did.
func (x *flowReport) eachMeeting(r *rand.Rand, visit func(engine.Instance) bool) bool {
	p := x.proof()
	if errors.As(p.Err, new(reconstruct.ScheduleError)) {
		return true // the form lacks the clause about locks, so there may be no interleaving
	}
	if p.Witness == nil {
		return visit(&flowMeeting{flowReport: x, err: engine.BoundError{Limit: p.Err.Error()}})
	}
	var traces [2]*draw.Trace
	for i, s := range []flow.Side{x.report.Left, x.report.Right} {
		var err error
		if traces[i], err = traceOfFlow(x.in.Core, s); err != nil {
			return visit(&flowMeeting{flowReport: x, err: err})
		}
	}
	start := draw.Config(x.in.Core, x.units, execution.FromInit(p.Witness.Init))
	drawn := 0
	for tries := 2 * meetings; tries > 0 && drawn < meetings; tries-- {
		m := &flowMeeting{flowReport: x, interleaving: interleaving{k: start}}
		if !m.interleave(r, traces) {
			continue
		}
		drawn++
		if !visit(m) {
			return false
		}
	}
	return true
}

// traceOfFlow returns the trace of a side of a flow report in the semantics, or an error if it does
// not lead to the access.
func traceOfFlow(core *il.Core, s flow.Side) (*draw.Trace, error) {
	w := &draw.Trace{Unit: s.Unit}
	turns := s.Trace()
	p := semantics.Begin(core, s.Unit)
	for {
		var takes []semantics.Take
		for len(turns) > 0 && turns[0].At == p.Stmt() {
			take, _ := semantics.TakeOf(turns[0].At, turns[0].First)
			p, _ = p.Resolve(take)
			takes = append(takes, take)
			turns = turns[1:]
		}
		command, ok := p.Command()
		if len(w.Steps) == s.Step {
			w.Decisions = takes
			if at, is := il.SiteOf(command); !ok || !is || at != s.Site || len(turns) > 0 {
				return nil, fmt.Errorf("the trace in %s does not end before its access",
					s.Unit.Name)
			}
			return w, nil
		}
		if !ok {
			return nil, fmt.Errorf("the trace in %s leaves the unit", s.Unit.Name)
		}
		w.Steps = append(w.Steps, draw.Step{Decisions: takes, At: p, Command: command})
		p = p.Advance()
	}
}

func (x *flowMeeting) Conclusion() error {
	if x.err != nil {
		return x.err
	}
	sides := [2]flow.Side{x.report.Left, x.report.Right}
	for i, s := range sides {
		if got := x.k.Threads[i].L; got != s.Lock {
			return fmt.Errorf("thread %v holds the lock %d times, not %d", semantics.Tid(i),
				got, s.Lock)
		}
	}
	if err := oneCell(x.k); err != nil {
		return err
	}
	a, _ := semantics.NextAccess(x.k, semantics.A)
	meet := semantics.Loc(sides[0].Name.Len() + sides[1].Name.Len() + 1)
	for _, s := range sides {
		if others, _ := cutLast(s.Rest); others != "" {
			return nil // more than one field is left
		}
	}
	if a.Cell.Loc != meet {
		return errors.New("the cell is not one of the object where the threads meet")
	}
	return nil
}

func (x *flowMeeting) String() string {
	return x.flowReport.String() + ", " + x.text()
}
