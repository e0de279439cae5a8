package dynamic

import (
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/semantics"
)

// RandomInit draws a well-behaved initial state of the given number of objects,
// at least one: each cell and each formal holds any of them.
func RandomInit(r *rand.Rand, core *il.Core, p il.Pair, objects int) semantics.Init {
	var in semantics.Init
	for i := range max(objects, 1) {
		in.Objects = append(in.Objects, fmt.Sprintf("o%d", i+1))
	}
	any := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, any()})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = any()
		}
	}
	return in
}

// Draw draws an initial state of up to three objects and an execution from it.
func Draw(core *il.Core, p il.Pair, r *rand.Rand, l Limits) *Execution {
	x, err := Begin(core, p, RandomInit(r, core, p, 1+r.IntN(3)))
	if err != nil {
		panic(err) // the state fits the program it was drawn for
	}
	x.Finish(NewChance(r, l))
	return x
}
