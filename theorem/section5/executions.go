package section5

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/engine"
)

// Limits on the traces of a compound program from one state, including stuck ones.
const (
	maxExecutions = 200
	maxLength     = 2000
)

// executions lists the traces of u from a state that do not get stuck, with at most
// rounds iterations of each loop.
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

// short returns an error if some trace of u is too long to be listed. It computes the length of
// the longest trace, cut off above maxLength, which recursive methods exceed.
func short(core *il.Core, u *il.Unit, iterations int) error {
	units := map[*il.Unit]int{}
	var block func(*il.Block) int
	block = func(b *il.Block) int {
		n := 0
		for _, s := range b.List() {
			switch s := s.(type) {
			case *il.If:
				n += max(block(s.Then), block(s.Else))
			case *il.While:
				n += iterations * block(s.Body)
			case *il.Call:
				callee := core.Methods[s.Method]
				if _, ok := units[callee]; !ok {
					units[callee] = maxLength + 1 // while its body is measured
					units[callee] = block(callee.Body)
				}
				n += 2 + units[callee]
			default:
				n++
			}
			n = min(n, maxLength+1)
		}
		return n
	}
	if block(u.Body) > maxLength {
		return engine.BoundError{Limit: "a unit has too long traces"}
	}
	return nil
}
