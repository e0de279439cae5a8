package cli

import (
	"wobbly/abstract"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/report"
)

// analyzeCmd is `wobbly analyze`.
type analyzeCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	jsonFlag
	analysisFlags
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
	result, err := pipeline.Summarise(a.ctx, core, opts)
	if err != nil {
		return failed(err)
	}
	doc := findings.Summary(core, opts.Mode, result, c.Limit, a.interrupted)
	if c.JSON {
		err = report.SummaryJSON(a.out, doc)
	} else {
		err = report.SummaryText(a.text(), a.style(a.sys.Stdout), doc)
	}
	if err == nil && a.interrupted() {
		return errInterrupted
	}
	return err
}
