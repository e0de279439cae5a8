package positives

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/internal/slice"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// compressedAgrees returns the statement that the checker gives the same verdict on both forms.
func compressedAgrees() *engine.Statement {
	return &engine.Statement{
		Name: "compressed", Title: "Compressed witnesses are as good as full ones",
		Cite: "the quotient heap (docs/theory.md)",
		Words: "For two accesses with stable paths, the checker accepts the witness whose " +
			"complete calls are folded into runs if and only if it accepts the one with all " +
			"steps; and the runs stand for as many steps. It replays runs on the quotient heap. " +
			"Without stability the quotient heap is stricter: it refuses whatever touches the " +
			"backbone, harmless or not.",
		Symbols: "check(compressed) ⟺ check(full), Σ steps = |full|",
		Hypotheses: []engine.Hypothesis{
			stableLeft, stableRight,
			engine.Unneeded(engine.On("run",
				"Some call is complete before the accesses. Not needed: otherwise the "+
					"witnesses are the same.",
				func(x *twice) bool { return x.compressed() != nil })),
		},
		Floor:     0.04,
		Instances: eachTwice,
	}
}

// twice is an instance about the full and the compressed witness of a pair.
type twice struct {
	*Pair
	folded *witness.Witness // cached by compressed
}

// eachTwice visits all pairs, also those that fail the premises about kinds and locks, because the
// checker decides these.
func eachTwice(c *engine.Case, visit func(engine.Instance) bool) error {
	all, bound := Pairs(c, (*Pair).Reported)
	for _, x := range all {
		if !visit(&twice{Pair: x}) {
			break
		}
	}
	return bound
}

// compressed returns the compressed witness, or nil if it would be the same.
func (x *twice) compressed() *witness.Witness {
	if x.folded != nil ||
		compound.CallFree(x.Units.Left.Body) && compound.CallFree(x.Units.Right.Body) {
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
		return fmt.Errorf("the checker on the full witness: %s; on the compressed one: %s",
			verdictText(full.Err), verdictText(err))
	case full.Err == nil && truth.Folded(full.Witness):
		return engine.BoundError{Limit: "a witness is too long to be written down"}
	case truth.Moves(folded) != truth.Moves(full.Witness):
		return fmt.Errorf("the runs make it %d steps, but there are %d", truth.Moves(folded),
			truth.Moves(full.Witness))
	}
	return nil
}

func verdictText(err error) string {
	if err == nil {
		return "accepted"
	}
	return err.Error()
}

// damagedAgrees returns the statement that checker and semantics accept the same damaged witnesses.
func damagedAgrees() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "damaged",
		Title: "Checker and semantics agree on damaged witnesses",
		Cite:  "Figures 5 and 6, Definition 3.6 (POPL 2019), twice",
		Words: "One thing is changed in a witness: a step is left out, moved or given to the " +
			"other thread, or a cell, the threads or the interleaving change. The checker " +
			"accepts it if and only if the semantics can execute it to the claimed race.",
		Symbols: "check(w') ⟺ replay(w')",
		Hypotheses: []engine.Hypothesis{
			engine.On("file-order",
				"The units of the witness are in file order, on which the checker insists.",
				func(x *damaged) bool { return x.w.Units == x.of.Units }),
		},
		Floor:     0.4,
		Instances: eachDamaged,
	}
}

// damaged is an instance about the witness of a pair, before (of) and after (w) the change what.
type damaged struct {
	*Pair
	of, w *witness.Witness
	what  string
}

const damages = 3

func eachDamaged(c *engine.Case, visit func(engine.Instance) bool) error {
	all, bound := Pairs(c, (*Pair).Reported)
	reports := slice.Filter(all, (*Pair).Reported)
	if len(reports) == 0 {
		return bound
	}
	r := c.Rand()
	for range damages {
		x := reports[r.IntN(len(reports))]
		w := truth.ProofOf(c, x.report()).Witness
		if w == nil {
			continue
		}
		d := &damaged{Pair: x, of: w}
		d.w, d.what = damage(r, w)
		if !visit(d) {
			break
		}
	}
	return bound
}

// unsealed returns a copy of a witness without its seal, of which damage may change every part.
func unsealed(of *witness.Witness) *witness.Witness {
	w := *of
	w.Seal = ""
	w.Steps = slices.Clone(w.Steps)
	w.Init.Cells = slices.Clone(w.Init.Cells)
	return &w
}

func damage(r *rand.Rand, of *witness.Witness) (w *witness.Witness, what string) {
	w = unsealed(of)
	kinds := 3 // the first three need no step
	if len(w.Steps) > 0 {
		kinds = 6
	}
	switch r.IntN(kinds) {
	case 0:
		c := &w.Init.Cells[r.IntN(len(w.Init.Cells))]
		c[2] = w.Init.Objects[r.IntN(len(w.Init.Objects))]
		return w, fmt.Sprintf("with %s.%s = %s", c[0], c[1], c[2])
	case 1:
		w.Units = [2]string{w.Units[1], w.Units[0]}
		w.Init.A, w.Init.B = w.Init.B, w.Init.A
		w.Race.A, w.Race.B = w.Race.B, w.Race.A
		for i := range w.Steps {
			w.Steps[i].Thread = otherThread(w.Steps[i].Thread)
		}
		return w, "with the threads exchanged"
	case 2:
		var byThread [2][]witness.Step
		for _, s := range w.Steps {
			i := 0
			if s.Thread == "B" {
				i = 1
			}
			byThread[i] = append(byThread[i], s)
		}
		w.Steps = w.Steps[:0]
		for len(byThread[0])+len(byThread[1]) > 0 {
			i := r.IntN(2)
			if len(byThread[i]) == 0 {
				i = 1 - i
			}
			w.Steps, byThread[i] = append(w.Steps, byThread[i][0]), byThread[i][1:]
		}
		return w, "with its steps in another order"
	case 3:
		i := r.IntN(len(w.Steps))
		w.Steps = slice.Delete(w.Steps, i)
		return w, fmt.Sprintf("without step %d", i+1)
	case 4:
		i, j := r.IntN(len(w.Steps)), r.IntN(len(w.Steps))
		w.Steps[i], w.Steps[j] = w.Steps[j], w.Steps[i]
		return w, fmt.Sprintf("with steps %d and %d exchanged", i+1, j+1)
	default:
		i := r.IntN(len(w.Steps))
		w.Steps[i].Thread = otherThread(w.Steps[i].Thread)
		return w, fmt.Sprintf("with step %d made by the other thread", i+1)
	}
}

func otherThread(name string) string {
	if name == "A" {
		return "B"
	}
	return "A"
}

func (x *damaged) Conclusion() error {
	checked, replayed := truth.Checked(x.In, x.w), truth.Replay(x.In.Core, x.w)
	var limit engine.BoundError
	if errors.As(checked, &limit) || errors.As(replayed, &limit) {
		return limit
	}
	if (checked == nil) != (replayed == nil) {
		return fmt.Errorf("the checker: %s; the semantics: %s", verdictText(checked),
			verdictText(replayed))
	}
	return nil
}

func (x *damaged) String() string { return x.Pair.String() + ", its witness " + x.what }
