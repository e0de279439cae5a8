package cli

import (
	"fmt"

	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/report"
)

// random compares on random programs, drawing by drawing, and prints what comes of it.
func (c *compareCmd) random(a *app, o compare.Options) error {
	drawings, err := c.drawings()
	if err != nil {
		return err
	}
	kept, err := c.load()
	if err != nil {
		return err
	}
	var docs []*report.Compare
	sum := compare.NewTotals()
	for _, d := range drawings {
		doc, totals, err := c.draw(a, o, d, kept)
		if err != nil {
			return err
		}
		docs = append(docs, doc)
		if sum.Plus(totals); a.interrupted() {
			break
		}
	}
	if !c.JSON || len(drawings) == 1 {
		return c.print(a, docs)
	}
	all := &report.Compare{Files: []report.CompareFile{}, Total: sum.Document(o)}
	all.Total.Interrupted = a.interrupted()
	for _, d := range docs {
		all.Drawings = append(all.Drawings, d.Total)
	}
	return report.JSON(a.out, all)
}

// drawings are those that were asked for.
func (c *compareCmd) drawings() (all []gen.Drawing, err error) {
	for _, name := range c.Drawing {
		if name == "all" {
			return gen.Drawings(), nil
		}
		d, err := drawingOf(name)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// draw compares on random programs of one drawing.
func (c *compareCmd) draw(a *app, o compare.Options, drawing gen.Drawing, kept *compareState) (*report.Compare, *compare.Totals, error) {
	w := a.lasting("", "the first programs")
	t, failures, err := c.compared(a, drawing, w, o, kept)
	w.Done()
	if err != nil {
		return nil, nil, err
	}
	doc := &report.Compare{Files: []report.CompareFile{}, Total: t.Document(o)}
	run := &report.CompareRun{
		Drawing: drawing.Name, About: drawing.Doc, Seed: c.Seed, Programs: c.Random, MaxStates: o.Analysis.Search.MaxStates,
		Failures: []report.Fault{}, Interrupted: a.interrupted(),
	}
	doc.Total.Random = run
	for i, f := range failures {
		run.Failures = append(run.Failures, c.fault(f, drawing.Name, o, i < maxShrunk))
	}
	switch {
	case len(failures) > 0:
		a.found(exitViolated)
	case a.interrupted() || 100*t.LeftOut > maxLeftOut*t.Pairs:
		a.found(exitInconclusive)
	}
	return doc, t, nil
}

// compared compares on the programs of a draw, or goes on with it.
func (c *compareCmd) compared(a *app, drawing gen.Drawing, w *watch, o compare.Options, kept *compareState) (*compare.Totals, []compare.Failure, error) {
	if kept == nil {
		t, failures := compare.Random(a.ctx, c.drawOf(a, drawing, w, 0), o)
		return t, failures, nil
	}
	begun, err := kept.begun(c.programs(drawing), o)
	if err != nil {
		return nil, nil, err
	}
	from := uint64(0)
	if begun != nil {
		from = begun.Programs
	}
	d := c.drawOf(a, drawing, w, from)
	t, failures := compare.GoOn(a.ctx, d, o, begun, func(x *compare.Stretch[*compare.Totals]) {
		kept.Run[d.Drawing.Name] = x
		a.fail(kept.saveNowAndThen())
	})
	return t, failures, kept.save()
}

// drawOf is what random programs of a drawing there are, and who compares them. Where it
// goes on from is told elsewhere too: another beginning is another job.
func (c *compareCmd) drawOf(a *app, drawing gen.Drawing, w *watch, from uint64) compare.Draw {
	d := c.programs(drawing)
	d.Crew = a.crew(c.workersFlag, w, fmt.Sprintf("compare --random %d --drawing %s", c.Random, drawing.Name))
	d.Progress = func(done uint64) { w.programs(done, c.Random) }
	flags := c.compareSearchFlags
	flags.Seed += from
	d.About = &compareCmd{
		compareSearchFlags: flags, Analyzers: c.Analyzers,
		compareDrawFlags: compareDrawFlags{Random: c.Random, Drawing: []string{drawing.Name}},
	}
	return d
}

func (c *compareCmd) programs(drawing gen.Drawing) compare.Draw {
	return compare.Draw{Drawing: drawing, Seed: c.Seed, Programs: c.Random}
}

// asked is what a worker elsewhere is asked: the drawing, and the options.
func (c *compareCmd) asked() (d compare.Draw, o compare.Options, err error) {
	if o, err = c.options(); err != nil {
		return d, o, err
	}
	drawings, err := c.drawings()
	if err == nil && len(drawings) != 1 {
		err = usage("", "a worker compares on one drawing")
	}
	if err != nil {
		return d, o, err
	}
	return c.programs(drawings[0]), o, nil
}

// worker is the job of a worker elsewhere.
func (c *compareCmd) worker() (*campaign.Job[campaign.Range, *compare.Part[*compare.Totals]], error) {
	d, o, err := c.asked()
	if err != nil {
		return nil, err
	}
	return d.Worker(o), nil
}

// fault describes a failure, shrunk if it is to be.
func (c *compareCmd) fault(f compare.Failure, drawing string, o compare.Options, shrink bool) report.Fault {
	p := f.Program
	if shrink {
		p = f.Shrink(o)
	}
	return report.Fault{
		Seed: f.Seed, What: f.What, Program: p.Source.Text,
		Repeat: fmt.Sprintf("wobbly compare --random 1 --drawing %s --seed %d%s", drawing, f.Seed, c.again()),
	}
}

// again is the flags that a random run depends on.
func (c *compareCmd) again() string {
	return again(c, "MaxStates", "Runs", "Context", "Share", "Limit", "Analyzers")
}
