package findings

import (
	"context"
	"fmt"
	"sync"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/needs"
)

// NeedsOf returns what the race of an accepted witness needs of the initial state, for any analyzer
// and any search. It fails if that cannot be determined.
func NeedsOf(p *needs.Program, w *witness.Witness) (*report.Needs, error) {
	n, err := p.Of(w)
	if err != nil {
		return nil, err
	}
	return &report.Needs{
		Equations: slice.Map(n.Equations, needs.Equation.String), Grade: n.Grade.String(),
	}, nil
}

// NeedsSentences says what a race needs, or why that is not known.
func NeedsSentences(p *needs.Program, w *witness.Witness, err error) []string {
	var n *report.Needs
	if err == nil {
		n, err = NeedsOf(p, w)
	}
	if err != nil {
		return []string{fmt.Sprintf("What the race needs of the initial state is not known: %s.",
			err)}
	}
	return []string{n.Sentence()}
}

// A Straight finds races of two units without aliases. NewStraight makes one.
type Straight struct {
	program *needs.Program
	races   func() map[il.Sites]explore.Race
}

// maxStraight bounds the states of the search of a Straight, so that it ends in a moment.
const maxStraight = 50_000

// NewStraight returns a Straight for two methods of a program. It starts a search only for a race
// whose witness needs aliases.
func NewStraight(program *needs.Program, core *il.Core, p il.Pair) *Straight {
	return &Straight{program, sync.OnceValue(func() map[il.Sites]explore.Race {
		o := explore.Defaults()
		o.Prune, o.Reduce, o.MaxStates = true, true, maxStraight
		o = explore.Fitted(core, p, o)
		o.Aliases = 0
		found := map[il.Sites]explore.Race{}
		if r, err := explore.Search(context.Background(), core, p, o); err == nil {
			for _, x := range r.Races {
				found[x.Sites()] = x
			}
		}
		return found
	})}
}

// Witness returns a witness of the same accesses without aliases, if w has aliases and there is
// one; otherwise w.
func (s *Straight) Witness(sites il.Sites, w *witness.Witness) *witness.Witness {
	if n, err := s.program.Of(w); err != nil || n.Aliases() == 0 {
		return w
	}
	if x, ok := s.races()[sites]; ok {
		return x.Witness()
	}
	return w
}
