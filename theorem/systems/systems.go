package systems

import "wobbly/theorem/engine"

// Statements lists what is claimed of the analyzers of other papers
// (docs/comparators.md). Where there are several forms of one, the form is part
// of the instance, and what it needs is a hypothesis.
func Statements() []*engine.Statement {
	return append([]*engine.Statement{
		theorem3(), theorem4(), plusChord(),
		unordered(), happensBefore(), theorem5(), maximal(),
		racemobRun(), racemobList(), racemobCoEnabled(),
	}, predictions()...)
}
