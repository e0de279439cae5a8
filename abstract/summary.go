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

// Summaries computes [[mbody(m)]]# <∅, 0, ∅> for every unit, each method once
// and callees first (Figure 7). The slice is indexed by Unit.Index. The error
// is ErrTooLarge, or ErrNoFixpoint.
//
// A recursive program has no callees first. Figure 7 then is a system of
// equations, and the summaries are its fixed point above nothing: all units
// anew in each round, from what the round before had, until nothing changes.
// With balanced locking every equation is monotone, so it is the least one.
func Summaries(core *il.Core, opts Options) ([]D, error) {
	r, most, rounds := opts.rules(), opts.MaxElements, 0
	if most == 0 {
		most = maxElements
	}
	if core.Recursive {
		rounds = mostRounds(core, opts)
	}
	return Fixpoint(core, rounds, States{}.Equal, func(u *il.Unit, known []D) (D, error) {
		t := transfer{r, core, u, known}
		d := t.block(u.Body, r.bottom())
		if d.W.Len() > most || d.A.Len() > most {
			return D{}, ErrTooLarge{u.Name, most}
		}
		return d, nil
	})
}

// mostRounds bounds the rounds after which a recursive program's summaries change
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
func mostRounds(core *il.Core, opts Options) int { return (Roots(core) + 1) * (opts.Cap + 1) }
