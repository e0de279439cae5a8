package picture

import (
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// beat is a row of the trace.
type beat struct {
	kind   beatKind
	thread semantics.Tid
	// number is the number of the state after a step.
	number int
	text   string
	// hidden is the number of steps that a fold stands for.
	hidden int
	// levels are the lock levels of the threads below this row.
	levels [2]il.Level
	// alarm is the mark of a race or a deadlock in the state after a step.
	alarm string
}

type beatKind uint8

// The kinds of rows. A foldBeat stands for rows that are left out.
const (
	startBeat beatKind = iota
	choiceBeat
	stepBeat
	foldBeat
	endBeat
)

// beats returns the rows of the trace. A thread's turn of more than fold rows is folded.
func (s *Story) beats(fold int) []beat {
	list := []beat{{kind: startBeat, alarm: s.alarm(0)}}
	var turn []beat
	var levels [2]il.Level
	for n := 1; n < len(s.Scenes); n++ {
		sc := &s.Scenes[n]
		m := sc.Move
		if n > 1 && m.Thread != s.Scenes[n-1].Move.Thread {
			list, turn = append(list, folded(turn, fold)...), nil
		}
		for _, c := range m.Choices {
			text := fmt.Sprintf("? %d takes %s", s.line(c.At.Pos()), c.Take)
			turn = append(turn,
				beat{kind: choiceBeat, thread: m.Thread, text: text, levels: levels})
		}
		levels = [2]il.Level{sc.Threads[0].L, sc.Threads[1].L}
		text := fmt.Sprintf("%d %s", m.At.Line, m.Text)
		if c := m.effects.Lock; c != nil {
			slot := il.SlotOf(m.Command)
			// The depth is of interest only within another pair of lock() and unlock().
			if old, now := c.Old.DepthOf(slot), c.New.DepthOf(slot); old > 0 && now > 0 {
				text += fmt.Sprintf(", depth %d", now)
			}
		}
		turn = append(turn, beat{
			kind: stepBeat, thread: m.Thread, number: n, text: text, levels: levels,
			alarm: s.alarm(n),
		})
	}
	list = append(list, folded(turn, fold)...)
	return append(list, beat{kind: endBeat, levels: levels, alarm: s.alarm(len(s.Scenes) - 1)})
}

// folded leaves out the middle of a turn of more than limit rows, unless limit is negative.
func folded(turn []beat, limit int) []beat {
	if limit < 0 || len(turn) <= limit {
		return turn
	}
	head := max(1, limit/2)
	tail := max(1, limit-head-1)
	cut := turn[head : len(turn)-tail]
	steps := slice.Count(cut, func(b beat) bool { return b.kind == stepBeat })
	fold := beat{
		kind: foldBeat, thread: turn[0].thread, hidden: steps, levels: cut[len(cut)-1].levels,
	}
	return append(append(turn[:head:head], fold), turn[len(turn)-tail:]...)
}
