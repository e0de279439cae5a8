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
	return fmt.Sprintf("the summary of %s has more than %d elements; as sets (a literal reading or a lock cap asks for them) it is too large", e.Unit, e.Limit)
}

// Summaries computes [[mbody(m)]]# <∅, 0, ∅> for every unit, each method once
// and callees first (Figure 7). The slice is indexed by Unit.Index.
func Summaries(core *il.Core, opts Options) ([]D, error) {
	most := opts.MaxElements
	if most == 0 {
		most = maxElements
	}
	done := map[*il.Unit]D{}
	all := make([]D, len(core.Units))
	for _, u := range core.Order {
		t := transfer{core: core, unit: u, opts: opts, sums: done}
		d := t.block(u.Body, Bottom())
		if len(d.W) > most || len(d.A) > most {
			return nil, ErrTooLarge{u.Name, most}
		}
		done[u], all[u.Index] = d, d
	}
	return all, nil
}
