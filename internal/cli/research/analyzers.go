package research

import (
	"wobbly/internal/analyzers"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/report"
)

// analyzersCmd is `wobbly analyzers`.
type analyzersCmd struct {
	console.JSONFlag
}

// Run implements the command.
func (c *analyzersCmd) Run(a *console.App) error {
	list := slice.Map(analyzers.All(), compare.Describe)
	return a.Print(report.Analyzers{List: list}, c.JSON)
}
