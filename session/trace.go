package session

import (
	"fmt"

	"wobbly/il"
	"wobbly/session/schedule"
	"wobbly/witness"
)

func digestOf(core *il.Core) string { return witness.Digest(core.Source.Text) }

// Trace is the trace file of the way to the present state. tool says what
// writes it and bound how far the search went that found the way, in words;
// both are notes.
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

// Line is the move that led to the state as trace files have it. Of the initial
// state it is the zero Line.
func (v View) Line() schedule.Line {
	e, ok := v.Last()
	if !ok {
		return schedule.Line{}
	}
	return schedule.Line{Thread: e.Thread, At: e.Where, Do: e.Do, Effect: v.s.names.Brief(v.Effects())}
}

// EffectText is what the move that led to the state did, in a few words and in those of the
// source.
func (v View) EffectText() string { return v.s.names.InSource(v.Effects()) }

// OpenTrace begins a session at the state that a trace file leads to, and holds
// every line against what the program does. changed tells that the text of the
// program is another one than that of the trace, although every line fits. The
// error names the first line that does not.
func OpenTrace(core *il.Core, t *schedule.Trace) (s *Session, changed bool, err error) {
	changed = t.Digest != digestOf(core)
	s, err = open(core, t.Units, t.Heap)
	if err != nil {
		return nil, changed, blame(err, changed, "trace")
	}
	for _, l := range t.Lines {
		if err := s.obey(l); err != nil {
			return nil, changed, blame(err, changed, "trace")
		}
	}
	s.dropUndo()
	return s, changed, nil
}

// obey makes the move of a line, which must do what the line says.
func (s *Session) obey(l schedule.Line) error {
	v, m := s.Now(), l.Move()
	k := v.Config()
	what := fmt.Sprintf("step %d", v.Steps()+1)
	if m.Do != schedule.Step {
		what = "a choice before " + what
	}
	says := fmt.Sprintf("%s: the trace says %s %s at %s", what, l.Thread, l.Do, l.At)
	e := s.event(k, m, v.Steps())
	if !il.SameText(e.Do, l.Do) || e.Where != l.At {
		return fmt.Errorf("%s, %s", says, s.instead(v, l))
	}
	if _, stuck := play(k, m); stuck != nil {
		return fmt.Errorf("%s, but %s", says, clause(v.Next(l.Thread).Text))
	}
	s.act(func() Result { s.make(m); return Result{} })
	if did := s.Now().Line().Effect; did != l.Effect {
		return fmt.Errorf("%s with the effect %q, the program's is %q", says, l.Effect, did)
	}
	return nil
}

// instead tells what a thread does where a trace says something else.
func (s *Session) instead(v View, l schedule.Line) string {
	n := v.Next(l.Thread)
	switch {
	case n.Do == "":
		return fmt.Sprintf("but %s has ended", l.Thread)
	case n.Where == l.At && !il.SameText(n.Do, l.Do):
		return fmt.Sprintf("the program has %s there", n.Do)
	default:
		return fmt.Sprintf("but %s stands before %s at %s", l.Thread, n.Do, n.Where)
	}
}
