package theorem

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// configOf is the configuration that an initial state describes, which must
// make sense.
func configOf(core *il.Core, p il.Pair, in semantics.Init) semantics.Config {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		panic(err) // state draws what makes sense, and lacking only removes
	}
	return k
}

// lacking removes a cell of the heap, or a formal of thread A. What is left is
// not well-behaved, unless there is nothing to remove.
func lacking(r *rand.Rand, in semantics.Init, left *il.Unit) semantics.Init {
	if n := len(in.Cells); n > 0 && r.IntN(4) > 0 {
		i := r.IntN(n)
		in.Cells = slices.Delete(in.Cells, i, i+1)
	} else if n := len(left.Formals); n > 0 {
		delete(in.Stacks[semantics.A], left.Formals[r.IntN(n)])
	}
	return in
}

// startWell draws a well-behaved state for u alone: thread A executes u, thread
// B stands still.
func startWell(r *rand.Rand, core *il.Core, u *il.Unit) semantics.Config {
	p := il.Pair{Left: u, Right: u}
	return configOf(core, p, state(r, core, p))
}

// start is startWell, but one state in eight is not well-behaved.
func start(r *rand.Rand, core *il.Core, u *il.Unit) semantics.Config {
	p := il.Pair{Left: u, Right: u}
	in := state(r, core, p)
	if r.IntN(8) == 0 {
		in = lacking(r, in, u)
	}
	return configOf(core, p, in)
}

// Limits on the traces of a compound program from one state. Stuck ones count.
const (
	maxExecutions = 200
	maxLength     = 2000
)

// executions are the traces of u from a state, with at most so many rounds of
// each loop. Stuck ones are none.
func executions(core *il.Core, u *il.Unit, from semantics.State, rounds semantics.Bound) ([][]il.Command, error) {
	if err := short(core, u, int(rounds)); err != nil {
		return nil, err
	}
	var all [][]il.Command
	seen := 0
	for t := range semantics.Traces(core, u, from, rounds) {
		if seen++; seen > maxExecutions {
			return nil, BoundError{"a compound program has too many traces"}
		}
		if t.Stuck == nil {
			all = append(all, t.Syntactic())
		}
	}
	return all, nil
}

// short tells whether no trace of u is too long to be written down.
func short(core *il.Core, u *il.Unit, rounds int) error {
	m := measure{core, rounds, map[*il.Unit]int{}}
	if m.block(u.Body) > maxLength {
		return BoundError{"a unit has too long traces"}
	}
	return nil
}

// measure is the length of the longest traces, cut off above maxLength, which
// is what methods that call themselves have.
type measure struct {
	core   *il.Core
	rounds int
	units  map[*il.Unit]int
}

func (m measure) block(b *il.Block) int {
	n := 0
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.If:
			n += max(m.block(s.Then), m.block(s.Else))
		case *il.While:
			n += m.rounds * m.block(s.Body)
		case *il.Call:
			n += 2 + m.unit(m.core.Methods[s.Method])
		default:
			n++
		}
		n = min(n, maxLength+1)
	}
	return n
}

func (m measure) unit(u *il.Unit) int {
	n, ok := m.units[u]
	if !ok {
		m.units[u] = maxLength + 1 // while it is looked at
		n = m.block(u.Body)
		m.units[u] = n
	}
	return n
}
