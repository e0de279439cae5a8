package reconstruct

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
)

// Deadlock builds the witness of a deadlock of two units. No heap matters, so all starts with one
// object. The error is a ScheduleError, a TooLongError or nil.
func (b *Builder) Deadlock(p il.Pair, d abstract.Deadlock, maxSteps int) (*witness.Witness, error) {
	threads := b.threads(false)
	units, sides := [2]*il.Unit{p.Left, p.Right}, [2]abstract.Critical{d.Left, d.Right}
	targets := [2]target{b.callPaths.lockTarget(p.Left, d.Left), b.callPaths.lockTarget(p.Right, d.Right)}
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
	const o = "o1"
	in := witness.Init{Objects: []string{o}}
	for _, f := range b.core.Fields {
		in.Cells = append(in.Cells, [3]string{o, f, o})
	}
	for i, u := range units {
		for _, x := range u.Formals {
			[2]*witness.Stack{&in.A, &in.B}[i].Bind(x, o)
		}
	}
	w := b.assemble([2]end{{unit: p.Left}, {unit: p.Right}}, in, [2]string{}, threads, steps)
	at := func(i int) witness.Waiting {
		return witness.Waiting{At: b.core.Source.At(sides[i].At), Choices: threads[i].choices}
	}
	w.Race, w.Deadlock = witness.Race{}, witness.Deadlock{A: at(0), B: at(1)}
	return w, nil
}
