package compact

import (
	"wobbly/abstract"
	"wobbly/il"
)

// Run analyses a program in the shared form, or as sets where the options ask
// for a literal reading, which only the set form knows. An error says that a
// limit was reached.
func Run(core *il.Core, opts abstract.Options) (abstract.Result, error) {
	if opts.Literal != 0 {
		s, err := abstract.AnalyzeSets(core, opts)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	a, err := Analyze(core, opts)
	if err != nil {
		return nil, err
	}
	return a, nil
}
