package truth

import (
	"errors"
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/engine"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// Proof is a witness, or the reason why there is none or the checker refuses it.
type Proof struct {
	Witness *witness.Witness
	Err     error
}

// ProofOf returns the witness that the proof of Theorem 6.10 constructs for two accesses, with the
// verdict of the checker. The accesses need not meet the premises.
func ProofOf(c *engine.Case, r abstract.Report) Proof {
	e := Of(c)
	r.Race = true // whether or not it is filtered
	p, ok := e.witnesses[r]
	if !ok {
		p.Witness, p.Err = e.Builder.Witness(r, engine.Unlimited)
		if p.Err == nil {
			p.Err = Checked(c, p.Witness)
		}
		if p.Err == nil {
			e.racing[ProgramOf(r)] = true
		}
		e.witnesses[r] = p
	}
	return p
}

// ProgramOf returns C1 || C2 of a report.
func ProgramOf(r abstract.Report) il.Pair { return il.Pair{Left: r.Left.Unit, Right: r.Right.Unit} }

// Refused returns an error that explains why a proof has no accepted witness.
func Refused(p Proof) error {
	var none reconstruct.NoPathError
	var long reconstruct.TooLongError
	var limit engine.BoundError
	switch {
	case errors.As(p.Err, &none), errors.As(p.Err, &long):
		return fmt.Errorf("there is no witness: %w", p.Err)
	case errors.As(p.Err, &limit):
		return limit
	}
	return fmt.Errorf("the witness of the proof is refused: %w", p.Err)
}

// Checked returns the verdict of the checker on a witness; a BoundError if it gave up.
func Checked(c *engine.Case, w *witness.Witness) error {
	err := Of(c).Checker.Check(w)
	if check.GaveUp(err) {
		return engine.BoundError{Limit: err.Error()}
	}
	return err
}

// Certified returns nil if both the checker and the semantics accept a witness.
func Certified(c *engine.Case, w *witness.Witness) error {
	var limit engine.BoundError
	switch err := Checked(c, w); {
	case errors.As(err, &limit):
		return err
	case err != nil:
		return fmt.Errorf("the checker refuses the witness: %w", err)
	}
	return Replayed(c.Core, w)
}

// Replayed returns nil if the semantics accepts a witness.
func Replayed(core *il.Core, w *witness.Witness) error {
	err := Replay(core, w)
	var limit engine.BoundError
	if err == nil || errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("the semantics does not go the way of the witness: %w", err)
}
