package cli

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/internal/text"
	"wobbly/report"
)

// analyzeCmd is `wobbly analyze`.
type analyzeCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	jsonFlag
	analysisFlags
	verifiedFlag
}

// Run implements the command.
func (c *analyzeCmd) Run(a *app) error {
	opts, err := c.mode(abstract.Or.String())
	if err != nil {
		return err
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	stop := a.working(c.File)
	result, err := pipeline.Summarise(a.ctx, core, opts)
	stop()
	if err != nil {
		return failed(err)
	}
	doc := findings.Summary(core, opts.Mode, result, c.limit(), a.interrupted)
	doc.Units = listed(a.ctx, doc.Units)
	if c.Verified {
		err = c.verified(a, core, opts, doc)
	} else {
		err = c.write(a, doc)
	}
	if err == nil && a.interrupted() {
		return errInterrupted
	}
	return err
}

func (c *analyzeCmd) write(a *app, doc *report.Summary) error {
	if c.JSON {
		return report.SummaryJSON(a.out, doc)
	}
	return a.show(doc)
}

// verified writes the summaries and holds each against the one that is extracted.
func (c *analyzeCmd) verified(a *app, core *il.Core, opts abstract.Options, doc *report.Summary) error {
	if err := knowsMode(opts); err != nil {
		return err
	}
	second, err := a.startOpinion()
	if err != nil {
		return err
	}
	defer second.end()
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
		if err := second.compareSummary(core, core.Units[i], opts.Mode, x); err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	return second.agrees("the extracted analysis says the same (%s)%s", text.CountOf(len(units), "summary", "summaries"), listedOnly(complete))
}
