package positives

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness/reconstruct"
)

// precise is a mode of the analysis whose reports are all true: the words of the
// four statements that say so, and what these are about.
type precise struct {
	race         engine.Statement // the program races at the sites of each report
	interleaving engine.Statement // it does whatever the schedule is
	witness      engine.Statement // the proof as an algorithm never fails
	oracle       engine.Statement // the exact search, which knows nothing of the analysis, finds each report

	// claims visits the pairs of accesses of a case that may be reported, as
	// instances with the given conclusion.
	claims func(c *engine.Case, conclude func(claim) error, visit func(engine.Instance) bool) error
	// meetings visits interleavings that bring both threads before such a pair.
	meetings func(c *engine.Case, visit func(engine.Instance) bool) error
	// searched visits the pairs of the program that is searched.
	searched func(c *engine.Case, visit func(engine.Instance) bool) error
}

// claim is two accesses of a program of which a mode says that they race.
type claim interface {
	of() (c *engine.Case, p il.Pair, sites il.Sites)
	proof() truth.Proof // the witness that the proof of the mode's theorem gives
}

// The least shares of drawn programs for which the statements must be decided.
// Exact searches are made for few.
const (
	usualFloor  = 0.4
	searchFloor = 0.12
)

// races is the statement about races at the reported sites.
func (m precise) races() *engine.Statement {
	return stating(m.race, usualFloor, func(c *engine.Case, visit func(engine.Instance) bool) error { return m.claims(c, raced, visit) })
}

// interleavings is the statement about all schedules.
func (m precise) interleavings() *engine.Statement {
	return stating(m.interleaving, usualFloor, m.meetings)
}

// witnesses is the statement about the proof as an algorithm.
func (m precise) witnesses() *engine.Statement {
	return stating(m.witness, usualFloor, func(c *engine.Case, visit func(engine.Instance) bool) error { return m.claims(c, accepted, visit) })
}

// oracles is the statement about the exact search.
func (m precise) oracles() *engine.Statement { return stating(m.oracle, searchFloor, m.searched) }

// statements are all four.
func (m precise) statements() []*engine.Statement {
	return []*engine.Statement{m.races(), m.interleavings(), m.witnesses(), m.oracles()}
}

// stating is a statement of these words.
func stating(words engine.Statement, floor float64, instances func(*engine.Case, func(engine.Instance) bool) error) *engine.Statement {
	words.Floor, words.Instances = floor, instances
	return &words
}

// raced is nil if the program races at the two sites: by the witness, or else by
// the exact search.
func raced(x claim) error {
	p := x.proof()
	if p.Err == nil {
		return nil
	}
	c, units, sites := x.of()
	var limit engine.BoundError
	if err := truth.Races(c, units, sites); err == nil || errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("no execution from any state races at these sites; %w", truth.Refused(p))
}

// accepted is nil if checker and semantics both accept the witness.
func accepted(x claim) error {
	p := x.proof()
	var long reconstruct.TooLongError
	switch {
	case errors.As(p.Err, &long):
		return engine.BoundError{Limit: long.Error()}
	case p.Err != nil:
		return truth.Refused(p)
	}
	c, _, _ := x.of()
	return truth.Replayed(c.Core, p.Witness)
}

// found is nil if the exact search finds the pair of sites.
func found(x claim) error {
	c, units, sites := x.of()
	return truth.Found(c, units, sites)
}
