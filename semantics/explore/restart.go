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

// smallSearch is how many states a search from all initial states meets in the canonical layout
// before it tries the flat layout, whose construction costs as much as a small search.
const smallSearch = 1 << 10

// minInitial is the number of initial objects for which a flat layout has positions at first.
const minInitial = 4

// fromAll searches from all initial states. A search that is not small begins anew in the flat
// layout, if there is one: first for the races without aliases, which are nearly all and take a
// third of the states, and then for the others.
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
	found := s.twins()
	if p.o.aliasesLast() && !p.g.Bounded() {
		var result *Result
		if result, found = p.withoutAliases(ctx, found); result.Complete || Ended(ctx) != NotCut {
			return result
		}
	}
	if r := p.restarts(smallSearch, found...).run(ctx); r != nil {
		return r
	}
	return s.run().with(found)
}

// withoutAliases searches for the races without aliases, of which some were found before. It
// returns those that were found too.
func (p problem) withoutAliases(ctx context.Context, before []found) (*Result, []found) {
	p.o.Aliases = 0
	r := p.restarts(smallSearch, before...)
	if result := r.run(ctx); result != nil {
		r.space.Forget()
		return result, r.found
	}
	s := p.canonical(ctx)
	result := s.run().with(before)
	return result, append(before, s.twins()...)
}

// with adds races and deadlocks that were found before to a result, if it does not have them.
func (r *Result) with(before []found) *Result {
	has := map[il.Sites]bool{}
	for _, x := range slices.Concat(r.Races, r.Deadlocks) {
		has[x.Sites()] = true
	}
	r.add(slice.Filter(before, func(x found) bool {
		at := x.race.Sites()
		isNew := !has[at]
		has[at] = true
		return isNew
	})...)
	return r
}

// aliasesLast reports whether a search looks first for the races without aliases. It may only if
// its result has nothing but races.
func (o *Options) aliasesLast() bool {
	return !o.Shortest && o.Aliases < 0 && o.Layout == "" && o.Prune && (o.Reduce || o.ReduceFlat)
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
	found []found     // the known pairs; in the end all
	space *flat.Space // of the last search
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

// add adds pairs that were found, each once.
func (r *restarts) add(all []found) {
	for _, x := range all {
		if r.known[x.sites] {
			continue
		}
		r.known[x.sites] = true
		r.found = append(r.found, x)
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
			w.Deadlock.A, w.Deadlock.B = w.Deadlock.B, w.Deadlock.A
			for i := range w.Steps {
				w.Steps[i].Thread = other[w.Steps[i].Thread]
			}
			return w
		},
	}
}
