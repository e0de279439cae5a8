package positives

import (
	"iter"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
)

// fewStatements is the size of programs up to which a case always has a probe.
const fewStatements = 4

// Probed returns the probe of a case: the program C1 || C2 that exact searches visit, the same
// for all statements. They take long, so three of four cases have none.
func Probed(c *engine.Case) (p il.Pair, ok bool, err error) {
	type key struct{}
	type probe struct {
		pair il.Pair
		ok   bool
		err  error // a BoundError
	}
	x := engine.Once(c, key{}, func() probe {
		r := c.RandFor("probe")
		statements := slice.Sum(c.Core.Units, func(u *il.Unit) int { return compound.Size(u.Body) })
		if r.IntN(4) > 0 && statements > fewStatements {
			return probe{}
		}
		programs, err := reporting(c)
		if len(programs) == 0 {
			return probe{err: err}
		}
		return probe{programs[r.IntN(len(programs))], true, err}
	})
	return x.pair, x.ok, x.err
}

// reporting lists the programs C1 || C2 with a report; if there is none, those with a report of
// RacerDX+; and if there is none of these either, all.
func reporting(c *engine.Case) ([]il.Pair, error) {
	all := c.Core.Pairs()
	var some, more []il.Pair
	for _, p := range all {
		pairs, err := pairsIn(c, p)
		switch {
		case err != nil:
			return nil, err
		case holdsOfSome(pairs, (*Pair).Reported):
			some = append(some, p)
		case holdsOfSome(pairs, (*Pair).ReportedPlus):
			more = append(more, p)
		}
	}
	switch {
	case len(some) > 0:
		return some, nil
	case len(more) > 0:
		return more, nil
	default:
		return all, nil
	}
}

func holdsOfSome(pairs iter.Seq[*Pair], holds func(*Pair) bool) bool {
	for x := range pairs {
		if holds(x) {
			return true
		}
	}
	return false
}
