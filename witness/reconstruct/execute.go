package reconstruct

import (
	"math"

	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// racingObject executes the steps of a witness, which has no runs, and gives
// the object that thread A then addresses. Where that is impossible, which
// package check will tell, it is the object that the witness names.
func (b *Builder) racingObject(w *witness.Witness) string {
	x, err := execution.Follow(b.core, w, math.MaxInt)
	if err != nil {
		return w.Race.Cell[0]
	}
	a, ok := semantics.NextAccess(x.Last(), semantics.A)
	if !ok {
		return w.Race.Cell[0]
	}
	return execution.ObjectOf(x.Init, a.Cell.Loc)
}
