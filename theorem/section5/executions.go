package section5

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/engine"
)

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
			return nil, engine.BoundError{Limit: "a compound program has too many traces"}
		}
		if t.Stuck == nil {
			all = append(all, t.Syntactic())
		}
	}
	return all, nil
}

// short reports whether no trace of u is too long to be written down.
func short(core *il.Core, u *il.Unit, rounds int) error {
	m := measure{core, rounds, map[*il.Unit]int{}}
	if m.block(u.Body) > maxLength {
		return engine.BoundError{Limit: "a unit has too long traces"}
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
