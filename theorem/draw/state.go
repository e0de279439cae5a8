package draw

import (
	"math/rand/v2"
	"strconv"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// The shapes of initial heaps. Random graphs of a few objects often have shared cells and cycles;
// the others are extremes.
const (
	shapeTiny   = iota // one object, which all cells and parameters hold
	shapeRandom        // every cell holds a random object
	shapeTree          // every cell holds a random object with a higher number, or the last one
	shapeCycle         // all cells of an object hold the next one, those of the last the first
	shapeLoose         // every cell holds its own object
	shapes             // the number of shapes
)

// Init draws a well-behaved initial state of a program.
func Init(r *rand.Rand, core *il.Core, p il.Pair) semantics.Init {
	shape, n := r.IntN(shapes), 1+r.IntN(4)
	if shape == shapeTiny {
		n = 1
	}
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	for i := range n {
		in.Objects = append(in.Objects, Object(i))
	}
	for i := range n {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{Object(i), f, Object(cell(r, shape, i, n))})
		}
	}
	for i, u := range []*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			in.Stacks[i][x] = Object(r.IntN(n))
		}
	}
	return in
}

// Object returns the name of the object with an index, from 0.
func Object(i int) string { return "o" + strconv.Itoa(i+1) }

// cell draws the index of the object that a cell of object i of n holds.
func cell(r *rand.Rand, shape, i, n int) int {
	switch shape {
	case shapeTree:
		return min(n-1, i+1+r.IntN(n-i))
	case shapeCycle:
		return (i + 1) % n
	case shapeLoose:
		return i
	default:
		return r.IntN(n)
	}
}

// Config returns the configuration that an initial state describes. It panics if
// semantics.NewConfig refuses the state, which it does not for the results of Init and Lacking.
func Config(core *il.Core, p il.Pair, in semantics.Init) semantics.Config {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		panic(err)
	}
	return k
}

// Lacking removes a cell of the heap, or a parameter of thread A, which executes left. The
// resulting state is not well-behaved, unless there was nothing to remove. Lacking modifies in.
func Lacking(r *rand.Rand, in semantics.Init, left *il.Unit) semantics.Init {
	if n := len(in.Cells); n > 0 && r.IntN(4) > 0 {
		i := r.IntN(n)
		in.Cells = slice.Delete(in.Cells, i)
	} else if n := len(left.Formals); n > 0 {
		delete(in.Stacks[semantics.A], left.Formals[r.IntN(n)])
	}
	return in
}

// StartWell draws a well-behaved state for u alone: thread A executes u, thread B never moves.
func StartWell(r *rand.Rand, core *il.Core, u *il.Unit) semantics.Config {
	p := il.Pair{Left: u, Right: u}
	return Config(core, p, Init(r, core, p))
}

// Start is like StartWell, but one state in eight is not well-behaved.
func Start(r *rand.Rand, core *il.Core, u *il.Unit) semantics.Config {
	p := il.Pair{Left: u, Right: u}
	in := Init(r, core, p)
	if r.IntN(8) == 0 {
		in = Lacking(r, in, u)
	}
	return Config(core, p, in)
}
