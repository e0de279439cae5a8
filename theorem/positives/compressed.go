package positives

import (
	"errors"
	"fmt"

	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

func compressedAgrees() *engine.Statement {
	return &engine.Statement{
		Name: "compressed", Title: "Compressed witnesses are as good as full ones", Cite: "the quotient heap (docs/theory.md)",
		Words: "Of two accesses with stable paths, the checker accepts the witness whose complete calls are folded into runs, which it replays " +
			"on the quotient heap, just if it accepts the one with all steps; and the runs stand for as many steps as there are. Without " +
			"stability the quotient heap is the stricter one: it refuses what touches the backbone, even where that does no harm.",
		Symbols: "check(compressed) ⟺ check(full), Σ steps = |full|",
		Hypotheses: []engine.Hypothesis{
			stableLeft, stableRight,
			engine.Unneeded(engine.On("run", "Some call is complete before the accesses, so that the witnesses differ. Not needed: else they are the same.", func(x *twice) bool { return x.compressed() != nil })),
		},
		Floor:     0.04,
		Instances: eachTwice,
	}
}

// twice is a pair with its full and its compressed witness.
type twice struct {
	*Pair
	folded *witness.Witness // cached by compressed
}

// eachTwice visits all pairs; the checker decides the premises about kinds and locks.
func eachTwice(c *engine.Case, visit func(engine.Instance) bool) error {
	all, left := Pairs(c, (*Pair).Reported)
	for _, x := range all {
		if !visit(&twice{Pair: x}) {
			break
		}
	}
	return left
}

// compressed returns the compressed witness; nil if it would not differ.
func (x *twice) compressed() *witness.Witness {
	if x.folded != nil || compound.CallFree(x.Units.Left.Body) && compound.CallFree(x.Units.Right.Body) {
		return x.folded
	}
	w, err := truth.Of(x.In).Builder.Witness(x.report(), 0)
	if err == nil && truth.Folded(w) {
		x.folded = w
	}
	return x.folded
}

func (x *twice) Conclusion() error {
	folded := x.compressed()
	if folded == nil {
		return nil
	}
	full := truth.ProofOf(x.In, x.report())
	err := truth.Checked(x.In, folded)
	var limit engine.BoundError
	switch {
	case errors.As(err, &limit), errors.As(full.Err, &limit):
		return limit
	case (full.Err == nil) != (err == nil):
		return fmt.Errorf("of the full witness the checker says: %s; of the compressed one: %s", verdictText(full.Err), verdictText(err))
	case full.Err == nil && truth.Folded(full.Witness):
		return engine.BoundError{Limit: "a witness is too long to be written down"}
	case truth.Moves(folded) != truth.Moves(full.Witness):
		return fmt.Errorf("the runs make it %d steps, but there are %d", truth.Moves(folded), truth.Moves(full.Witness))
	}
	return nil
}

func verdictText(err error) string {
	if err == nil {
		return "accepted"
	}
	return err.Error()
}
