package research

import (
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

// analyzersCmd is `wobbly analyzers`.
type analyzersCmd struct {
	console.JSONFlag
}

// Run implements the command.
func (c *analyzersCmd) Run(a *console.App) error {
	return a.Print(report.Analyzers{List: ask.Analyzers()}, c.JSON)
}
