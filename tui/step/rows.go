package step

import (
	"slices"

	words "wobbly/internal/text"
	"wobbly/semantics"
)

// A traceRow is a state with the move that led to it, or the states after several moves of one
// thread that are folded.
type traceRow struct {
	first, last int // the states of the row; equal if it is not folded
}

func (r traceRow) folded() bool { return r.first < r.last }

type traceRows struct {
	n    int        // the number of states
	rows []traceRow // nil if nothing is folded; row i is then state i
}

func (t traceRows) count() int {
	if t.rows == nil {
		return t.n
	}
	return len(t.rows)
}

func (t traceRows) at(i int) traceRow {
	if t.rows == nil {
		return traceRow{i, i}
	}
	return t.rows[i]
}

// of returns the index of the row that contains state n.
func (t traceRows) of(n int) int {
	if t.rows == nil {
		return n
	}
	i, _ := slices.BinarySearchFunc(t.rows, n, func(r traceRow, n int) int { return r.last - n })
	return i
}

// rows returns the rows of the trace. If local steps are folded, consecutive local moves of one
// thread share a row. Races and forks have rows of their own, and the row of the present state is
// unfolded.
func (s *Screen) rows() traceRows {
	t := traceRows{n: s.s.Len() + 1}
	if !s.folded {
		return t
	}
	forks := len(s.s.Branches()) > 1
	t.rows = append(t.rows, traceRow{0, 0})
	open := false            // whether a local move of the same thread joins the last row
	var before semantics.Tid // the thread that made the move before
	for n := 1; n < t.n; n++ {
		v, _ := s.s.State(n)
		mover, _ := v.Mover()
		local := v.Local() && !v.Races() && !(forks && len(s.s.Onward(n)) > 1)
		if open && local && mover == before {
			t.rows[len(t.rows)-1].last = n
		} else {
			t.rows = append(t.rows, traceRow{n, n})
		}
		open, before = local, mover
	}
	i := t.of(s.s.At())
	if r := t.rows[i]; r.folded() {
		var single []traceRow
		for n := r.first; n <= r.last; n++ {
			single = append(single, traceRow{n, n})
		}
		t.rows = slices.Replace(t.rows, i, i+1, single...)
	}
	return t
}

// foldText describes a folded row: "3 local steps", or with choices "3 steps, 1 choice".
func (s *Screen) foldText(r traceRow) string {
	before, _ := s.s.State(r.first - 1)
	last, _ := s.s.State(r.last)
	steps := last.Steps() - before.Steps()
	choices := r.last - r.first + 1 - steps
	switch {
	case choices == 0:
		return words.Count(steps, "local step")
	case steps == 0:
		return words.Count(choices, "choice")
	}
	return words.Count(steps, "step") + ", " + words.Count(choices, "choice")
}

func (s *Screen) toggleFold() {
	s.folded = !s.folded
	if s.folded {
		s.h.Say("The trace folds steps that concern one thread alone; a click on a fold, or " +
			"going there, opens it.")
	} else {
		s.h.Say("The trace shows every step.")
	}
}
