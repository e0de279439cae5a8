package rdit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/slice"
)

// Count compares the reports of a variant with the truth. It counts pairs of recorded accesses, or
// pairs of their sites once for each execution.
type Count struct {
	Reported int // how many pairs the variant reports
	False    int // how many of these the complete execution orders
	Missed   int // how many unordered pairs the variant does not report
}

// add adds reported pairs, of which some are wrong; all is the number of unordered pairs.
func (c *Count) add(reported, wrong, all int) {
	c.Reported += reported
	c.False += wrong
	c.Missed += all - (reported - wrong)
}

// True returns the number of reported pairs that are not false.
func (c Count) True() int { return c.Reported - c.False }

// Total is a column of a table: a variant over the executions of a row.
type Total struct {
	Variant  string
	Sites    Count // counts pairs of sites in each execution
	Accesses Count // counts pairs of accesses
	Runs     int   // how many executions have a false report
}

// Row is a row of a table: a set of missing methods.
type Row struct {
	Share      float64  // the share of missing methods
	Names      []string // the missing methods of one program; nil for random programs
	Programs   int
	Methods    int // how many methods the programs have
	Missing    int // how many of these are missing
	Executions int
	Cut        int // how many executions Limits ended
	Calls      int // how many BarrierPairs there are
	Races      int // how many pairs of sites race in the complete executions
	Unseen     int // how many of these have no race of recorded accesses
	Totals     []Total
}

func (r *Row) Total(v Variant) Total {
	for _, t := range r.Totals {
		if t.Variant == v.Name {
			return t
		}
	}
	panic("rdit: no variant " + v.Name)
}

// addProgram adds a program with missing methods to the row.
func (r *Row) addProgram(m Missing) {
	r.Programs++
	r.Missing += m.Len()
	for _, u := range m.core.Units {
		if !u.Thread {
			r.Methods++
		}
	}
}

// add adds an execution to the row. all is the reports on it without missing methods.
func (r *Row) add(t *Trace, all []hb.Report) {
	r.Executions++
	if t.Execution.Cut {
		r.Cut++
	}
	r.Calls += len(t.Pairs)
	complete := Truth.Run(t)
	truth := complete.Reports()
	pairs := slice.Sum(truth, func(s hb.Report) int { return s.Count })
	r.Races += len(all)
	r.Unseen += len(all) - len(truth)
	for i, v := range Variants() {
		r.Totals[i].add(v.Run(t), complete, truth, pairs)
	}
}

// add adds a variant's result on an execution. complete is the truth, with its reports by sites and
// its number of pairs of accesses. A pair of sites is false if no accesses there race, including
// those that the variant does not report.
func (t *Total) add(r, complete *Result, truth []hb.Report, pairs int) {
	sites := map[il.Sites]bool{}
	var reported, wrong, falseSites int
	for race := range r.Races() {
		e, f := r.Trace.Events[race.First], r.Trace.Events[race.Second]
		sites[dynamic.Sites(r.Trace.Execution.Pair, e, f)] = true
		reported++
		if complete.Before(race.First, race.Second) {
			wrong++
		}
	}
	races := slice.SetBy(truth, func(t hb.Report) il.Sites { return t.Sites })
	for s := range sites {
		if !races[s] {
			falseSites++
		}
	}
	t.Accesses.add(reported, wrong, pairs)
	t.Sites.add(len(sites), falseSites, len(truth))
	if falseSites > 0 {
		t.Runs++
	}
}

// TableOptions determine the executions of a table.
type TableOptions struct {
	Programs int // the number of random programs
	Runs     int // the number of executions of each pair of units
	Seed     uint64
	Shares   []float64 // the shares of missing methods, each of which has a row
	Corpus   gen.Options
	Limits   dynamic.Limits
	Given    bool   // whether to start in the state of the file's init block, not in random ones
	Progress func() // called after each execution; may be nil
}

// DefaultTable returns the options of a table that takes a few seconds.
func DefaultTable() TableOptions {
	return TableOptions{
		Programs: 2000, Runs: 4, Seed: 1,
		Shares: []float64{0, 0.1, 0.25, 0.5, 0.75, 1},
		Corpus: Corpus(), Limits: dynamic.DefaultLimits(),
	}
}

// Table returns the table of the RDIT paper over random programs: for each share of missing
// methods, the reports of each variant and how many of them are false. All rows use the same
// executions, and a row's missing methods are also missing in the rows of greater shares. It is
// deterministic.
func Table(o TableOptions) []Row {
	rows := o.rows()
	for n := range uint64(max(0, o.Programs)) {
		r := rand.New(rand.NewPCG(o.Seed, n))
		core := draw(r, o.Corpus)
		missing := slice.Map(o.Shares, Draw(core, r).Share)
		o.tabulate(context.Background(), core.Pairs(), missing, rows,
			func(p il.Pair, _ int) *dynamic.Execution {
				return dynamic.DrawFrom(core, p, dynamic.Start(core, p, o.Given, r), r, o.Limits)
			})
	}
	return rows
}

// TableOf is Table for pairs of units of one program, with the executions of Survey. If ctx ends,
// the rows have the executions until then.
func TableOf(ctx context.Context, core *il.Core, pairs []il.Pair, o TableOptions) []Row {
	rows := o.rows()
	r := rand.New(rand.NewPCG(o.Seed, 0))
	survey := SurveyOptions{Runs: o.Runs, Seed: o.Seed, Limits: o.Limits, Given: o.Given}
	missing := slice.Map(o.Shares, Draw(core, r).Share)
	for i, m := range missing {
		rows[i].Names = append([]string{}, m.Names()...)
	}
	o.tabulate(ctx, pairs, missing, rows,
		func(p il.Pair, run int) *dynamic.Execution { return survey.Replay(core, p, run) })
	return rows
}

func (o TableOptions) rows() []Row {
	rows := make([]Row, len(o.Shares))
	for i, s := range o.Shares {
		rows[i].Share = s
		for _, v := range Variants() {
			rows[i].Totals = append(rows[i].Totals, Total{Variant: v.Name})
		}
	}
	return rows
}

// tabulate adds the executions of a program to all rows, until ctx ends.
func (o TableOptions) tabulate(
	ctx context.Context, pairs []il.Pair, missing []Missing, rows []Row,
	execute func(p il.Pair, run int) *dynamic.Execution,
) {
	for i, m := range missing {
		rows[i].addProgram(m)
	}
	for _, p := range pairs {
		for run := range o.Runs {
			if ctx.Err() != nil {
				return
			}
			x := execute(p, run)
			all := hb.Reports(x)
			for i, m := range missing {
				rows[i].add(Observe(x, m), all)
			}
			if o.Progress != nil {
				o.Progress()
			}
		}
	}
}

func draw(r *rand.Rand, o gen.Options) *il.Core {
	core, errs := check.Program(gen.Program(r, o), check.Options{})
	if len(errs) > 0 {
		panic(fmt.Sprintf("rdit: the generator made an illegal program: %v", errs))
	}
	return core
}
