package cli

import (
	"strings"

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

// analyzerNames lists the analyzers by name.
func analyzerNames() []string {
	return slice.Map(analyzers.All(), func(x *analyzers.Analyzer) string { return x.Name })
}

// findAnalyzer is the analyzer of a name.
func findAnalyzer(name string) (*analyzers.Analyzer, error) {
	x, ok := analyzers.Find(name)
	if !ok {
		return nil, usage(hintOf(name, analyzerNames(), "There are: "+strings.Join(analyzerNames(), ", ")+"."), "there is no analyzer %q", name)
	}
	return x, nil
}
