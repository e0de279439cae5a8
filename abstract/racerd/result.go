package racerd

import (
	"cmp"
	"maps"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Result is the summary of every unit, and the reports that follow from them. It is safe for
// concurrent use.
type Result struct {
	core  *il.Core
	opts  Options
	sums  []state       // by Unit.Index
	known []unitClasses // by Unit.Index

	recordings recordingCache
}

// unitClasses has the classes of a unit, computed when they are first needed.
type unitClasses struct {
	once sync.Once
	all  classes
}

// Analyze runs the analysis. The error is abstract.ErrTooLarge or abstract.ErrNoFixpoint.
func Analyze(core *il.Core, opts Options) (*Result, error) {
	sums, err := summarize(core, opts)
	if err != nil {
		return nil, err
	}
	return &Result{core: core, opts: opts, sums: sums, known: make([]unitClasses, len(sums))}, nil
}

// sides lists the snapshots of a summary in order.
func (d state) sides(u *il.Unit) []Side {
	sides := make([]Side, 0, len(d.A))
	for _, a := range slice.Sorted(maps.Keys(d.A), Access.compare) {
		sides = append(sides, Side{Unit: u, Access: a, Ownership: d.A[a]})
	}
	return sides
}

func (r *Result) classes(u *il.Unit) classes {
	k := &r.known[u.Index]
	k.once.Do(func() {
		k.all = classes{}
		for _, s := range r.sums[u.Index].sides(u) {
			key, ok := r.opts.match(u, s.Path)
			if !ok {
				continue
			}
			if k.all[key] == nil {
				k.all[key] = map[class][]Side{}
			}
			c := r.opts.class(s)
			k.all[key][c] = append(k.all[key][c], s)
		}
	})
	return k.all
}

// Reports relates the units of every program of the file, or of one pair only. The error is
// errTooMany, and only with Options.Dedup.
func (r *Result) Reports(only *il.Pair) (*Reported, error) {
	x := &Reported{opts: r.opts}
	for _, p := range r.core.PairsOf(only) {
		x.add(p, r.classes(p.Left), r.classes(p.Right))
	}
	slice.SortStable(x.products, func(a, b product) int { return cmp.Compare(a.length, b.length) })
	if r.opts.Dedup != ShowAll {
		limit := r.opts.maxElements()
		if x.count(true).Exceeds(limit) {
			return nil, errTooMany{limit}
		}
		x.few = deduplicate(x.list(true, limit), r.opts.Dedup)
	}
	return x, nil
}

// summarize computes the summary of every unit, by Unit.Index, each method once and callees first
// (Section 5.2.5). The error is abstract.ErrTooLarge or abstract.ErrNoFixpoint.
//
// The summaries of a recursive program are a fixed point. A unit's E does not depend on callees,
// and its A is monotone in theirs, so with balanced locking it is the least one.
func summarize(core *il.Core, opts Options) ([]state, error) {
	rounds := 0
	if core.Recursive {
		rounds = maxRounds(core)
	}
	summary := func(u *il.Unit, known []state) (state, error) {
		t := transfer{core: core, unit: u, opts: opts, sums: known, heads: map[*il.While]state{}}
		d := t.block(u.Body, t.initial())
		if t.full {
			return state{}, abstract.ErrTooLarge{Unit: u.Name, Limit: opts.maxElements()}
		}
		return d, nil
	}
	return abstract.Fixpoint(core, rounds, state.same, summary)
}

// maxRounds bounds the rounds after which the summaries of a recursive program are a fixed point,
// if there is one.
//
// An aspect of a snapshot (that it is there, that it is Unowned, a formal in its condition) comes
// from an access through a chain of calls, each of which maps its root, a variable of the callee,
// to one of the caller, and a formal of the callee to formals of the caller. A chain that returns
// to the same aspect has either added fields or a level, and can be repeated forever, or was not
// the shortest. This assumes balanced locking: other recursive programs may take longer.
func maxRounds(core *il.Core) int {
	formals := 0
	for _, u := range core.Units {
		formals = max(formals, len(u.Formals))
	}
	return abstract.Roots(core)*(formals+2) + 1
}
