package research

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/internal/text"
	"wobbly/report"
)

// analyzeCmd is `wobbly analyze`.
type analyzeCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	console.JSONFlag
	console.AnalysisFlags
	opinion.VerifiedFlag
}

// Run implements the command.
func (c *analyzeCmd) Run(a *console.App) error {
	opts, err := c.Mode(abstract.Or.String())
	if err != nil {
		return err
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	stop := a.Working(c.File)
	result, err := pipeline.Summarise(a.Ctx, core, opts)
	stop()
	if err != nil {
		return console.Failed(err)
	}
	doc := findings.Summary(core, opts.Mode, result, c.MaxListed(), a.Interrupted)
	doc.Units = console.Listed(a.Ctx, doc.Units)
	if c.Verified {
		err = c.verified(a, core, opts, doc)
	} else {
		err = c.write(a, doc)
	}
	if err == nil && a.Interrupted() {
		return console.ErrInterrupted
	}
	return err
}

func (c *analyzeCmd) write(a *console.App, doc *report.Summary) error {
	if c.JSON {
		return report.SummaryJSON(a.Out, doc)
	}
	return a.Show(doc)
}

// verified writes the summaries and holds each against the one that is extracted.
func (c *analyzeCmd) verified(a *console.App, core *il.Core, opts abstract.Options, doc *report.Summary) error {
	if err := opinion.KnowsMode(opts); err != nil {
		return err
	}
	second, err := opinion.Start(a)
	if err != nil {
		return err
	}
	defer second.End()
	var units []report.Unit
	all := doc.Units
	doc.Units = func(yield func(report.Unit) bool) {
		for x := range all {
			units = append(units, x)
			if !yield(x) {
				return
			}
		}
	}
	if err := c.write(a, doc); err != nil {
		return err
	}
	complete := true
	for i, x := range units {
		complete = complete && x.Total == nil
		if err := second.CompareSummary(core, core.Units[i], opts.Mode, x); err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	return second.Agrees("the extracted analysis says the same (%s)%s", text.CountOf(len(units), "summary", "summaries"), opinion.ListedOnly(complete))
}
