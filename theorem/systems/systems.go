// Package systems has statements about the analyzers of other papers (docs/theory.md). If an
// analyzer has several forms, the form is part of the instance, and the property that a form needs
// is a hypothesis.
package systems

import (
	"slices"

	"wobbly/theorem/engine"
	"wobbly/theorem/positives"
)

// Statements lists the statements. Each also applies to programs that name locks.
func Statements() []*engine.Statement {
	all := slices.Concat([]*engine.Statement{
		theorem3(), theorem4(), plusChord(),
		unordered(), happensBefore(), theorem5(), maximal(),
		racemobRun(), racemobList(), racemobCoEnabled(),
	}, predictions())
	for _, s := range all {
		alsoNamed(s)
	}
	return all
}

// alsoNamed extends a statement to programs that name locks. In one case in four, it also visits
// the instances of the program with names for its locks.
func alsoNamed(s *engine.Statement) {
	instances := s.Instances
	s.NamedLocks = true
	s.Instances = func(c *engine.Case, visit func(engine.Instance) bool) error {
		more := true // whether visit has always returned true
		err := instances(c, func(x engine.Instance) bool {
			more = visit(x)
			return more
		})
		if !more || c.RandFor("names").IntN(4) > 0 {
			return err
		}
		if n := positives.Named(c); n != nil && n.Core != c.Core {
			if bound := instances(n.VisitedLike(c), visit); bound != nil {
				return bound
			}
		}
		return err
	}
}
