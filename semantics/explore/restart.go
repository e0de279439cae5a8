package explore

import (
	"context"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// smallSearch is the number of states that a search from all initial states meets in the canonical
// layout before it tries the flat layout, whose construction costs as much as a small search.
const smallSearch = 1 << 10

// minInitial is the number of initial objects for which the first flat layout has positions.
const minInitial = 4

// fromAll searches from all initial states. A search that is not small starts over in the flat
// layout, if there is one: first for the races without aliases, which are nearly all races and take
// a third of the states, then for the others.
func (p problem) fromAll(ctx context.Context) *Result {
	if p.o.Layout == Flat {
		if r := p.restarter(smallSearch).run(ctx); r != nil {
			return r
		}
	}
	s := p.canonical(ctx)
	for s.States < smallSearch {
		if !s.Next() {
			return s.result()
		}
	}
	found := s.twins()
	if p.o.aliasesLast() && !p.g.Bounded() {
		var result *Result
		if result, found = p.withoutAliases(ctx, found); result.Complete || Ended(ctx) != NotCut {
			return result
		}
	}
	if r := p.restarter(smallSearch, found...).run(ctx); r != nil {
		return r
	}
	return s.run().merge(found)
}

// withoutAliases searches for the races without aliases that are not in before. It also returns the
// races that it found.
func (p problem) withoutAliases(ctx context.Context, before []found) (*Result, []found) {
	p.o.Aliases = 0
	r := p.restarter(smallSearch, before...)
	if result := r.run(ctx); result != nil {
		r.space.Forget()
		return result, r.found
	}
	s := p.canonical(ctx)
	result := s.run().merge(before)
	return result, append(before, s.twins()...)
}

// merge adds the races and deadlocks in before that the result does not have.
func (r *Result) merge(before []found) *Result {
	has := map[il.Sites]bool{}
	for _, x := range slices.Concat(r.Races, r.Deadlocks) {
		has[x.Sites()] = true
	}
	r.add(slice.Filter(before, func(x found) bool {
		sites := x.race.Sites()
		isNew := !has[sites]
		has[sites] = true
		return isNew
	})...)
	return r
}

// aliasesLast reports whether a search looks first for races without aliases. It may do so only if
// its result is used for the races alone.
func (o *Options) aliasesLast() bool {
	return !o.Shortest && o.Aliases < 0 && o.Layout == "" && o.Prune && (o.Reduce || o.ReduceFlat)
}

// A restarter searches from all initial states in the flat layout. It starts over
//
//   - with more positions, if a state has more initial objects than there are positions;
//   - for the races that were not found yet, if less is relevant for these, and only once the
//     states searched make the cost small.
//
// Nothing is lost by starting over. Only the values on which the addresses of some accesses depend
// count, and leaving out the others takes each path to one with as many steps on which these
// accesses have the same addresses. So each search finds exactly the races of the pairs that it
// looks for, as early as possible. The last search ends by itself or by a limit.
type restarter struct {
	problem
	known flat.Known
	found []found     // the races of the known pairs; in the end all races
	space *flat.Space // the states of the last search
	// after is the number of states that a search meets before it may start over; 0 means never.
	after int
}

// restarter returns a search that may start over once it has met a number of states (after). The
// races in before have been found already.
func (p problem) restarter(after int, before ...found) *restarter {
	p.o.Reduce = p.o.Reduce || p.o.ReduceFlat
	r := &restarter{problem: p, known: flat.Known{}}
	if p.o.Prune && p.o.Reduce && !p.g.Bounded() { // otherwise the numbers of states count too
		r.after = after
		r.add(before)
	}
	return r
}

// add adds pairs that were found, each once.
func (r *restarter) add(all []found) {
	for _, x := range all {
		if r.known[x.sites] {
			continue
		}
		r.known[x.sites] = true
		r.found = append(r.found, x)
	}
}

// run returns the result of the last search, or nil if no flat layout suffices.
func (r *restarter) run(ctx context.Context) *Result {
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
			result.Memory = memory
			result.add(r.found...)
			r.add(s.found())
			r.space = space
			return result
		}
		if r.after > 0 {
			r.add(s.found())
			space.Forget()
		}
	}
}

// twins returns the races that were found and, if both threads execute one unit, their images.
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

// twin returns the race with the threads exchanged.
func (r Race) twin() Race {
	return Race{
		Left: r.Right, Right: r.Left, Steps: r.Steps,
		Witness: func() *witness.Witness {
			w := r.Witness()
			a, b := semantics.Tid(0).String(), semantics.Tid(1).String()
			other := map[string]string{a: b, b: a}
			w.Init.A, w.Init.B = w.Init.B, w.Init.A
			w.Race.A, w.Race.B = w.Race.B, w.Race.A
			w.Deadlock.A, w.Deadlock.B = w.Deadlock.B, w.Deadlock.A
			for i := range w.Steps {
				w.Steps[i].Thread = other[w.Steps[i].Thread]
			}
			return w
		},
	}
}
