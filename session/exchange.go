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

// Link returns a link to the present state.
func (s *Session) Link() schedule.Link {
	return schedule.Link{
		File:     s.core.Source.Name,
		Units:    [2]string{s.pair.Left.Name, s.pair.Right.Name},
		Digest:   s.Digest()[:schedule.DigestDigits],
		Heap:     InitText(s.core, s.pair, s.init),
		Schedule: s.Schedule(),
	}
}

// OpenLink begins a session at the state of a link. It reports whether the program has changed
// since the link was made. The error names the first step that does not fit.
func OpenLink(core *il.Core, l schedule.Link) (s *Session, changed bool, err error) {
	changed = !l.Fits(witness.Digest(core.Source.Text))
	s, err = open(core, l.Units, l.Heap)
	if err == nil {
		err = s.replay(l.Schedule)
	}
	if err != nil {
		return nil, changed, blame(err, changed, "line")
	}
	s.dropUndo()
	return s, changed, nil
}

// replay makes the moves of a schedule. The error names the first one that does not fit.
func (s *Session) replay(moves schedule.Schedule) error {
	if _, err := s.fit(s.path[s.at].config, moves); err != nil {
		return err
	}
	s.Play(moves)
	return nil
}

func open(core *il.Core, units [2]string, heap string) (*Session, error) {
	p, err := PairOf(core, units[0], units[1])
	if err != nil {
		return nil, err
	}
	in, err := ParseInit(core, p, heap)
	if err != nil {
		return nil, err
	}
	return New(core, p, in)
}

// dropUndo makes the moves so far permanent.
func (s *Session) dropUndo() { s.done, s.undone = nil, nil }

// blame adds to an error that the program has been changed, if it has.
func blame(err error, changed bool, document string) error {
	if !changed {
		return err
	}
	return fmt.Errorf("%w (the file was changed since the %s was made)", err, document)
}

// Trace returns the trace file of the moves to the present state. The file also names the tool that
// wrote it, and the bound of the search that found the state.
func (s *Session) Trace(tool, bound string) *schedule.Trace {
	t := &schedule.Trace{
		Program: s.core.Source.Name,
		Digest:  s.Digest(),
		Units:   [2]string{s.pair.Left.Name, s.pair.Right.Name},
		Heap:    InitText(s.core, s.pair, s.init),
		Bound:   bound,
		Tool:    tool,
	}
	for n := 1; n <= s.at; n++ {
		t.Lines = append(t.Lines, s.view(n).Line())
	}
	return t
}

// Line returns the move that led to the state as a line of a trace file, or the zero Line for the
// initial state.
func (v View) Line() schedule.Line {
	e, ok := v.Last()
	if !ok {
		return schedule.Line{}
	}
	return schedule.Line{
		Thread: e.Thread, At: e.Where, Do: e.Do, Effect: v.s.names.Brief(v.Effects()),
	}
}

// OpenTrace begins a session at the last state of a trace file, and compares every line with the
// program. It reports whether the program has changed since the trace was made. The error names the
// first line that does not fit.
func OpenTrace(core *il.Core, t *schedule.Trace) (s *Session, changed bool, err error) {
	changed = t.Digest != witness.Digest(core.Source.Text)
	s, err = open(core, t.Units, t.Heap)
	for n := 0; err == nil && n < len(t.Lines); n++ {
		err = s.obey(t.Lines[n])
	}
	if err != nil {
		return nil, changed, blame(err, changed, "trace")
	}
	s.dropUndo()
	return s, changed, nil
}

// obey makes the move of a line of a trace file, which must have the effect that the line states.
func (s *Session) obey(l schedule.Line) error {
	v, m := s.Now(), l.Move()
	name := moveName(v.Steps()+1, m.Do != schedule.Step)
	says := fmt.Sprintf("%s: the trace says %s %s at %s", name, l.Thread, l.Do, l.At)
	e, n := s.event(v.Config(), m, v.Steps()), v.Next(l.Thread)
	if !il.SameText(e.Do, l.Do) || e.Where != l.At {
		switch {
		case n.Do == "":
			return fmt.Errorf("%s, but %s has ended", says, l.Thread)
		case n.Where == l.At && !il.SameText(n.Do, l.Do):
			return fmt.Errorf("%s, the program has %s there", says, n.Do)
		default:
			return fmt.Errorf("%s, but %s is about to do %s at %s", says, l.Thread, n.Do, n.Where)
		}
	}
	if r := s.Play(schedule.Schedule{m}); !r.OK() {
		return fmt.Errorf("%s, but %s", says, clause(n.Text))
	}
	if did := s.Now().Line().Effect; did != l.Effect {
		return fmt.Errorf("%s with the effect %q, the program's is %q", says, l.Effect, did)
	}
	return nil
}

// OpenWitness begins a session at the racing state of a witness. It returns an error if package
// witness/check refuses the witness. A compressed witness is expanded, up to schedule.MaxMoves
// moves.
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

// OpenExecution begins a session at the end of an execution. The error is that of New for its
// initial state.
func OpenExecution(x *execution.Execution) (*Session, error) {
	s, err := New(x.Core, x.Pair, x.Init)
	if err != nil {
		return nil, err
	}
	s.Play(scheduleOf(x.Moves, x.Last()))
	s.dropUndo()
	return s, nil
}

// Execution returns the execution from the initial to the present state.
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

// Witness returns the witness of the present state's race. It returns an error if there is no race,
// or package witness/check refuses the witness.
func (s *Session) Witness() (*witness.Witness, error) {
	if !s.Now().Races() {
		return nil, errors.New("the threads do not race in this state")
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
