package positives

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// flowMeeting is a report with an interleaving of its traces, or the reason that there is none.
type flowMeeting struct {
	*flowReport
	interleaving
	err error
}

// tries bounds the interleavings that are begun for a report. In some, both threads wait forever.
const tries = 2 * meetings

// eachMeeting draws interleavings for each report.
func (f flowForm) eachMeeting(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.RandFor("flow interleavings")
	return f.each(c, func(x *flowReport) bool { return x.eachMeeting(r, func(m *flowMeeting) bool { return visit(m) }) })
}

// eachMeeting draws interleavings of the traces of a report.
func (x *flowReport) eachMeeting(r *rand.Rand, visit func(*flowMeeting) bool) bool {
	w := x.proof().Witness
	if w == nil {
		return visit(&flowMeeting{flowReport: x, err: engine.BoundError{Limit: x.proof().Err.Error()}})
	}
	var traces [2]*draw.Trace
	for i, s := range []flow.Side{x.report.Left, x.report.Right} {
		var err error
		if traces[i], err = traceOfFlow(x.in.Core, s); err != nil {
			return visit(&flowMeeting{flowReport: x, err: err})
		}
	}
	from := draw.Config(x.in.Core, x.units, execution.FromInit(w.Init))
	for left, n := meetings, 0; left > 0 && n < tries; n++ {
		m := &flowMeeting{flowReport: x, interleaving: interleaving{k: from}}
		if !m.interleave(r, traces) {
			continue
		}
		if !visit(m) {
			return false
		}
		left--
	}
	return true
}

// traceOfFlow follows the trace of a side, as package flow gives it, in the semantics.
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
				return nil, fmt.Errorf("the trace in %s does not end before its access", s.Unit.Name)
			}
			return w, nil
		}
		if !ok {
			return nil, fmt.Errorf("the trace in %s turns elsewhere than the unit", s.Unit.Name)
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
			return fmt.Errorf("thread %v holds the lock %d times, not %d", semantics.Tid(i), got, s.Lock)
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
