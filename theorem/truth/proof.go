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

// Proof is a witness, and why there is none or the checker refuses it.
type Proof struct {
	Witness *witness.Witness
	Err     error
}

// ProofOf is the witness that the proof of Theorem 6.10 gives for two accesses,
// and what the checker says of it. The accesses need not meet the premises.
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

// ProgramOf is C1 || C2 of a report.
func ProgramOf(r abstract.Report) il.Pair { return il.Pair{Left: r.Left.Unit, Right: r.Right.Unit} }

// Refused is why a report without a witness is no race at its sites.
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

// Checked is what the checker says of a witness. If it gives up there is no verdict, and
// the error is a BoundError.
func Checked(c *engine.Case, w *witness.Witness) error {
	err := Of(c).Checker.Check(w)
	if check.GaveUp(err) {
		return engine.BoundError{Limit: err.Error()}
	}
	return err
}

// Certified is nil if both the checker and the semantics accept a witness.
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

// Replayed is nil if the semantics accepts a witness.
func Replayed(core *il.Core, w *witness.Witness) error {
	err := Replay(core, w)
	var limit engine.BoundError
	if err == nil || errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("the semantics does not go the way of the witness: %w", err)
}
