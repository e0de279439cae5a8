package predict

import (
	"errors"
	"fmt"

	"wobbly/dynamic/hb"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// errNoRace is the error of a reordering at whose end the threads do not race.
var errNoRace = errors.New("the threads are not about to access one cell")

// Concrete executes a reordering of the trace from its initial state, each thread with the branches
// that it took, up to a configuration in which both threads are before the accesses of a race. The
// error names the first step that cannot be executed.
func (t *Trace) Concrete(order []int, r hb.Race) (*execution.Execution, error) {
	x := t.Execution
	var turns []execution.Turn
	for _, i := range order {
		turns = append(turns, execution.TurnOf(x.Moves[i]))
	}
	var last [2][]semantics.Take
	for _, i := range [2]int{r.First, r.Second} {
		turn := execution.TurnOf(x.Moves[i])
		last[turn.Thread] = turn.Decisions
	}
	return execution.Replay(x.Core, x.Pair, x.Init, turns, last)
}

// Witness returns the certificate of a race: a reordering of the trace, executed. The error is that
// of Concrete, or reports that the race is not at its end.
func (t *Trace) Witness(order []int, r hb.Race) (*witness.Witness, error) {
	x, err := t.Concrete(order, r)
	if err != nil {
		return nil, err
	}
	race, ok := x.Race()
	if !ok {
		return nil, errNoRace
	}
	for _, i := range [2]int{r.First, r.Second} {
		if e := t.Execution.Events[i]; race[e.Thread].Command != t.Execution.Moves[i].Command {
			return nil, fmt.Errorf("thread %s is about to make another access", e.Thread)
		}
	}
	w, _ := x.Witness()
	return w, nil
}
