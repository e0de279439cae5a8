package racemob

import (
	"slices"

	"wobbly/dynamic"
	"wobbly/semantics"
)

// Meeting is the run's evidence that a candidate is a race in the sense of
// Definition 3.6, if there is any: a configuration that was observed or, where
// the accesses were made unordered, one that the same ways of both threads lead
// to.
func (r *Run) Meeting(candidate int) (Meeting, bool) {
	if m, ok := r.Meetings[candidate]; ok {
		return m, true
	}
	if accesses, ok := r.Accesses[candidate]; ok {
		return bringTogether(r.Execution, accesses)
	}
	return Meeting{}, false
}

// bringTogether looks whether two accesses that were made unordered can also be
// brought together: it goes to the first one again, holds its thread back, and
// lets the other thread take the same way. It fails if that leads to another
// cell or waits for the lock, as it does where the other thread needs what the
// first one has done from its access on.
func bringTogether(x *dynamic.Execution, accesses [2]int) (Meeting, bool) {
	from, to := accesses[0], accesses[1]
	moves := slices.Clone(x.Moves[:from])
	k := resolved(x.Configs[from], x.Moves[from])
	for _, m := range x.Moves[from+1 : to] {
		if m.Thread != x.Moves[to].Thread {
			continue
		}
		next, again, stuck := semantics.Next(k, m.Thread, takes(m)...)
		if stuck != nil {
			return Meeting{}, false
		}
		k, moves = next, append(moves, again)
	}
	k = resolved(k, x.Moves[to])
	_, races := semantics.Race(k)
	return Meeting{moves, k}, races
}

// takes is how a thread resolves the choices before a move.
func takes(m semantics.Move) []semantics.Take {
	all := make([]semantics.Take, len(m.Choices))
	for i, c := range m.Choices {
		all[i] = c.Take
	}
	return all
}

// resolved is a configuration with the choices before a move resolved.
func resolved(k semantics.Config, m semantics.Move) semantics.Config {
	for _, t := range takes(m) {
		next, stuck := semantics.Choose(k, m.Thread, t)
		if stuck != nil {
			panic("racemob: a choice that was made cannot be made")
		}
		k = next
	}
	return k
}
