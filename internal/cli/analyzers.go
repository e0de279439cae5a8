package cli

import (
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/report"
)

// analyzersCmd is `wobbly analyzers`.
type analyzersCmd struct {
	jsonFlag
}

// Run implements the command.
func (c *analyzersCmd) Run(a *app) error {
	list := slice.Map(analyzers.All(), compare.Describe)
	return a.print(report.Analyzers{List: list}, c.JSON)
}
