package truth

import (
	"errors"
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/engine"
	"wobbly/witness"
)

// maxMoves bounds the moves of a witness that is replayed.
const maxMoves = 1 << 20

// Folded reports whether some steps of a witness are complete calls.
func Folded(w *witness.Witness) bool {
	return slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Do == witness.Run })
}

// Moves counts the moves of a witness; if they are too many to count, it returns a number above all
// bounds.
func Moves(w *witness.Witness) int {
	const uncounted = 1 << 60
	n := 0
	for _, s := range w.Steps {
		moves := 1
		if s.Do == witness.Run {
			var err error
			if moves, err = strconv.Atoi(s.Steps); err != nil {
				return uncounted
			}
		}
		n = min(n+moves, uncounted)
	}
	return n
}

// Replay executes a witness in package semantics, and returns nil if that leads to the claimed race
// from a well-behaved state. It shares no code with the checker. The error is a BoundError if the
// witness is too long.
func Replay(core *il.Core, w *witness.Witness) error {
	if Moves(w) > maxMoves {
		return engine.BoundError{Limit: execution.ErrTooLong.Error()}
	}
	x, err := execution.FromWitness(core, w, maxMoves)
	switch {
	case errors.Is(err, execution.ErrTooLong):
		return engine.BoundError{Limit: err.Error()}
	case err != nil:
		return err
	}
	return semantics.WellBehaved(x.Configs[0])
}
