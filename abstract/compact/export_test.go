package compact

import (
	"wobbly/abstract"
	"wobbly/il"
)

// AnalyzeWithin is Analyze by one worker with a limit on nodes.
func AnalyzeWithin(core *il.Core, opts abstract.Options, maxNodes int) (*Analysis, error) {
	return analyzeWithin(core, opts, maxNodes, 1)
}

// HasForm reports whether a mode has a shared form.
func HasForm(m abstract.Mode) bool {
	_, ok := forms[m]
	return ok
}

// AnalyzeBy is Analyze by a number of workers.
func AnalyzeBy(workers int, core *il.Core, opts abstract.Options) (*Analysis, error) {
	return analyzeWithin(core, opts, 0, workers)
}

// ReportsBy is Reports by a number of workers.
func (a *Analysis) ReportsBy(workers int, only *il.Pair) (abstract.Reported, error) {
	return a.reportsBy(workers, only)
}
