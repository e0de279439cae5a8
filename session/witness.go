package session

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session/schedule"
	"wobbly/witness"
	"wobbly/witness/check"
)

// OpenWitness begins a session at the racing state of a witness, which package
// witness/check must accept. A compressed witness is written out, up to
// schedule.MaxMoves moves.
func OpenWitness(core *il.Core, w *witness.Witness) (*Session, error) {
	if err := check.New(core).Check(w); err != nil {
		return nil, err
	}
	x, err := execution.FromWitness(core, w, schedule.MaxMoves)
	if errors.Is(err, execution.ErrTooLong) {
		return nil, fmt.Errorf("it stands for more than %d moves", schedule.MaxMoves)
	}
	if err != nil {
		return nil, err
	}
	return OpenExecution(x)
}

// OpenExecution begins a session at the end of an execution. The error says that a
// name of its initial state cannot be written down.
func OpenExecution(x *execution.Execution) (*Session, error) {
	s, err := New(x.Core, x.Pair, x.Init)
	if err != nil {
		return nil, err
	}
	s.act(func() Result { s.makeAll(x); return Result{} })
	s.dropUndo()
	return s, nil
}

// makeAll makes the moves of an execution from the initial state, choices and
// steps.
func (s *Session) makeAll(x *execution.Execution) {
	choose := func(i semantics.Tid, choices []semantics.Choice) {
		for _, c := range choices {
			s.mustMake(schedule.Choose(i, c.Take))
		}
	}
	for _, m := range x.Moves {
		choose(m.Thread, m.Choices)
		s.mustMake(schedule.Move{Thread: m.Thread, Do: schedule.Step})
	}
	for _, i := range semantics.Tids {
		choose(i, x.Last().Threads[i].Chosen)
	}
}

// mustMake makes a move of an execution, which the semantics has made before.
func (s *Session) mustMake(m schedule.Move) {
	if stuck := s.make(m); stuck != nil {
		panic(il.Unknown(stuck))
	}
}

// Execution is the one that leads from the initial to the present state.
func (s *Session) Execution() (*execution.Execution, error) {
	var turns []execution.Turn
	var pending [2][]semantics.Take
	for n := 1; n <= s.at; n++ {
		e, _ := s.view(n).Last()
		if e.Command == nil {
			pending[e.Thread] = append(pending[e.Thread], e.Take)
			continue
		}
		turns = append(turns, execution.Turn{Thread: e.Thread, Decisions: pending[e.Thread]})
		pending[e.Thread] = nil
	}
	return execution.Replay(s.core, s.pair, s.init, turns, pending)
}

// Witness is the certificate of the present state's race, accepted by package
// witness/check. The error says that there is no race, or what the checker
// says.
func (s *Session) Witness() (*witness.Witness, error) {
	if !s.Now().Races() {
		return nil, fmt.Errorf("the threads do not race in this state")
	}
	x, err := s.Execution()
	if err != nil {
		return nil, err
	}
	w, _ := x.Witness()
	if err := check.New(s.core).Check(w); err != nil {
		return nil, err
	}
	return w, nil
}
