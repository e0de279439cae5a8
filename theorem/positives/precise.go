package positives

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness/reconstruct"
)

// precise is a mode with only true reports: the texts of its four statements, and their instances.
type precise struct {
	race         engine.Statement // the program races at the sites of each report
	interleaving engine.Statement // whatever the schedule is
	witness      engine.Statement // the proof, as an algorithm, never fails
	// the exact search, which is independent of the analysis, finds it
	oracle engine.Statement

	// claims visits the pairs of a case that may be reported, with the given conclusion.
	claims func(c *engine.Case, conclude func(claim) error, visit func(engine.Instance) bool) error
	// meetings visits interleavings that bring both threads to such a pair.
	meetings func(c *engine.Case, visit func(engine.Instance) bool) error
	searched func(c *engine.Case, visit func(engine.Instance) bool) error
}

type claim interface {
	of() (c *engine.Case, p il.Pair, sites il.Sites)
	proof() truth.Proof // the witness from the proof of the mode's theorem
}

const usualFloor = 0.4

// racesThere ends the symbols of a statement about a race at the accesses c1 and c2.
const racesThere = "⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next"

// witnessWords says that each report has a witness that starts in the given state.
func witnessWords(analysis, start string) string {
	return "For every report of " + analysis + ", the proof constructs an execution from " + start +
		" to a race at the reported sites. The checker accepts it, and the " +
		"semantics can execute it."
}

// oracleWords says that the exact search finds each report.
func oracleWords(analysis string) string {
	return "The search of all executions from all well-behaved states finds a race at the sites " +
		"of every report of " + analysis + ", with a witness that the checker accepts. " + Sampled
}

// statements lists the four statements. Exact searches run for a few programs only.
func (m precise) statements() []*engine.Statement {
	type instances func(*engine.Case, func(engine.Instance) bool) error
	claiming := func(conclude func(claim) error) instances {
		return func(c *engine.Case, visit func(engine.Instance) bool) error {
			return m.claims(c, conclude, visit)
		}
	}
	m.race.Floor, m.race.Instances = usualFloor, claiming(raced)
	m.interleaving.Floor, m.interleaving.Instances = usualFloor, m.meetings
	m.witness.Floor, m.witness.Instances = usualFloor, claiming(accepted)
	m.oracle.Floor, m.oracle.Instances = 0.12, m.searched
	all := []*engine.Statement{&m.race, &m.interleaving, &m.witness, &m.oracle}
	for _, s := range all {
		s.NamedLocks = true
	}
	return all
}

// raced returns nil if the witness or else the exact search shows a race at the two sites.
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

func found(x claim) error {
	c, units, sites := x.of()
	return truth.Found(c, units, sites)
}
