package reconstruct

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/witness"
)

// racingObject executes the steps of a witness, which has no runs, and gives
// the object that thread A then addresses. Where that is impossible, which
// package check will tell, it is the object that the witness names.
func (b *Builder) racingObject(p il.Pair, w *witness.Witness) string {
	k, err := semantics.NewConfig(b.core, p, semantics.Init{
		Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B},
	})
	if err != nil {
		panic(err) // specialState makes no such state
	}
	var stuck *semantics.Stuck
	for _, s := range w.Steps {
		i := semantics.A
		if s.Thread == semantics.B.String() {
			i = semantics.B
		}
		if k, _, stuck = semantics.Next(k, i, takes(s.Choices)...); stuck != nil {
			return w.Race.Cell[0]
		}
	}
	for _, t := range takes(w.Race.A.Choices) {
		if k, stuck = semantics.Choose(k, semantics.A, t); stuck != nil {
			return w.Race.Cell[0]
		}
	}
	if a, ok := semantics.NextAccess(k, semantics.A); ok {
		return object(int(a.Cell.Loc)) // locations are numbered as objects are
	}
	return w.Race.Cell[0]
}

// takes is how choices of a witness are resolved.
func takes(choices []witness.Choice) []semantics.Take {
	all := make([]semantics.Take, len(choices))
	for i, c := range choices {
		all[i] = semantics.Take(c.Take)
	}
	return all
}
