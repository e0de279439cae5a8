package cli

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"wobbly/dynamic/rdit"
	"wobbly/il/gen"
	"wobbly/internal/slice"
	"wobbly/internal/sweep"
	"wobbly/report"
)

// random makes the table of random programs: those of the seeds Seed to
// Seed+Random-1, each with a table of its own, which are summed up. So the
// table of one program can be made again.
func (c *rditCmd) random(a *app, variants []rdit.Variant, doc *report.RDIT) {
	w := a.watch("")
	sum := newRDITSum(c.Shares)
	sweep.Each(a.ctx, c.Random, runtime.GOMAXPROCS(0), func(done uint64) { w.programs(done, c.Random) },
		func() *rditSum { return newRDITSum(c.Shares) },
		func(n uint64, s *rditSum) bool {
			o := c.table(1)
			o.Seed += n
			s.add(o.Seed, rdit.Table(o))
			return true
		},
		sum.plus)
	w.Done()
	doc.Rows, doc.Interrupted = rditRows(sum.rows, variants), a.interrupted()
	doc.Random = &report.RDITRandom{Programs: c.Random, Failures: []report.RDITFault{}}
	slices.SortFunc(sum.faults, func(a, b rditFault) int { return cmp.Compare(a.seed, b.seed) })
	for _, f := range sum.faults {
		doc.Random.Failures = append(doc.Random.Failures, c.fault(f))
	}
}

// rditSum is the sum of tables.
type rditSum struct {
	rows   []rdit.Row
	faults []rditFault
}

// rditFault is a program with false reports that must not be.
type rditFault struct {
	seed uint64
	what []string
}

func newRDITSum(shares []float64) *rditSum {
	s := &rditSum{}
	for _, x := range shares {
		row := rdit.Row{Share: x}
		for _, v := range rdit.Variants() {
			row.Totals = append(row.Totals, rdit.Total{Variant: v.Name})
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// add adds the table of the program of a seed.
func (s *rditSum) add(seed uint64, rows []rdit.Row) {
	sum := &rditSum{rows: rows}
	if what := rditDefects(rows); len(what) > 0 {
		sum.faults = []rditFault{{seed, what}}
	}
	s.plus(sum)
}

// plus adds another sum.
func (s *rditSum) plus(o *rditSum) {
	s.faults = append(s.faults, o.faults...)
	for i := range s.rows {
		plusRow(&s.rows[i], &o.rows[i])
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

// fault describes a program with a defect. Its text is that of the first thing
// that is drawn from its seed.
func (c *rditCmd) fault(f rditFault) report.RDITFault {
	o := c.table(1)
	return report.RDITFault{
		Seed: f.seed, What: f.what,
		Program: gen.Program(rand.New(rand.NewPCG(f.seed, 0)), o.Corpus).Source.Text,
		Repeat:  fmt.Sprintf("wobbly rdit --random 1 --seed %d%s", f.seed, c.again()),
	}
}

// again is the flags that a table of random programs depends on.
func (c *rditCmd) again() string {
	text := ""
	if c.Runs != nil {
		text += fmt.Sprintf(" --runs %d", *c.Runs)
	}
	if c.RunSteps != 10000 {
		text += fmt.Sprintf(" --run-steps %d", c.RunSteps)
	}
	shares := slice.Map(c.Shares, func(x float64) string { return fmt.Sprint(x) })
	return text + " --shares " + strings.Join(shares, ",")
}
