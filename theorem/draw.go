package theorem

import (
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/semantics"
)

// shapes are kinds of initial heaps. Random graphs of a few objects have shared
// cells and cycles of their own accord; the others are the extremes.
const (
	shapeTiny   = iota // one object, which all cells and formals hold
	shapeRandom        // every cell and formal drawn
	shapeTree          // cells lead to objects of higher numbers, the last one to itself
	shapeCycle         // all cells of an object lead to the next, the last one's to the first
	shapeLoose         // every cell holds its own object
	shapes
)

// state draws a well-behaved initial state of a program.
func state(r *rand.Rand, core *il.Core, p il.Pair) semantics.Init {
	shape, n := r.IntN(shapes), 1+r.IntN(4)
	if shape == shapeTiny {
		n = 1
	}
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	for i := range n {
		in.Objects = append(in.Objects, object(i))
	}
	for i := range n {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{object(i), f, object(cell(r, shape, i, n))})
		}
	}
	for i, u := range []*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			in.Stacks[i][x] = object(r.IntN(n))
		}
	}
	return in
}

func object(i int) string { return fmt.Sprintf("o%d", i+1) }

// cell is what a cell of object i of n holds.
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

// run is a sequential execution of a unit: thread A of a configuration moves,
// thread B stays where it is.
type run struct {
	start semantics.Config
	moves []semantics.Move
	after []semantics.Config // after each move
	stuck *semantics.Stuck   // why it could not go on, nil if it ended or was cut off
}

// commands is the syntactic trace of a run.
func (x *run) commands() []il.Command {
	list := make([]il.Command, len(x.moves))
	for i := range x.moves {
		list[i] = x.moves[i].Command
	}
	return list
}

// last is last(σ, τ) as a configuration.
func (x *run) last() semantics.Config {
	if len(x.after) == 0 {
		return x.start
	}
	return x.after[len(x.after)-1]
}

// walk draws an execution of thread A from k, of at most n steps. A loop goes
// round once more with probability 2/5, so that most executions end.
func walk(r *rand.Rand, k semantics.Config, n int) *run {
	x := &run{start: k}
	for len(x.moves) < n {
		takes := resolve(r, k, semantics.A)
		next, move, stuck := semantics.Next(k, semantics.A, takes...)
		if stuck != nil {
			if stuck.Reason != semantics.AtEnd {
				x.stuck = stuck
			}
			break
		}
		k = next
		x.moves = append(x.moves, move)
		x.after = append(x.after, k)
	}
	return x
}

// resolve draws how the choices before which thread i stands are resolved.
func resolve(r *rand.Rand, k semantics.Config, i semantics.Tid) (takes []semantics.Take) {
	p := k.Threads[i].Point
	for {
		choices := p.Choices()
		if len(choices) == 0 {
			return takes
		}
		take := choices[0].Take
		if other := choices[1].Take; other != semantics.Loop && r.IntN(2) == 0 || other == semantics.Loop && r.IntN(5) < 2 {
			take = other
		}
		takes = append(takes, take)
		p, _ = p.Resolve(take)
	}
}
