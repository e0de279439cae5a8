// Package truth has the evidence about the races of a case: the witnesses that proofs construct,
// with the verdicts of the checker and the semantics (proof.go), and the results of the exact
// searches (search.go, unordered.go). All of it is computed on demand and cached.
package truth

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	oracle "wobbly/semantics/explore/unordered"
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

// ProgramOf returns the pair of units of a report.
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
	return fmt.Errorf("the semantics does not execute the witness: %w", err)
}

// maxMoves is the maximum number of moves of a witness that is replayed.
const maxMoves = 1 << 20

// Folded reports whether some steps of a witness are complete calls.
func Folded(w *witness.Witness) bool {
	return slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Do == witness.Run })
}

// Moves returns the number of moves of a witness, or a number above all limits if they are too many
// to count.
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

// evidence is the evidence about the races of a case, computed on demand.
type evidence struct {
	Builder   *reconstruct.Builder
	Checker   *check.Checker
	witnesses map[abstract.Report]Proof
	searches  map[il.Pair]*searched
	racing    map[il.Pair]bool // whether some witness was accepted
	unordered map[il.Pair]*oracle.Result
}

// Limits on a case. Statements about anything beyond them are Bounded.
const (
	// MaxReports is the maximum number of reports, those with the shortest paths.
	MaxReports = 20
	maxStates  = 20_000
)

// Of returns the evidence about a case.
func Of(c *engine.Case) *evidence {
	type key struct{}
	return engine.Once(c, key{}, func() *evidence {
		return &evidence{
			Builder:   reconstruct.New(c.Core),
			Checker:   check.New(c.Core),
			witnesses: map[abstract.Report]Proof{},
			searches:  map[il.Pair]*searched{},
			racing:    map[il.Pair]bool{},
			unordered: map[il.Pair]*oracle.Result{},
		}
	})
}

// Reports lists the reports of a case, at most the MaxReports with the shortest paths. The error is
// a BoundError; if it says that there are more, the list is valid nevertheless.
func Reports(c *engine.Case) ([]abstract.Report, error) {
	s, err := c.Sets()
	if err != nil {
		return nil, err
	}
	r, err := c.Reports(s)
	if err != nil {
		return nil, err
	}
	if r.Races().Exceeds(MaxReports) {
		err = engine.BoundError{Limit: fmt.Sprintf("a program has more than %d reports",
			MaxReports)}
	}
	return r.ListRaces(MaxReports), err
}

// AccessesOf returns the two accesses of a report.
func AccessesOf(r abstract.Report) engine.Accesses {
	p := ProgramOf(r)
	return engine.Accesses{Units: p, Sites: p.Sites(SiteOf(r.Left), SiteOf(r.Right))}
}

func SiteOf(s abstract.Side) il.Site { return il.Site{At: s.At, Kind: s.Kind} }
