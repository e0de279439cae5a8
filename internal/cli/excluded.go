package cli

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// Bounds of the search for pairs that the lock keeps apart: it fills a table in
// a text and must not take long.
const (
	mostAccesses = 4096    // of all units together
	mostLooked   = 1 << 18 // pairs
)

// excluded looks for pairs of accesses on the same fields, one of them a
// write, that the lock condition keeps apart.
func (r *run) excluded(f pairFlags, most int) report.Excluded {
	e := report.Excluded{Complete: true}
	only, _ := f.pair(r.core) // it was valid before
	sides := r.pairSides(only, &e)
	looked := 0
	for i, x := range sides {
		for _, y := range sides[i:] {
			if looked++; looked > mostLooked {
				e.Complete = false
				return e
			}
			if !r.arePair(only, x.Unit, y.Unit) || !keptApart(x.Access, y.Access, r.opts.Condition) {
				continue
			}
			if e.Found++; len(e.Pairs) < most {
				e.Pairs = append(e.Pairs, report.ExcludedPair{Left: r.sites.side(x), Right: r.sites.side(y)})
			}
		}
	}
	return e
}

// pairSides lists the accesses of the units that programs are built from, in
// order, up to a bound.
func (r *run) pairSides(only *il.Pair, e *report.Excluded) []abstract.Side {
	var sides []abstract.Side
	for _, u := range r.core.Units {
		if !r.core.IsUnitOfPairs(u) || only != nil && u != only.Left && u != only.Right {
			continue
		}
		if len(sides) == mostAccesses {
			e.Complete = false
			break
		}
		list := r.result.Accesses(u, mostAccesses-len(sides))
		if _, n := r.result.Size(u); n.Exceeds(len(list)) {
			e.Complete = false
		}
		for _, x := range list {
			sides = append(sides, abstract.Side{Unit: u, Access: x})
		}
	}
	e.Accesses = len(sides)
	return slices.Clip(sides)
}

// arePair tells whether two units, in file order, form a program of the file.
func (r *run) arePair(only *il.Pair, left, right *il.Unit) bool {
	if only != nil {
		return left == only.Left && right == only.Right
	}
	return r.core.Threads[0] == nil || left != right
}

// keptApart tells whether nothing but the lock keeps two accesses from being a
// candidate pair.
func keptApart(a, b abstract.Access, c abstract.Condition) bool {
	locks := [2]int{a.Lock, b.Lock}
	a.Lock, b.Lock = 0, 0
	return !c.Holds(locks[0], locks[1]) && abstract.Conflict(a, b, c)
}
