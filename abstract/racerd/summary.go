package racerd

import (
	"wobbly/abstract"
	"wobbly/il"
)

// summarize computes the summary of every unit, each method once and callees
// first (Section 5.2.5). The slice is indexed by Unit.Index. The error is
// abstract.ErrTooLarge, or abstract.ErrNoFixpoint.
//
// The summaries of a recursive program are a fixed point above nothing: all
// units anew in each round, from what the round before had, until nothing
// changes. A unit's E does not depend on callees, and what they contribute to A
// is monotone in theirs, so with balanced locking it is the least one.
func summarize(core *il.Core, opts Options) ([]state, error) {
	s := summaries{core: core, opts: opts, done: map[*il.Unit]state{}}
	changed, err := s.round()
	if core.Recursive {
		most := rounds(core)
		for n := 1; changed != nil && err == nil; n++ {
			if n > most {
				return nil, abstract.ErrNoFixpoint{Unit: changed.Name, Rounds: most}
			}
			changed, err = s.round()
		}
	}
	if err != nil {
		return nil, err
	}
	all := make([]state, len(core.Units))
	for u, d := range s.done {
		all[u.Index] = d
	}
	return all, nil
}

// summaries is what is known of each unit.
type summaries struct {
	core *il.Core
	opts Options
	done map[*il.Unit]state
}

// round computes the summary of every unit from those known. It gives the last
// unit whose summary changed, nil if none did.
func (s *summaries) round() (changed *il.Unit, err error) {
	for _, u := range s.core.Order {
		t := transfer{core: s.core, unit: u, opts: s.opts, sums: s.done, heads: map[*il.While]state{}}
		d := t.block(u.Body, t.initial())
		if t.full {
			return nil, abstract.ErrTooLarge{Unit: u.Name, Limit: s.opts.most()}
		}
		if s.core.Recursive && !d.same(s.done[u]) {
			changed = u
		}
		s.done[u] = d
	}
	return changed, nil
}

// maxRounds bounds the rounds of programs for which the exact bound would take
// too long to reach.
const maxRounds = 1000

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
	names := map[string]bool{}
	formals := 0
	for _, u := range core.Units {
		formals = max(formals, len(u.Formals))
		for _, x := range u.Formals {
			names[x] = true
		}
		il.Walk(u.Body, func(s il.Stmt) {
			il.EachVar(s, func(name string, _ il.Pos) { names[name] = true })
		})
	}
	return min(len(names)*len(core.Units)*(formals+2)+1, maxRounds)
}
