package cli

import (
	"strings"

	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/report"
)

// analyzersCmd is `wobbly analyzers`.
type analyzersCmd struct {
	jsonFlag
}

// Run implements the command.
func (c *analyzersCmd) Run(a *app) error {
	var list []report.Analyzer
	for _, x := range analyzers.All() {
		list = append(list, compare.Describe(x))
	}
	if c.JSON {
		return report.AnalyzersJSON(a.out, list)
	}
	return report.AnalyzersText(a.text(), a.style(a.sys.Stdout), list)
}

// analyzerNames lists the analyzers by name.
func analyzerNames() []string {
	var names []string
	for _, x := range analyzers.All() {
		names = append(names, x.Name)
	}
	return names
}

// findAnalyzer is the analyzer of a name.
func findAnalyzer(name string) (*analyzers.Analyzer, error) {
	x, ok := analyzers.Find(name)
	if !ok {
		return nil, usage(hintOf(name, analyzerNames(), "There are: "+strings.Join(analyzerNames(), ", ")+"."), "there is no analyzer %q", name)
	}
	return x, nil
}
