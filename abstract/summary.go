package abstract

import (
	"fmt"

	"wobbly/il"
)

// maxElements bounds the sets of one summary unless Options says otherwise:
// beyond it the set form gives up with ErrTooLarge instead of filling the
// memory.
const maxElements = 1 << 20

// ErrTooLarge says that a summary has more elements than the set form holds.
type ErrTooLarge struct {
	Unit  string
	Limit int
}

// Error implements error.
func (e ErrTooLarge) Error() string {
	return fmt.Sprintf("the summary of %s has more than %d elements, too many to be kept as sets", e.Unit, e.Limit)
}

// ErrNoFixpoint says that the summaries of a recursive program have no fixed point yet:
// paths or lock levels grow with each call. With balanced locking there is no
// fixed point then, unless Rounds is the limit of 1000 for large programs.
type ErrNoFixpoint struct {
	Unit   string // one that still changed
	Rounds int
}

// Error implements error.
func (e ErrNoFixpoint) Error() string {
	return fmt.Sprintf("the summary of %s has not settled after %d rounds of its recursion: paths or lock levels grow with each call", e.Unit, e.Rounds)
}

// Summaries computes [[mbody(m)]]# <∅, 0, ∅> for every unit, each method once
// and callees first (Figure 7). The slice is indexed by Unit.Index. The error
// is ErrTooLarge, or ErrNoFixpoint.
//
// A recursive program has no callees first. Figure 7 then is a system of
// equations, and the summaries are its fixed point above nothing: all units
// anew in each round, from what the round before had, until nothing changes.
// With balanced locking every equation is monotone, so it is the least one.
func Summaries(core *il.Core, opts Options) ([]D, error) {
	s := summaries{core: core, opts: opts, rules: opts.rules(), done: map[*il.Unit]D{}}
	changed, err := s.round()
	if core.Recursive {
		most := rounds(core, opts)
		for n := 1; changed != nil && err == nil; n++ {
			if n > most {
				return nil, ErrNoFixpoint{changed.Name, most}
			}
			changed, err = s.round()
		}
	}
	if err != nil {
		return nil, err
	}
	all := make([]D, len(core.Units))
	for u, d := range s.done {
		all[u.Index] = d
	}
	return all, nil
}

// summaries is what is known of each unit.
type summaries struct {
	core  *il.Core
	opts  Options
	rules *rules
	done  map[*il.Unit]D
}

// round computes the summary of every unit from those known. It gives the last
// unit whose summary changed, nil if none did.
func (s *summaries) round() (changed *il.Unit, err error) {
	most := s.opts.MaxElements
	if most == 0 {
		most = maxElements
	}
	for _, u := range s.core.Order {
		t := transfer{s.rules, s.core, u, s.done}
		d := t.block(u.Body, s.rules.bottom())
		if len(d.W) > most || len(d.A) > most {
			return nil, ErrTooLarge{u.Name, most}
		}
		if !(States{}).Equal(d, s.done[u]) {
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
// An element comes from a statement through a chain of calls, each of which
// turns its root, a variable of the callee, into one of the caller. A chain that
// comes back to the same variable of the same unit brings either more fields or
// a higher level, and repeated has no end, or the same element, and was not the
// shortest. So where there are finitely many elements, no shortest chain is
// longer than there are pairs of a unit and a name; under a cap a level may rise
// so often before it stays. This counts on balanced locking: other recursive
// programs may take longer.
func rounds(core *il.Core, opts Options) int {
	names := map[string]bool{}
	for _, u := range core.Units {
		for _, x := range u.Formals {
			names[x] = true
		}
		il.Walk(u.Body, func(s il.Stmt) {
			il.EachVar(s, func(name string, _ il.Pos) { names[name] = true })
		})
	}
	return min((len(names)*len(core.Units)+1)*(opts.Cap+1), maxRounds)
}
