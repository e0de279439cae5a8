package explore

import (
	"context"

	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// smallSearch is how many states a search from all initial states meets in the canonical layout
// before it tries the flat layout, whose construction costs as much as a small search.
const smallSearch = 1 << 10

// minInitial is the number of initial objects for which a flat layout has positions at first.
const minInitial = 4

// fromAll searches from all initial states. A search that is not small begins anew in the flat
// layout, if there is one.
func (p problem) fromAll(ctx context.Context) *Result {
	if p.o.Layout == Flat {
		if r := p.restarts(smallSearch).run(ctx); r != nil {
			return r
		}
	}
	s := p.canonical(ctx)
	for s.States < smallSearch {
		if !s.Next() {
			return s.result()
		}
	}
	if r := p.restarts(smallSearch, s.twins()...).run(ctx); r != nil {
		return r
	}
	return s.run()
}

// A restarts is a search from all initial states in the flat layout that begins anew
//
//   - with more positions, if a state has more initial objects than there are positions;
//   - for the races that were not found yet, if less is relevant for these, and only once the
//     states searched make the cost small.
//
// Nothing is lost by that. What counts are the values on which the addresses of some accesses
// depend, and leaving out what does not count takes each path to one of as many steps, on which
// these accesses have the same addresses. So each search finds the races of the pairs that it looks
// for, and no others, as early as possible. The last search ends by itself or by a limit.
type restarts struct {
	problem
	known flat.Known
	races []Race // of the known pairs
	// after is how many states a search meets before it may begin anew for other races; 0 for
	// never.
	after int
}

// restarts returns a search that may begin anew for other races after a number of states. The races in before
// have been found already.
func (p problem) restarts(after int, before ...found) *restarts {
	p.o.Reduce = p.o.Reduce || p.o.ReduceFlat
	r := &restarts{problem: p, known: flat.Known{}}
	if p.o.Prune && p.o.Reduce && !p.g.Bounded() { // only then the result has nothing but races
		r.after = after
		r.add(before)
	}
	return r
}

func (r *restarts) add(all []found) {
	for _, x := range all {
		r.known[x.sites] = true
		r.races = append(r.races, x.race)
	}
}

func (r *restarts) run(ctx context.Context) *Result {
	memory := uint64(0)
	for initial := int32(minInitial); ; {
		layout := flat.All(r.g, initial, r.o.maxObjects(nil), r.known)
		if layout == nil {
			return nil
		}
		s, space := r.flatIn(ctx, layout, r.known)
		leaner, after, checked := false, r.after, 0
		for more := true; more && !leaner; {
			more = s.Next()
			races := len(s.goal.Hits())
			ending := !more && s.Cuts == driver.CutStates
			if r.after > 0 && races > checked && (ending || more && s.States >= after) {
				checked, leaner = races, space.Leaner()
				after = max(after, 2*s.States)
			}
		}
		memory = max(memory, space.Counts().MaxMemory)
		switch {
		case space.Wide:
			return nil
		case leaner:
			r.after = after
		case space.Narrow: // after a number of states that depends on the workers
			initial += initial / 2
		default:
			result := s.result()
			result.Races, result.Memory = append(result.Races, r.races...), memory
			sortRaces(result.Races)
			return result
		}
		if r.after > 0 {
			r.add(s.found())
			space.Forget()
		}
	}
}

// twins returns the races that were found and, if both threads execute one unit, also those with
// the threads exchanged.
func (s *searching) twins() []found {
	all := s.found()
	if s.problem.given != nil || s.problem.g.Unit(0) != s.problem.g.Unit(1) {
		return all
	}
	has := flat.Known{}
	for _, x := range all {
		has[x.sites] = true
	}
	for _, x := range all {
		if q := (machine.Sites{x.sites[1], x.sites[0]}); !has[q] {
			has[q] = true
			all = append(all, found{q, x.race.twin()})
		}
	}
	return all
}

func (r Race) twin() Race {
	return Race{
		Left: r.Right, Right: r.Left, Steps: r.Steps,
		Witness: func() *witness.Witness {
			w := r.Witness()
			a, b := semantics.Tid(0).String(), semantics.Tid(1).String()
			other := map[string]string{a: b, b: a}
			w.Init.A, w.Init.B = w.Init.B, w.Init.A
			w.Race.A, w.Race.B = w.Race.B, w.Race.A
			for i := range w.Steps {
				w.Steps[i].Thread = other[w.Steps[i].Thread]
			}
			return w
		},
	}
}
