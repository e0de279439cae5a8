package theorem

import (
	"slices"

	"wobbly/il"
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

// probed is the program of the case to search; the same for all statements.
func (c *Case) probed() (p il.Pair, ok bool, err error) {
	e := c.evidence()
	if e.probe == nil {
		e.probe = c.drawProbe()
	}
	return e.probe.pair, e.probe.is, e.probe.err
}

func (c *Case) drawProbe() *probe {
	r := c.randFor("probe")
	statements := 0
	for _, u := range c.Core.Units {
		statements += size(u.Body)
	}
	if r.IntN(4) > 0 && statements > fewStatements {
		return &probe{}
	}
	programs, err := c.reporting()
	if len(programs) == 0 {
		return &probe{err: err}
	}
	return &probe{programs[r.IntN(len(programs))], true, err}
}

// reporting lists the programs C1 || C2 that have a report; if none has, those
// with one of RacerDX+; and if none has that, all.
func (c *Case) reporting() ([]il.Pair, error) {
	all := c.Core.Pairs()
	var some, more []il.Pair
	for _, p := range all {
		pairs, err := c.pairsOf(p)
		switch {
		case err != nil:
			return nil, err
		case slices.ContainsFunc(pairs, (*pair).reported):
			some = append(some, p)
		case slices.ContainsFunc(pairs, (*pair).reportedPlus):
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

// eachSearched visits the pairs of accesses of the program that is searched.
func eachSearched(c *Case, visit func(Instance) bool) error {
	p, ok, err := c.probed()
	if !ok {
		return err
	}
	all, err := c.pairsOf(p)
	for _, x := range all {
		if !visit(sought{x}) {
			break
		}
	}
	return err
}
