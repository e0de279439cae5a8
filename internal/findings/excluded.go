package findings

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// The limits of the search for pairs that only the lock keeps apart. It fills a table in a text and
// must be quick.
const (
	maxAccesses = 4096    // of all units together
	maxLooked   = 1 << 18 // pairs of accesses
)

// excluded looks for pairs of accesses on the same fields, one of them a write, that the lock
// condition keeps apart. It lists at most limit pairs.
func (f *Findings) excluded(limit int) report.Excluded {
	sides, complete := f.sidesOfPairs()
	e := report.Excluded{Complete: complete, Accesses: len(sides)}
	looked := 0
	for i, x := range sides {
		for _, y := range sides[i:] {
			if looked == maxLooked {
				e.Complete = false
				return e
			}
			looked++
			if !f.isPair(x.Unit, y.Unit) {
				continue
			}
			excluded, crossing := f.excludes(x, y)
			if !excluded {
				continue
			}
			e.Found++
			if len(e.Pairs) < limit {
				e.Pairs = append(e.Pairs,
					report.ExcludedPair{Left: f.side(x), Right: f.side(y), Crossing: crossing})
			}
		}
	}
	return e
}

// sidesOfPairs lists the accesses of the methods that programs are built from, in order, up to a
// bound. complete reports whether these are all.
func (f *Findings) sidesOfPairs() (sides []abstract.Side, complete bool) {
	complete = true
	for _, u := range f.core.Units {
		if !f.core.IsUnitOfPairs(u) ||
			f.par.Only != nil && u != f.par.Only.Left && u != f.par.Only.Right {
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

// isPair reports whether two methods, in file order, form one of the programs of the question.
func (f *Findings) isPair(left, right *il.Unit) bool {
	if !f.core.IsUnitOfPairs(left) || !f.core.IsUnitOfPairs(right) {
		return false
	}
	if f.par.Only != nil {
		return left == f.par.Only.Left && right == f.par.Only.Right
	}
	return f.core.Threads[0] == nil || left != right
}

// excludes reports whether only locks keep two accesses from being a candidate pair, and whether
// the reason is that the histories of all paths to them cross.
func (f *Findings) excludes(x, y abstract.Side) (excluded, crossing bool) {
	o := f.par.Options
	a, b := x.Access, y.Access
	a.History, b.History = il.History{}, il.History{}
	conflict := abstract.Conflict(a, b, o.Mode, o.Condition)
	if conflict && len(f.core.Locks) > 0 {
		histories := [2][]il.History{f.histories(x), f.histories(y)}
		compatible, _ := Compatible(f.core, [2]string{}, [2]il.Level{a.Lock, b.Lock}, histories)
		return !compatible, !compatible
	}
	a.Lock, b.Lock = il.Level{}, il.Level{}
	return !conflict && abstract.Conflict(a, b, o.Mode, o.Condition), false
}
