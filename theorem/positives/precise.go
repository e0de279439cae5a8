package positives

import (
	"errors"
	"fmt"

	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness/reconstruct"
)

// precise is a mode of the analysis with only true reports: four statements that say so, without
// their instances, and the instances.
type precise struct {
	race         engine.Statement // says that the program races at the sites of each report
	interleaving engine.Statement // says that it does under every schedule from the special state
	witness      engine.Statement // says that the proof constructs a witness of each report
	oracle       engine.Statement // says that the exact search finds a race for each report
	instances
}

// instances visits the instances of a mode's statements in a case, until visit returns false.
type instances interface {
	// claims visits pairs of accesses as claims whose conclusion is that of conclude. The
	// hypotheses select those that are reported.
	claims(c *engine.Case, conclude func(claim) error, visit func(engine.Instance) bool) error
	// meetings visits interleavings that bring both threads to two accesses.
	meetings(c *engine.Case, visit func(engine.Instance) bool) error
	// searched visits what the exact search is to confirm, in the few cases for which it runs.
	searched(c *engine.Case, visit func(engine.Instance) bool) error
}

// claim is an instance that says that two accesses of a program race.
type claim interface {
	about() sitesOfCase
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

// statements returns the four statements, in the order of their fields.
func (m precise) statements() []*engine.Statement {
	m.race.Instances = m.claiming(checkRace)
	m.interleaving.Instances = m.meetings
	m.witness.Instances = m.claiming(checkWitness)
	m.oracle.Instances = m.searched
	all := []*engine.Statement{&m.race, &m.interleaving, &m.witness, &m.oracle}
	for _, s := range all {
		s.Floor, s.NamedLocks = usualFloor, true
	}
	m.oracle.Floor = 0.12 // exact searches run for a few programs only
	return all
}

func (m precise) claiming(
	conclude func(claim) error,
) func(*engine.Case, func(engine.Instance) bool) error {
	return func(c *engine.Case, visit func(engine.Instance) bool) error {
		return m.claims(c, conclude, visit)
	}
}

// checkRace returns nil if the witness, or else the exact search, shows a race at the two sites.
func checkRace(x claim) error {
	p := x.proof()
	if p.Err == nil {
		return nil
	}
	a := x.about()
	var limit engine.BoundError
	if err := truth.Races(a.c, a.units, a.sites); err == nil || errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("no execution from any state races at these sites; %w", truth.Refused(p))
}

// checkWitness returns nil if the checker accepts the witness and the semantics can execute it.
func checkWitness(x claim) error {
	p := x.proof()
	var long reconstruct.TooLongError
	switch {
	case errors.As(p.Err, &long):
		return engine.BoundError{Limit: long.Error()}
	case p.Err != nil:
		return truth.Refused(p)
	}
	return truth.Replayed(x.about().c.Core, p.Witness)
}

// checkFound returns nil if the exact search finds a race at the two sites.
func checkFound(x claim) error {
	a := x.about()
	return truth.Found(a.c, a.units, a.sites)
}
