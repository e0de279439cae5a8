package research

import (
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type analyzersCmd struct {
	console.JSONFlag
}

func (c *analyzersCmd) Run(a *console.App) error {
	return a.Print(report.Analyzers{List: ask.Analyzers()}, c.JSON)
}
