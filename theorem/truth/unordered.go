package truth

import (
	"context"
	"fmt"

	"wobbly/il"
	oracle "wobbly/semantics/explore/unordered"
	"wobbly/theorem/engine"
)

// IsUnordered returns nil if some execution leaves the accesses at a pair of sites unordered.
func IsUnordered(c *engine.Case, p il.Pair, sites il.Sites) error {
	sites = p.Sites(sites[0], sites[1])
	r, cut := Unordered(c, p)
	for _, race := range r.Races {
		if p.Sites(race.Sites()[0], race.Sites()[1]) != sites {
			continue
		}
		if race.Execution == nil {
			return engine.BoundError{Limit: "an execution is too long to be written down"}
		}
		found := race.Sites() // the same as sites, perhaps in the other order
		if err := oracle.Check(c.Core, p, found[0], found[1], race.Execution); err != nil {
			return fmt.Errorf("the execution of the search for unordered accesses is refused: %w",
				err)
		}
		return nil
	}
	if cut != nil {
		return cut
	}
	return fmt.Errorf("no execution from any state leaves the accesses unordered; other pairs: %d",
		len(r.Races))
}

// Unordered returns the result of the exact search of a program for unordered accesses, and a
// BoundError if there may be more.
func Unordered(c *engine.Case, p il.Pair) (*oracle.Result, error) {
	e := Of(c)
	r, ok := e.unordered[p]
	if !ok {
		o := oracle.Defaults()
		o.MaxStates = maxStates
		if c.Core.HasLoop(p.Left, p.Right) {
			o.MaxObjects = maxObjects
		}
		found, err := oracle.Search(context.Background(), c.Core, p, o)
		if err != nil {
			panic(err) // Search fails only with a given state or a bound on iterations
		}
		r = found
		e.unordered[p] = r
	}
	if !r.Complete {
		return r, engine.BoundError{Limit: "the search for unordered accesses was cut: " +
			string(r.Cut)}
	}
	return r, nil
}
