package query

import (
	"math"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// count returns the value of an expression such as count(schedules).
func (j *judge) count(n *count) Value {
	switch n.what {
	case countSchedules:
		return j.schedules()
	case countFinals:
		keys, cut := j.finals()
		v := Value{Kind: numberKind, Number: int64(len(keys)), AtLeast: cut != "", Why: cut}
		if !v.AtLeast {
			v.Why = sameFinals
		}
		return v
	case countRaces:
		return j.races()
	default:
		panic(il.Unknown(n.what))
	}
}

// sameFinals says which final states count as one: those with the same Config.Key.
const sameFinals = "states that differ only in the names of objects, or in objects that no thread reaches, are one"

// schedules is the number of complete interleavings.
func (j *judge) schedules() Value {
	if err := j.s.legal(); err != nil {
		return unknownCount(err.Error())
	}
	all, err := explore.Interleavings(j.s.core, j.s.pair, explore.Unbounded)
	switch {
	case err != nil:
		return unknownCount(err.Error())
	case all == nil:
		return Value{Kind: numberKind, Number: math.MaxInt64, text: "infinitely many", Why: "a loop can go round for ever"}
	case !all.IsInt64():
		return Value{Kind: numberKind, Number: math.MaxInt64, text: all.String()}
	default:
		return Value{Kind: numberKind, Number: all.Int64()}
	}
}

// races returns the number of unordered pairs of accesses that race.
func (j *judge) races() Value {
	if j.in.Init == nil {
		return unknownCount("no initial state is given")
	}
	r, err := j.s.explore(j.ctx, j.in.Init, j.in.MaxStates)
	if err != nil {
		return j.racesOfStates()
	}
	v := Value{Kind: numberKind, Number: int64(len(explore.Distinct(j.s.pair, r.Races))), AtLeast: !r.Complete}
	if v.AtLeast {
		v.Why = "the search was cut (" + string(r.Cut) + ")"
	}
	return v
}

// racesOfStates counts the pairs that race in some reachable state.
func (j *judge) racesOfStates() Value {
	start, err := semantics.NewConfig(j.s.core, j.s.pair, *j.in.Init)
	if err != nil {
		return unknownCount(err.Error())
	}
	search := &search{facts: &facts{s: j.s}, most: j.in.MaxStates}
	pairs := map[il.Sites]bool{}
	search.run(j.ctx, start, func(r *reached) bool {
		if both, ok := semantics.Race(r.view.Config); ok {
			pairs[j.s.pair.Sites(siteOf(both[0]), siteOf(both[1]))] = true
		}
		return true
	})
	return Value{Kind: numberKind, Number: int64(len(pairs)), AtLeast: search.cut != "", Why: search.cut}
}

func siteOf(a semantics.Access) il.Site { return il.Site{At: a.Command.Pos(), Kind: a.Kind} }
