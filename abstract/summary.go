package abstract

import (
	"cmp"
	"fmt"

	"wobbly/il"
)

// maxElements is the default of Options.MaxElements.
const maxElements = 1 << 20

// ErrTooLarge is the error of a summary with more elements than the set form may have.
type ErrTooLarge struct {
	Unit  string
	Limit int
}

func (e ErrTooLarge) Error() string {
	return fmt.Sprintf("the summary of %s has more than %d elements, too many to be kept as sets",
		e.Unit, e.Limit)
}

// Summaries computes [[mbody(m)]]# <∅, 0, ∅> for every unit, by Unit.Index, each method once and
// callees first (Figure 7). The error is ErrTooLarge or ErrNoFixpoint.
//
// For a recursive program Figure 7 is a system of equations. The summaries are its fixed point from
// below: all units are summarized in each round, from the summaries of the previous one, until
// nothing changes. With balanced locking every equation is monotone, so it is the least fixed
// point.
//
// An element comes from a statement through a chain of calls, each of which maps its root, a
// variable of the callee, to one of the caller. A chain that returns to the same variable of the
// same unit has either added fields or a level, and can be repeated forever, or gives the same
// element and was not the shortest. This assumes balanced locking: other recursive programs may
// take more rounds.
func Summaries(core *il.Core, opts Options) ([]D, error) {
	if err := opts.fits(core); err != nil {
		return nil, err
	}
	r, limit := opts.rules(), cmp.Or(opts.MaxElements, maxElements)
	rounds := 0
	if core.Recursive {
		// No shortest chain of calls, as described above, is longer than Roots. Under a cap a level
		// can rise Cap times before it stays.
		rounds = (Roots(core) + 1) * (opts.Cap + 1)
	}
	return Fixpoint(core, rounds, States{}.Equal, func(u *il.Unit, known []D) (D, error) {
		t := transfer{rules: r, core: core, unit: u, sums: known}
		d := t.block(u.Body, r.bottom().entry(core))
		if d.W.Len() > limit || d.A.Len() > limit {
			return D{}, ErrTooLarge{u.Name, limit}
		}
		return d, nil
	})
}
