// Package exploretest provides random programs for the tests of the search engines. They are small
// enough to be searched by brute force.
package exploretest

import (
	"wobbly/il"
	"wobbly/il/gen"
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
