package section5

import (
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// executed is a set T of traces of a unit, each with its states.
type executed struct {
	unit *il.Unit
	runs []*draw.Run
}

// walkSteps is the maximum length of a random trace. A prefix of a trace is a trace.
const walkSteps = 40

func (t executed) commands() [][]il.Command {
	return slice.Map(t.runs, func(x *draw.Run) []il.Command { return x.Commands() })
}

func (t executed) String() string { return "T = " + notation.Traces(t.commands()) }

// matched reports whether each push() in T has its pop().
func (t executed) matched() bool {
	return !slices.ContainsFunc(t.runs, func(x *draw.Run) bool { return !x.Matched() })
}

// sameLevel reports whether all traces end at one lock level.
func (t executed) sameLevel() bool {
	return !slices.ContainsFunc(t.runs,
		func(x *draw.Run) bool { return x.Level() != t.runs[0].Level() })
}

func alpha(u *il.Unit, opts abstract.Options, traces [][]il.Command) abstract.D {
	return abstract.Alpha(u, opts, slices.Values(traces))
}

// prefixes draws n prefixes of traces of u with at most one iteration of each loop. They need not
// be different. The error is a BoundError.
func prefixes(c *engine.Case, r *rand.Rand, u *il.Unit, n int) ([][]il.Command, error) {
	if err := checkLength(c.Core, u, 1); err != nil {
		return nil, err
	}
	all, err := syntacticTraces(c, u)
	if err != nil {
		return nil, err
	}
	cuts := make([][]il.Command, n)
	for i := range cuts {
		t := all[r.IntN(len(all))].Commands
		cuts[i] = t[:r.IntN(len(t)+1)]
	}
	return cuts, nil
}

const maxUnitTraces = 2000

// syntacticTraces lists the syntactic traces of u with at most one iteration of each loop. It
// returns a BoundError if there are more than maxUnitTraces.
func syntacticTraces(c *engine.Case, u *il.Unit) ([]semantics.SyntacticTrace, error) {
	type key struct{ *il.Unit }
	return engine.OnceErr(c, key{u}, func() (all []semantics.SyntacticTrace, err error) {
		for s := range semantics.SyntacticTraces(c.Core, u, 1) {
			if len(all) == maxUnitTraces {
				return nil, engine.BoundError{Limit: "a unit has too many traces"}
			}
			all = append(all, s)
		}
		return all, nil
	})
}

const (
	maxExecutions = 200  // the maximum number of traces from one state, including stuck ones
	maxLength     = 2000 // the maximum length of a trace
)

// executions lists the traces of u from a state that do not get stuck, with at most this number of
// iterations of each loop. The error is a BoundError.
func executions(core *il.Core, u *il.Unit, from semantics.State,
	iterations semantics.Bound) ([][]il.Command, error) {
	if err := checkLength(core, u, int(iterations)); err != nil {
		return nil, err
	}
	var all [][]il.Command
	visited := 0
	for t := range semantics.Traces(core, u, from, iterations) {
		if visited == maxExecutions {
			return nil, engine.BoundError{Limit: "a compound program has too many traces"}
		}
		visited++
		if t.Stuck == nil {
			all = append(all, t.Syntactic())
		}
	}
	return all, nil
}

// checkLength returns a BoundError if some trace of u is longer than maxLength. It computes the
// length of the longest trace, up to maxLength+1; recursive methods exceed maxLength.
func checkLength(core *il.Core, u *il.Unit, iterations int) error {
	lengths := map[*il.Unit]int{} // of the longest trace
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
				if _, ok := lengths[callee]; !ok {
					lengths[callee] = maxLength + 1 // so that a recursive call counts as too long
					lengths[callee] = block(callee.Body)
				}
				n += 2 + lengths[callee]
			default:
				n++
			}
			n = min(n, maxLength+1)
		}
		return n
	}
	if block(u.Body) > maxLength {
		return engine.BoundError{Limit: "the traces of a unit are too long"}
	}
	return nil
}
