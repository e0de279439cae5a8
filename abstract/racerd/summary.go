package racerd

import (
	"wobbly/abstract"
	"wobbly/il"
)

// summarize computes the summary of every unit, by Unit.Index, each method once and callees first
// (Section 5.2.5). The error is abstract.ErrTooLarge or abstract.ErrNoFixpoint.
//
// The summaries of a recursive program are a fixed point. A unit's E does not depend on callees,
// and its A is monotone in theirs, so with balanced locking it is the least one.
func summarize(core *il.Core, opts Options) ([]state, error) {
	most := 0
	if core.Recursive {
		most = maxRounds(core)
	}
	return abstract.Fixpoint(core, most, state.same, func(u *il.Unit, known []state) (state, error) {
		t := transfer{core: core, unit: u, opts: opts, sums: known, heads: map[*il.While]state{}}
		d := t.block(u.Body, t.initial())
		if t.full {
			return state{}, abstract.ErrTooLarge{Unit: u.Name, Limit: opts.maxElements()}
		}
		return d, nil
	})
}

// maxRounds bounds the rounds after which the summaries of a recursive program are a fixed point,
// if there is one.
//
// An aspect of a snapshot (that it is there, that it is Unowned, a formal in its condition) comes
// from an access through a chain of calls, each of which maps its root, a variable of the callee,
// to one of the caller, and a formal of the callee to formals of the caller. A chain that returns
// to the same aspect has either added fields or a level, and can be repeated for ever, or was not
// the shortest. This assumes balanced locking: other recursive programs may take longer.
func maxRounds(core *il.Core) int {
	formals := 0
	for _, u := range core.Units {
		formals = max(formals, len(u.Formals))
	}
	return abstract.Roots(core)*(formals+2) + 1
}
