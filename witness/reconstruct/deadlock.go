package reconstruct

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
)

// Deadlock builds the witness of a deadlock of two units. The heap does not matter, so there is one
// initial object. The error is a ScheduleError, a TooLongError or nil.
func (b *Builder) Deadlock(p il.Pair, d abstract.Deadlock, maxSteps int) (*witness.Witness, error) {
	threads := b.threads(false)
	targets := [2]target{
		b.callPaths.lockTarget(p.Left, d.Left), b.callPaths.lockTarget(p.Right, d.Right),
	}
	var total exact.Nat
	for _, t := range targets {
		path := b.callPaths.find(t)
		if !path.found {
			panic("reconstruct: no call path leads to the critical lock()")
		}
		total = total.Plus(path.cost)
	}
	steps, err := b.together(&threads, targets, total, maxSteps)
	if err != nil {
		return nil, err
	}
	ends := [2]end{{unit: p.Left}, {unit: p.Right}}
	w := b.assemble(ends, b.oneObjectState(ends), [2]string{}, threads, steps)
	waiting := func(i int, at il.Pos) witness.Waiting {
		return witness.Waiting{At: b.core.Source.At(at), Choices: threads[i].choices}
	}
	w.Race, w.Deadlock = witness.Race{}, witness.Deadlock{
		A: waiting(0, d.Left.At), B: waiting(1, d.Right.At),
	}
	return w, nil
}
