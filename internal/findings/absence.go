package findings

import (
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
)

// maxAbsent is how many rows the table of an absence has.
const maxAbsent = 20

// absence lists the conflicting pairs of accesses of a program in which no race was found. The
// search has established that the accesses never address one cell while both are enabled; that both
// are always under the lock is visible without it.
func (e *Explorer) absence(p il.Pair) report.Absence {
	self := p.Left == p.Right
	left := e.least(p.Left)
	right := left
	a := report.Absence{Accesses: len(left), Complete: true}
	if !self {
		right = e.least(p.Right)
		a.Accesses += len(right)
	}
	looked := 0
	for i, x := range left {
		others := right
		if self {
			others = right[i:]
		}
		for _, y := range others {
			if looked == maxLooked {
				a.Complete = false
				return a
			}
			looked++
			if !x.Conflicts(y.Access) {
				continue
			}
			a.Conflicts++
			locked := x.lock.Excludes(y.lock)
			if locked {
				a.Locked++
			}
			if len(a.Rows) < maxAbsent {
				a.Rows = append(a.Rows, report.AbsentRow{
					Left: e.absentSide(p.Left, x), Right: e.absentSide(p.Right, y), Locked: locked,
				})
			}
		}
	}
	return a
}

// absentSide describes an access of a unit, with the locks that are held at it at least.
func (e *Explorer) absentSide(u *il.Unit, x leastAccess) report.Side {
	s := e.access(u, x.Site)
	s.Lock, s.Locks = x.lock.Depth(), e.core.HeldNames(x.lock)
	return s
}

// leastAccess is a reachable load or store of a method, with the lowest lock level at which it is
// reached.
type leastAccess struct {
	*site
	lock il.Level
}

// least lists the reachable accesses of u, in text order.
func (e *Explorer) least(u *il.Unit) []leastAccess {
	var all []leastAccess
	for v, entry := range e.core.EntryLevels(u) {
		for s, a := range il.Accesses(v.Body) {
			all = append(all, leastAccess{&site{a, v, s}, entry.Plus(e.core.LevelAt(s))})
		}
	}
	slice.Sort(all, func(x, y leastAccess) int { return x.Site.Compare(y.Site) })
	return all
}
