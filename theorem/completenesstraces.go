package theorem

import (
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
)

// executed is a set T of traces of a unit, each with its states.
type executed struct {
	unit *il.Unit
	runs []*run
}

// walkSteps bounds the traces that are drawn. What is drawn is a prefix of a
// trace, which is a trace itself.
const walkSteps = 40

// cut keeps the first n steps of a run.
func (x *run) cut(n int) *run {
	return &run{start: x.start, moves: x.moves[:n], after: x.after[:n]}
}

// sequential is the state of thread A after a run.
func (x *run) sequential() semantics.State { return x.last().State(semantics.A) }

// matched tells whether each push of the run has its pop.
func (x *run) matched() bool { return x.last().Threads[semantics.A].S.Rest == nil }

// level is the lock level after a run.
func (x *run) level() int { return x.last().Threads[semantics.A].L }

// cutAnywhere draws a prefix of a run; two in three are matched.
func cutAnywhere(r *rand.Rand, x *run) *run {
	n := r.IntN(len(x.moves) + 1)
	if r.IntN(3) > 0 {
		for n > 0 && x.after[n-1].Threads[semantics.A].S.Rest != nil {
			n--
		}
	}
	return x.cut(n)
}

// commands are the syntactic traces of T.
func (t executed) commands() [][]il.Command {
	all := make([][]il.Command, len(t.runs))
	for i, x := range t.runs {
		all[i] = x.commands()
	}
	return all
}

func (t executed) String() string { return "T = " + tracesText(t.commands()) }

// matched tells whether every trace is.
func (t executed) matched() bool {
	for _, x := range t.runs {
		if !x.matched() {
			return false
		}
	}
	return true
}

// sameLevel tells whether all traces end at one lock level.
func (t executed) sameLevel() bool {
	for _, x := range t.runs {
		if x.level() != t.runs[0].level() {
			return false
		}
	}
	return true
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
func (c *Case) prefixes(r *rand.Rand, u *il.Unit, n int) ([][]il.Command, error) {
	if err := short(c.Core, u, 1); err != nil {
		return nil, err
	}
	all, err := c.Traces(u)
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

// anyUnit draws a unit.
func (c *Case) anyUnit(r *rand.Rand) *il.Unit { return c.Core.Units[r.IntN(len(c.Core.Units))] }
