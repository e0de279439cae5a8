package truth

import (
	"context"
	"errors"
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/theorem/engine"
	"wobbly/witness"
	"wobbly/witness/needs"
)

// Found returns nil if the exact search finds a race at a pair of sites, with a witness that the
// checker accepts.
func Found(c *engine.Case, p il.Pair, sites il.Sites) error {
	s := Search(c, p)
	race := s.at(p, sites)
	switch {
	case race == nil && s.Cut != nil:
		return s.Cut
	case race == nil:
		return fmt.Errorf("the exact search found no race at these sites; it found %d others",
			len(explore.Distinct(p, s.Races)))
	}
	if err := Of(c).Checker.Check(race.Witness()); err != nil {
		return fmt.Errorf("the checker refuses the witness of the search: %w", err)
	}
	return nil
}

type searched struct {
	Races     []explore.Race
	Deadlocks []explore.Race
	Cut       error // a BoundError if there may be more
}

// maxObjects is the maximum number of objects of a state in the search of a program with loops.
// Without loops the program limits them.
const maxObjects = 12

// Search returns the result of the exact search of a program from all well-behaved initial states.
func Search(c *engine.Case, p il.Pair) *searched {
	e := Of(c)
	if e.searches[p] == nil {
		e.searches[p] = search(c, p, explore.Defaults().Aliases)
	}
	return e.searches[p]
}

// search visits the executions from states with at most a number of aliases.
func search(c *engine.Case, p il.Pair, aliases int) *searched {
	o := explore.Defaults()
	o.MaxStates, o.Prune, o.Reduce, o.Aliases = maxStates, true, true, aliases
	if c.Core.HasLoop(p.Left, p.Right) {
		o.MaxObjects = maxObjects
		o.Reduce = false // because one thread could run forever
	}
	s := &searched{}
	r, err := explore.Search(context.Background(), c.Core, p, o)
	if err != nil {
		s.Cut = engine.BoundError{Limit: err.Error()}
	} else {
		s.Races, s.Deadlocks = r.Races, r.Deadlocks
		if !r.Complete && r.Cut != explore.CutAliases {
			s.Cut = engine.BoundError{Limit: "the search for other races was cut: " + string(r.Cut)}
		}
	}
	return s
}

// Deadlocks returns the deadlocks that the exact search finds. The error is a BoundError if there
// may be more.
func Deadlocks(c *engine.Case, p il.Pair) ([]explore.Race, error) {
	s := Search(c, p)
	return s.Deadlocks, s.Cut
}

// AliasFree reports whether a witness needs no equation of the initial state except the one by
// which the threads meet. For a compressed witness that is not known, and the result is false.
func AliasFree(c *engine.Case, w *witness.Witness) bool {
	n, err := needs.New(c.Core).Of(w)
	return err == nil && n.Aliases() == 0
}

// WithoutAliases returns nil if the exact search finds a race at a pair of sites from a state
// without aliases.
func WithoutAliases(c *engine.Case, p il.Pair, sites il.Sites) error {
	s := search(c, p, 0)
	switch {
	case s.at(p, sites) != nil:
		return nil
	case s.Cut != nil:
		return s.Cut
	}
	return errors.New("no execution from a state without aliases races at these sites")
}

// at returns the race of the search of p at a pair of sites, or nil if it found none.
func (s *searched) at(p il.Pair, sites il.Sites) *explore.Race {
	for i := range s.Races {
		if x := s.Races[i].Sites(); p.Sites(x[0], x[1]) == sites {
			return &s.Races[i]
		}
	}
	return nil
}

// FalseReport reports whether no execution from any well-behaved initial state races at the two
// sites of r. An accepted witness decides that or else the exact search. The error is a BoundError.
func FalseReport(c *engine.Case, r abstract.Report) (bool, error) {
	if ProofOf(c, r).Err == nil {
		return false, nil
	}
	s := Search(c, ProgramOf(r))
	if a := AccessesOf(r); s.at(a.Units, a.Sites) != nil {
		return false, nil
	}
	return s.Cut == nil, s.Cut
}

// Raceless reports whether no execution of the units of r races at all. The error is a BoundError.
func Raceless(c *engine.Case, r abstract.Report) (bool, error) {
	if Of(c).racing[ProgramOf(r)] || ProofOf(c, r).Err == nil {
		return false, nil
	}
	s := Search(c, ProgramOf(r))
	if len(s.Races) > 0 {
		return false, nil
	}
	return s.Cut == nil, s.Cut
}

// NoRace returns nil if no execution from any state races at a pair of sites. The error is a
// BoundError if the search was cut before it found one.
func NoRace(c *engine.Case, p il.Pair, sites il.Sites) error {
	s := Search(c, p)
	if s.at(p, sites) != nil {
		return errors.New("the search of all executions finds a race at these sites")
	}
	return s.Cut
}

// Races is like Found, but does not check the witness.
func Races(c *engine.Case, p il.Pair, sites il.Sites) error {
	s := Search(c, p)
	switch {
	case s.at(p, sites) != nil:
		return nil
	case s.Cut != nil:
		return s.Cut
	}
	return fmt.Errorf("no execution from any state races at these sites; at %d others some does",
		len(explore.Distinct(p, s.Races)))
}
