package research

import (
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/report"
)

type analyzeCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	console.JSONFlag
	console.AnalysisFlags
	opinion.VerifiedFlag
}

func (c *analyzeCmd) Run(a *console.App) error {
	x, err := c.Words("").Mode()
	if err != nil {
		return console.Failed(err)
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	second, err := c.Second(a, x)
	if err != nil {
		return err
	}
	defer second.End()
	var units []report.Unit
	q := ask.Checking{
		Analyzer: x, Grace: console.AtEnd, Unit: func(u report.Unit) { units = append(units, u) },
	}
	stop := a.Working(c.File)
	doc, err := ask.Analyze(a.Ctx, core, q)
	stop()
	if err != nil {
		return console.Failed(err)
	}
	if c.JSON {
		err = report.SummaryJSON(a.Out, doc)
	} else {
		err = a.Show(doc)
	}
	if err == nil && c.Verified {
		err = second.Summaries(core, x, units, !c.JSON)
	}
	if err == nil && a.Interrupted() {
		return console.ErrInterrupted
	}
	return err
}

type analyzersCmd struct {
	console.JSONFlag
}

func (c *analyzersCmd) Run(a *console.App) error {
	return a.Print(report.Analyzers{List: ask.Analyzers()}, c.JSON)
}
