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

// maxMoves bounds the moves that a witness stands for.
const maxMoves = 1 << 20

// Folded reports whether some steps of a witness stand for complete calls.
func Folded(w *witness.Witness) bool {
	return slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Do == witness.Run })
}

// Moves counts the moves that a witness stands for; it is some number above all
// bounds if there are too many to be counted.
func Moves(w *witness.Witness) int {
	const uncounted = 1 << 60
	n := 0
	for _, s := range w.Steps {
		stands := 1
		if s.Do == witness.Run {
			var err error
			if stands, err = strconv.Atoi(s.Steps); err != nil {
				return uncounted
			}
		}
		n = min(n+stands, uncounted)
	}
	return n
}

// Replay executes a witness in package semantics: nil if that can go to the race
// which the witness claims, from a well-behaved state. It is held against the
// checker, which shares no code with it. A witness that is too long is not decided.
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
