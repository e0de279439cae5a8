package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
)

// rditKind is the name of the campaigns of rdit --random.
const rditKind = "rdit"

// random makes the table of random programs: those of the seeds Seed to
// Seed+Random-1, each with a table of its own, which are summed up. So the
// table of one program can be made again.
func (c *rditCmd) random(a *app, variants []rdit.Variant, doc *report.RDIT) {
	w := a.lasting("", "the first programs")
	x := c.sweep()
	x.Crew = a.crew(c.workersFlag, w, fmt.Sprintf("rdit --random %d", c.Random))
	x.Progress = func(done uint64) { w.programs(done, c.Random) }
	sum, faults := x.Run(a.ctx)
	w.Done()
	doc.Rows, doc.Interrupted = rditRows(sum.Rows, variants), a.interrupted()
	doc.Random = &report.RDITRandom{Programs: c.Random, Failures: []report.Fault{}}
	for _, f := range faults {
		doc.Random.Failures = append(doc.Random.Failures, c.fault(f))
	}
}

// sweep is the table as a campaign. What workers elsewhere have to know is the flags
// that it depends on.
func (c *rditCmd) sweep() *compare.Sweep[*rditSum] {
	about := &rditCmd{Random: c.Random, Runs: c.Runs, RunSteps: c.RunSteps, Seed: c.Seed, missingFlags: missingFlags{Shares: c.Shares}}
	return &compare.Sweep[*rditSum]{
		Kind: rditKind, Draw: compare.Draw{Seed: c.Seed, Programs: c.Random, About: about}, Program: c.program,
		Zero: func() *rditSum { return newRDITSum(c.Shares) }, Plus: (*rditSum).plus,
		One: func(_ context.Context, seed uint64) (*rditSum, *compare.Failure) {
			o := c.table(1)
			o.Seed = seed
			rows := rdit.Table(o)
			return &rditSum{rows}, rditFailure(seed, rows)
		},
		Check: func(x *rditSum, programs uint64) error { return x.check(programs, c.Shares) },
	}
}

// rditFailure is what is wrong with the table of the program of a seed, or nil.
func rditFailure(seed uint64, rows []rdit.Row) *compare.Failure {
	if what := rditDefects(rows); len(what) > 0 {
		return &compare.Failure{Seed: seed, What: what}
	}
	return nil
}

// worker is the job of a worker elsewhere.
func (c *rditCmd) worker() (*campaign.Job[campaign.Range, *compare.Part[*rditSum]], error) {
	if _, err := c.check(); err != nil {
		return nil, err
	}
	return c.sweep().Job(), nil
}

// rditSum is the sum of tables.
type rditSum struct{ Rows []rdit.Row }

func newRDITSum(shares []float64) *rditSum {
	s := &rditSum{}
	for _, x := range shares {
		row := rdit.Row{Share: x}
		for _, v := range rdit.Variants() {
			row.Totals = append(row.Totals, rdit.Total{Variant: v.Name})
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// check tells why a sum from elsewhere is none of so many programs.
func (s *rditSum) check(programs uint64, shares []float64) error {
	none := fmt.Errorf("no table of %s", text.Count(programs, "program"))
	if s == nil || len(s.Rows) != len(shares) {
		return none
	}
	for i, r := range s.Rows {
		if uint64(r.Programs) != programs || r.Share != shares[i] || len(r.Totals) != len(rdit.Variants()) {
			return none
		}
	}
	return nil
}

// plus adds another sum.
func (s *rditSum) plus(o *rditSum) {
	for i := range s.Rows {
		plusRow(&s.Rows[i], &o.Rows[i])
	}
}

// plusRow adds a row of the same share.
func plusRow(r, o *rdit.Row) {
	r.Programs += o.Programs
	r.Methods += o.Methods
	r.Missing += o.Missing
	r.Executions += o.Executions
	r.Cut += o.Cut
	r.Calls += o.Calls
	r.Races += o.Races
	r.Unseen += o.Unseen
	for i := range r.Totals {
		t := &r.Totals[i]
		t.Sites, t.Accesses = plusCount(t.Sites, o.Totals[i].Sites), plusCount(t.Accesses, o.Totals[i].Accesses)
		t.Runs += o.Totals[i].Runs
	}
}

func plusCount(c, d rdit.Count) rdit.Count {
	return rdit.Count{Reported: c.Reported + d.Reported, False: c.False + d.False, Missed: c.Missed + d.Missed}
}

// program is the first thing that is drawn from a seed.
func (c *rditCmd) program(seed uint64) *il.Program {
	return gen.Program(rand.New(rand.NewPCG(seed, 0)), c.table(1).Corpus)
}

// fault describes a program with a defect.
func (c *rditCmd) fault(f compare.Failure) report.Fault {
	return report.Fault{
		Seed: f.Seed, What: f.What, Program: c.program(f.Seed).Source.Text,
		Repeat: fmt.Sprintf("wobbly rdit --random 1 --seed %d%s", f.Seed, c.again()),
	}
}

// again is the flags that a table of random programs depends on.
func (c *rditCmd) again() string {
	shares := slice.Map(c.Shares, func(x float64) string { return fmt.Sprint(x) })
	return again(c, "Runs", "RunSteps") + " --shares " + strings.Join(shares, ",")
}
