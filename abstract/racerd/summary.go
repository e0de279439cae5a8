package racerd

import (
	"wobbly/abstract"
	"wobbly/il"
)

// summarize computes the summary of every unit, each method once and callees
// first (Section 5.2.5). The slice is indexed by Unit.Index. The error is
// abstract.ErrTooLarge, or abstract.ErrNoFixpoint.
//
// The summaries of a recursive program are a fixed point. A unit's E does not depend on
// callees, and what they contribute to A is monotone in theirs, so with balanced locking it
// is the least one.
func summarize(core *il.Core, opts Options) ([]state, error) {
	most := 0
	if core.Recursive {
		most = rounds(core)
	}
	return abstract.Fixpoint(core, most, state.same, func(u *il.Unit, known []state) (state, error) {
		t := transfer{core: core, unit: u, opts: opts, sums: known, heads: map[*il.While]state{}}
		d := t.block(u.Body, t.initial())
		if t.full {
			return state{}, abstract.ErrTooLarge{Unit: u.Name, Limit: opts.most()}
		}
		return d, nil
	})
}

// rounds bounds the rounds after which a recursive program's summaries change
// no more, if they ever stop.
//
// What a snapshot depends on (its being there, its being Unowned, a formal in
// its condition) comes from an access through a chain of calls, each of which
// turns its root, a variable of the callee, into one of the caller, and a formal
// of the callee into formals of the caller. A chain that comes back to the same
// of all that has brought more fields or a higher level, and repeated has no end,
// or was not the shortest. This counts on balanced locking: other recursive
// programs may take longer.
func rounds(core *il.Core) int {
	formals := 0
	for _, u := range core.Units {
		formals = max(formals, len(u.Formals))
	}
	return abstract.Roots(core)*(formals+2) + 1
}
