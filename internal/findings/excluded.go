package findings

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// Bounds of the search for pairs that the lock keeps apart: it fills a table in
// a text and must not take long.
const (
	maxAccesses = 4096    // of all units together
	maxLooked   = 1 << 18 // pairs of them
)

// excluded looks for pairs of accesses on the same fields, one of them a
// write, that the lock condition keeps apart.
func (f *Findings) excluded(most int) report.Excluded {
	sides, complete := f.sidesOfPairs()
	e := report.Excluded{Complete: complete, Accesses: len(sides)}
	looked := 0
	for i, x := range sides {
		for _, y := range sides[i:] {
			if looked++; looked > maxLooked {
				e.Complete = false
				return e
			}
			if !f.isPair(x.Unit, y.Unit) || !f.keptApart(x.Access, y.Access) {
				continue
			}
			if e.Found++; len(e.Pairs) < most {
				e.Pairs = append(e.Pairs, report.ExcludedPair{Left: f.side(x), Right: f.side(y)})
			}
		}
	}
	return e
}

// sidesOfPairs lists the accesses of the units that programs are built from,
// in order, up to a bound; it tells whether these are all.
func (f *Findings) sidesOfPairs() (sides []abstract.Side, complete bool) {
	complete = true
	for _, u := range f.core.Units {
		if !f.core.IsUnitOfPairs(u) || f.par.Only != nil && u != f.par.Only.Left && u != f.par.Only.Right {
			continue
		}
		list := f.result.Accesses(u, maxAccesses-len(sides))
		for _, x := range list {
			sides = append(sides, abstract.Side{Unit: u, Access: x})
		}
		if _, n := f.result.Size(u); n.Exceeds(len(list)) {
			return sides, false
		}
	}
	return sides, complete
}

// isPair tells whether two units, in file order, form a program that was asked
// for.
func (f *Findings) isPair(left, right *il.Unit) bool {
	if !f.core.IsUnitOfPairs(left) || !f.core.IsUnitOfPairs(right) {
		return false
	}
	if f.par.Only != nil {
		return left == f.par.Only.Left && right == f.par.Only.Right
	}
	return f.core.Threads[0] == nil || left != right
}

// keptApart tells whether nothing but the lock keeps two accesses from being a
// candidate pair.
func (f *Findings) keptApart(a, b abstract.Access) bool {
	o := f.par.Options
	locks := [2]int{a.Lock, b.Lock}
	a.Lock, b.Lock = 0, 0
	return !o.Condition.Holds(locks[0], locks[1]) && abstract.Conflict(a, b, o.Mode, o.Condition)
}
