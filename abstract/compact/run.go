package compact

import (
	"wobbly/abstract"
	"wobbly/il"
)

// Run analyses a program in the shared form, or as sets where only the set form
// knows how: with a literal reading, with a clause switched off, in a mode of
// which there is no shared form, or if the program is recursive. An error says that a limit was reached.
func Run(core *il.Core, opts abstract.Options) (abstract.Result, error) {
	if asSets(core, opts) {
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

// asSets tells whether the shared form cannot answer.
func asSets(core *il.Core, opts abstract.Options) bool {
	_, shared := forms[opts.Mode]
	return !shared || opts.Literal != 0 || opts.Without != 0 || core.Recursive
}
