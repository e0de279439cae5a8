// Package exploretest provides random programs and initial states for the tests of the search
// engines. The programs are small enough to be searched by brute force.
package exploretest

import (
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
)

// Small returns options for random programs that brute force can search.
func Small() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Locals = 6, 2, 2, 2
	o.Threads = 0.5
	o.If, o.While, o.Call, o.New, o.Copy, o.Lock = 0.1, 0.05, 0.12, 0.1, 0.06, 0.1
	o.LocalRoot, o.Reassign = 0.3, 0.05
	return o
}

// Pair returns a pair of units of core, chosen by seed.
func Pair(core *il.Core, seed uint64) il.Pair {
	pairs := core.Pairs()
	return pairs[seed%uint64(len(pairs))]
}

// Init returns a random initial state of n objects that is well behaved: every formal and every
// cell has one of the objects.
func Init(r *rand.Rand, core *il.Core, p il.Pair, n int) semantics.Init {
	var in semantics.Init
	for i := range n {
		in.Objects = append(in.Objects, fmt.Sprint("o", i+1))
	}
	object := func() string { return in.Objects[r.IntN(n)] }
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, object()})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = object()
		}
	}
	return in
}
