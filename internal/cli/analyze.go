package cli

import (
	"wobbly/internal/ask"
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
	x, err := c.words("").Mode()
	if err != nil {
		return failed(err)
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	second, err := c.second(a, x)
	if err != nil {
		return err
	}
	defer second.end()
	var units []report.Unit
	q := ask.Checking{Analyzer: x, Late: atEnd, Unit: func(u report.Unit) { units = append(units, u) }}
	stop := a.working(c.File)
	doc, err := ask.Analyze(a.ctx, core, q)
	stop()
	if err != nil {
		return failed(err)
	}
	if c.JSON {
		err = report.SummaryJSON(a.out, doc)
	} else {
		err = a.show(doc)
	}
	if err == nil && c.Verified {
		err = second.summaries(core, x, units, !c.JSON)
	}
	if err == nil && a.interrupted() {
		return errInterrupted
	}
	return err
}
