package cli

import (
	"wobbly/internal/ask"
	"wobbly/report"
)

// analyzersCmd is `wobbly analyzers`.
type analyzersCmd struct {
	jsonFlag
}

// Run implements the command.
func (c *analyzersCmd) Run(a *app) error {
	return a.print(report.Analyzers{List: ask.Analyzers()}, c.JSON)
}
