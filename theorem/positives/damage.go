package positives

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/internal/slice"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// damagedAgrees holds checker and semantics against each other where witnesses
// are mostly wrong.
func damagedAgrees() *engine.Statement {
	return &engine.Statement{
		Name: "damaged", Title: "Checker and semantics agree on damaged witnesses", Cite: "Figures 5 and 6, Definition 3.6 (POPL 2019), twice",
		Words: "Of a witness in which one thing was changed, a step left out, moved or given to the other thread, a cell, the threads, the " +
			"interleaving, the checker accepts just what the semantics can go to the claimed race.",
		Symbols: "check(w') ⟺ replay(w')",
		Hypotheses: []engine.Hypothesis{
			engine.On("file-order", "The units of the witness are in file order, on which the checker insists.", func(x *damaged) bool { return x.w.Units == x.of.Units }),
		},
		Floor:     0.4,
		Instances: eachDamaged,
	}
}

// damaged is a witness of which something was changed.
type damaged struct {
	*Pair
	of, w *witness.Witness
	what  string
}

// damages is how many witnesses are damaged in a case.
const damages = 3

func eachDamaged(c *engine.Case, visit func(engine.Instance) bool) error {
	all, left := Pairs(c, (*Pair).Reported)
	reports := slice.Filter(all, func(x *Pair) bool { return x.Reported() })
	if len(reports) == 0 {
		return left
	}
	r := c.Rand()
	for range damages {
		x := reports[r.IntN(len(reports))]
		w := truth.ProofOf(c, x.report()).Witness
		if w == nil {
			continue
		}
		d := &damaged{Pair: x, of: w}
		d.damage(r)
		if !visit(d) {
			break
		}
	}
	return left
}

// copy copies the witness.
func (x *damaged) copy() {
	w := *x.of
	w.Seal = ""
	w.Steps = slices.Clone(w.Steps)
	w.Init.Cells = slices.Clone(w.Init.Cells)
	x.w = &w
}

// damage changes one thing in a copy of the witness.
func (x *damaged) damage(r *rand.Rand) {
	x.copy()
	w := x.w
	kinds := []func(*rand.Rand) string{x.cell, x.swapThreads, x.reorder}
	if len(w.Steps) > 0 {
		kinds = append(kinds, x.leaveOut, x.exchange, x.giveAway)
	}
	x.what = kinds[r.IntN(len(kinds))](r)
}

func (x *damaged) leaveOut(r *rand.Rand) string {
	i := r.IntN(len(x.w.Steps))
	x.w.Steps = slices.Delete(x.w.Steps, i, i+1)
	return fmt.Sprintf("without step %d", i+1)
}

func (x *damaged) exchange(r *rand.Rand) string {
	s := x.w.Steps
	i, j := r.IntN(len(s)), r.IntN(len(s))
	s[i], s[j] = s[j], s[i]
	return fmt.Sprintf("with steps %d and %d exchanged", i+1, j+1)
}

func (x *damaged) giveAway(r *rand.Rand) string {
	i := r.IntN(len(x.w.Steps))
	x.w.Steps[i].Thread = otherThread(x.w.Steps[i].Thread)
	return fmt.Sprintf("with step %d made by the other thread", i+1)
}

func (x *damaged) cell(r *rand.Rand) string {
	c := &x.w.Init.Cells[r.IntN(len(x.w.Init.Cells))]
	c[2] = x.w.Init.Objects[r.IntN(len(x.w.Init.Objects))]
	return fmt.Sprintf("with %s.%s = %s", c[0], c[1], c[2])
}

func (x *damaged) swapThreads(*rand.Rand) string {
	w := x.w
	w.Units = [2]string{w.Units[1], w.Units[0]}
	w.Init.A, w.Init.B = w.Init.B, w.Init.A
	w.Race.A, w.Race.B = w.Race.B, w.Race.A
	for i := range w.Steps {
		w.Steps[i].Thread = otherThread(w.Steps[i].Thread)
	}
	return "with the threads exchanged"
}

// reorder is another interleaving of the same steps.
func (x *damaged) reorder(r *rand.Rand) string {
	var of [2][]witness.Step
	for _, s := range x.w.Steps {
		i := 0
		if s.Thread == "B" {
			i = 1
		}
		of[i] = append(of[i], s)
	}
	x.w.Steps = x.w.Steps[:0]
	for len(of[0])+len(of[1]) > 0 {
		i := r.IntN(2)
		if len(of[i]) == 0 {
			i = 1 - i
		}
		x.w.Steps, of[i] = append(x.w.Steps, of[i][0]), of[i][1:]
	}
	return "with its steps in another order"
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
		return fmt.Errorf("the checker says: %s; the semantics: %s", verdictText(checked), verdictText(replayed))
	}
	return nil
}

func (x *damaged) String() string { return x.Pair.String() + ", its witness " + x.what }
