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

// walkSteps bounds the traces that are drawn. What is drawn is a prefix of a
// trace, which is a trace itself.
const walkSteps = 40

// commands are the syntactic traces of T.
func (t executed) commands() [][]il.Command {
	return slice.Map(t.runs, func(x *draw.Run) []il.Command { return x.Commands() })
}

func (t executed) String() string { return "T = " + notation.Traces(t.commands()) }

// matched reports whether every trace is.
func (t executed) matched() bool {
	return !slices.ContainsFunc(t.runs, func(x *draw.Run) bool { return !x.Matched() })
}

// sameLevel reports whether all traces end at one lock level.
func (t executed) sameLevel() bool {
	return !slices.ContainsFunc(t.runs, func(x *draw.Run) bool { return x.Level() != t.runs[0].Level() })
}

// alpha is α of syntactic traces of a unit.
func alpha(u *il.Unit, opts abstract.Options, traces [][]il.Command) abstract.D {
	return abstract.Alpha(u, opts, func(yield func([]il.Command) bool) {
		for _, t := range traces {
			if !yield(t) {
				return
			}
		}
	})
}

// prefixes draws n traces of u with at most one round of each loop, and cuts
// each anywhere. The same one can come twice.
func prefixes(c *engine.Case, r *rand.Rand, u *il.Unit, n int) ([][]il.Command, error) {
	if err := short(c.Core, u, 1); err != nil {
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

// tracesOf is the key of the syntactic traces of a unit.
type tracesOf struct{ unit *il.Unit }

// maxTraces bounds the syntactic traces of a unit.
const maxTraces = 2000

// traceList is the syntactic traces of a unit.
type traceList struct {
	all      []semantics.SyntacticTrace
	complete bool // there are no more within the bound on rounds
}

// syntacticTraces are the syntactic traces of u with at most one round of each loop. The
// error says that there are too many.
func syntacticTraces(c *engine.Case, u *il.Unit) ([]semantics.SyntacticTrace, error) {
	t := engine.Once(c, tracesOf{u}, func() traceList { return listTraces(c.Core, u) })
	if !t.complete {
		return nil, engine.BoundError{Limit: "a unit has too many traces"}
	}
	return t.all, nil
}

func listTraces(core *il.Core, u *il.Unit) (t traceList) {
	for s := range semantics.SyntacticTraces(core, u, 1) {
		if len(t.all) == maxTraces {
			return t
		}
		t.all = append(t.all, s)
	}
	t.complete = true
	return t
}
