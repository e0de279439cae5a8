package theorem

import "math/rand/v2"

// systems lists what is claimed of the analyzers of other papers
// (docs/comparators.md). Where there are several forms of one, the form is part
// of the instance, and what it needs is a hypothesis.
func systems() []*Statement {
	return []*Statement{
		theorem3(), theorem4(), plusChord(),
		unordered(), happensBefore(), theorem5(), maximal(),
		racemobRun(), racemobList(), racemobCoEnabled(),
	}
}

// forms are the forms of a system to look at in a case: the one that Case.Variant
// names, or else the first one and one that is drawn.
func forms[F any](c *Case, r *rand.Rand, all []F, name func(F) string) []F {
	if c.Variant == "" {
		return []F{all[0], all[1+r.IntN(len(all)-1)]}
	}
	for _, f := range all {
		if name(f) == c.Variant {
			return []F{f}
		}
	}
	panic("theorem: there is no form " + c.Variant)
}
