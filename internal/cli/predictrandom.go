package cli

import (
	"context"
	"fmt"
	"slices"

	"wobbly/dynamic/predict"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/internal/text"
	"wobbly/report"
)

// predictKind is the name of the campaigns of predict --random.
const predictKind = "predict"

// random sums up over the random programs of the seeds Seed to Seed+Random-1. The runs
// of a program are drawn from its seed.
func (c *predictCmd) random(a *app, o *predict.Survey, doc *report.Predict) {
	w := a.lasting("", "the first programs")
	x := c.sweep(o)
	x.Crew = a.crew(c.workersFlag, w, fmt.Sprintf("predict --random %d", c.Random))
	x.Progress = func(done uint64) { w.programs(done, c.Random) }
	sum, faults := x.Run(a.ctx)
	w.Done()
	doc.Table, doc.Interrupted = predictTable(sum), a.interrupted()
	doc.Random = &report.PredictRandom{Drawing: x.Drawing.Name, Programs: c.Random, Failures: []report.Fault{}}
	for _, f := range faults {
		doc.Random.Failures = append(doc.Random.Failures, report.Fault{
			Seed: f.Seed, What: f.What, Program: f.Program.Source.Text,
			Repeat: fmt.Sprintf("wobbly predict --random 1 --seed %d%s", f.Seed, c.again()),
		})
	}
}

// sweep is the sum as a campaign. What workers elsewhere have to know is the flags that it
// depends on.
func (c *predictCmd) sweep(o *predict.Survey) *compare.Sweep[*predict.Table] {
	drawing, _ := c.drawing() // which survey has refused if there is none
	about := &predictCmd{
		Random: c.Random, drawingFlag: c.drawingFlag, Runs: c.Runs, RunSteps: c.RunSteps, Seed: c.Seed, MaxStates: c.MaxStates,
		predictorFlags: c.predictorFlags,
	}
	return &compare.Sweep[*predict.Table]{
		Kind: predictKind, Draw: compare.Draw{Drawing: drawing, Seed: c.Seed, Programs: c.Random, About: about}, Program: drawing.Program,
		Zero: func() *predict.Table { return predict.NewTable(o) }, Plus: (*predict.Table).Plus,
		One: func(ctx context.Context, seed uint64) (*predict.Table, *compare.Failure) {
			t := predict.NewTable(o)
			_, core, failure := compare.Drawn(seed, drawing.Options)
			if failure != nil {
				return t, failure
			}
			of := *o
			of.Seed = seed
			if what := of.Tabulate(ctx, core, c.search(), t); len(what) > 0 {
				return t, &compare.Failure{Seed: seed, What: what}
			}
			return t, nil
		},
		Check: func(t *predict.Table, programs uint64) error { return checkTable(t, predict.NewTable(o), programs) },
	}
}

// checkTable tells why a table from elsewhere is none of so many programs.
func checkTable(t, like *predict.Table, programs uint64) error {
	none := fmt.Errorf("no table of %s", text.Count(programs, "program"))
	if t == nil || uint64(t.Programs) != programs || !slices.Equal(t.Points, like.Points) || len(t.Rows) != len(like.Rows) {
		return none
	}
	for i, r := range t.Rows {
		if of := like.Rows[i]; r.Method != of.Method || r.Variant != of.Variant || len(r.Found) != len(of.Found) || len(r.Wrong) != len(of.Wrong) {
			return none
		}
	}
	return nil
}

// worker is the job of a worker elsewhere.
func (c *predictCmd) worker() (*campaign.Job[campaign.Range, *compare.Part[*predict.Table]], error) {
	o, err := c.survey()
	if err != nil {
		return nil, err
	}
	return c.sweep(o).Job(), nil
}

// again is the flags that a sum over random programs depends on.
func (c *predictCmd) again() string {
	return fmt.Sprintf(" --runs %d", c.Runs) + again(c, "Drawing", "RunSteps", "MaxStates", "Method", "Variant")
}
