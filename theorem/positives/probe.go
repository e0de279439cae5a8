package positives

import (
	"iter"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
)

// probe is the program C1 || C2 of a case that exact searches look at. They take
// long, so it is one, and there is none in three of four cases.
type probe struct {
	pair il.Pair
	is   bool
	err  error // a BoundError
}

// fewStatements is up to how many statements a case always has one.
const fewStatements = 4

// Probed is the program of the case to search; the same for all statements.
func Probed(c *engine.Case) (p il.Pair, ok bool, err error) {
	x := engine.Once(c, probeOf{}, func() *probe { return drawProbe(c) })
	return x.pair, x.is, x.err
}

// probeOf is the key of the program to search.
type probeOf struct{}

func drawProbe(c *engine.Case) *probe {
	r := c.RandFor("probe")
	statements := slice.Sum(c.Core.Units, func(u *il.Unit) int { return compound.Size(u.Body) })
	if r.IntN(4) > 0 && statements > fewStatements {
		return &probe{}
	}
	programs, err := reporting(c)
	if len(programs) == 0 {
		return &probe{err: err}
	}
	return &probe{programs[r.IntN(len(programs))], true, err}
}

// reporting lists the programs C1 || C2 that have a report; if none has, those
// with one of RacerDX+; and if none has that, all.
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
