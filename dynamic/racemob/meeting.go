package racemob

import (
	"wobbly/dynamic"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// Meeting is the run's evidence that a candidate is a race in the sense of
// Definition 3.6, if there is any: an execution to a configuration in which both
// threads stand before the accesses, on one cell, with the choices before them
// resolved. It was observed or, where the accesses were made unordered, it is one
// that the same branch decisions of both threads lead to.
func (r *Run) Meeting(candidate int) (*execution.Execution, bool) {
	if m, ok := r.Meetings[candidate]; ok {
		return m, true
	}
	if accesses, ok := r.Accesses[candidate]; ok {
		return bringTogether(r.Execution, accesses)
	}
	return nil, false
}

// bringTogether looks whether two accesses that were made unordered can also be
// brought together: it goes to the first one again, holds its thread back, and
// lets the other thread take the same path. It fails if that leads to another
// cell or waits for the lock, as it does where the other thread needs what the
// first one has done from its access on.
func bringTogether(x *dynamic.Execution, accesses [2]int) (*execution.Execution, bool) {
	from, to := accesses[0], accesses[1]
	m := x.Prefix(from)
	resolve(m, x.Moves[from])
	for _, move := range x.Moves[from+1 : to] {
		if t := execution.TurnOf(move); t.Thread == x.Moves[to].Thread && m.Step(t.Thread, t.Takes...) != nil {
			return nil, false
		}
	}
	resolve(m, x.Moves[to])
	_, races := m.Race()
	return m, races
}

// resolve resolves the choices before a move.
func resolve(x *execution.Execution, m semantics.Move) {
	if t := execution.TurnOf(m); x.Choose(t.Thread, t.Takes...) != nil {
		panic("racemob: a choice that was made cannot be made")
	}
}

// Witness is the certificate that a candidate races in the sense of Definition
// 3.6, nil if the run does not show it.
func (r *Run) Witness(candidate int) *witness.Witness {
	m, ok := r.Meeting(candidate)
	if !ok {
		return nil
	}
	w, ok := m.Witness()
	if !ok {
		panic("racemob: where the threads have met they do not race")
	}
	return w
}
