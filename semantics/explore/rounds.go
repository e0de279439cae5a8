package explore

import (
	"context"

	"wobbly/semantics"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// rounds is a search from all initial states in the flat layout that is begun anew: with more
// positions, where states turn out to have more initial objects than there are positions for;
// and for the races that were not found yet, where less counts for these.
//
// Nothing is lost by that. What counts are the values that the addresses of some accesses
// depend on (flat/need.go), and leaving out what does not count takes each path to one of as
// many steps, on which these accesses have the same addresses. So each round finds the races of
// the pairs that it is about, and those only, all as early as they can be. A round is ended only
// by another one, and the last one is ended by its own end or by a limit.
type rounds struct {
	problem
	known  flat.Known
	races  []Race // of the known pairs
	anew   uint64 // how many states a round has before it is begun anew for less; 0 for never
	memory uint64 // that a round took at most
}

// rounds tells whether rounds may be for the races that were not found yet: where all that is
// asked for is races. Where a bound on loops cuts the program, nothing is pruned.
func (p problem) rounds() bool { return p.o.Prune && p.o.Reduce && !p.g.Bounded() }

// search makes rounds; nil if there is no layout.
func (r *rounds) search(ctx context.Context) *Result {
	for least := int32(leastInitial); ; {
		layout := flat.All(r.g, least, r.o.mostObjects(nil), r.known)
		if layout == nil {
			return nil
		}
		l := r.levels(layout)
		l.start, l.anew = func(race machine.Sites) problem { return r.from(l.Picks(race)) }, r.anew
		result := run(ctx, l)
		r.memory = max(r.memory, uint64(l.Most))
		if l.Wide {
			return nil
		}
		if result != nil {
			result.Races, result.Memory = append(result.Races, r.races...), r.memory
			sortRaces(result.Races)
			return result
		}
		if l.Narrow { // after how many states depends on the workers
			least = layout.Initial() + layout.Initial()/2
		} else {
			r.anew = max(r.anew, 2*l.States)
		}
		if r.anew > 0 {
			r.add(l.sofar()...)
			l.Forget()
		}
	}
}

// add takes notice of races.
func (r *rounds) add(all ...found) {
	for _, x := range all {
		r.known[x.sites] = true
		r.races = append(r.races, x.race)
	}
}

// found is a race, and its sites.
type found struct {
	sites machine.Sites
	race  Race
}

// sofar are the races that the search has found.
func (l *levels) sofar() (all []found) {
	for _, p := range l.Found() {
		all = append(all, found{p, l.race(p, l.Steps(p), l.trail)})
	}
	return all
}

// sofar are the races that the search has found; where both threads execute one unit, their
// twins too, in which the threads are exchanged.
func (e *engine) sofar() (all []found) {
	pairs, first := firstHits(e.found[:])
	has := flat.Known{}
	for _, p := range pairs {
		has[p] = true
		all = append(all, found{p, e.race(p, first[p].steps, func(p machine.Sites) *trail { return e.trail(first[p].at) })})
	}
	if e.given != nil || e.g.Unit(0) != e.g.Unit(1) {
		return all
	}
	for _, x := range all {
		if p := (machine.Sites{x.sites[1], x.sites[0]}); !has[p] {
			has[p] = true
			all = append(all, found{p, x.race.twin()})
		}
	}
	return all
}

// twin is the race with the threads exchanged.
func (r Race) twin() Race {
	return Race{Left: r.Right, Right: r.Left, Steps: r.Steps, Witness: func() *witness.Witness { return exchanged(r.Witness()) }}
}

// exchanged is a witness of a unit with itself, with the threads exchanged.
func exchanged(w *witness.Witness) *witness.Witness {
	a, b := semantics.Tid(0).String(), semantics.Tid(1).String()
	other := map[string]string{a: b, b: a}
	w.Init.A, w.Init.B = w.Init.B, w.Init.A
	w.Race.A, w.Race.B = w.Race.B, w.Race.A
	for i := range w.Steps {
		w.Steps[i].Thread = other[w.Steps[i].Thread]
	}
	return w
}
