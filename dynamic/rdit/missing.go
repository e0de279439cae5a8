package rdit

import (
	"fmt"
	"math"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Missing is a set of methods that are not observed, with those that may lock by the call graph.
type Missing struct {
	core  *il.Core
	units []bool   // whether each unit is missing, by Unit.Index
	locks []uint16 // the locks that each missing unit may take: a bit for the slot of each
}

// Named returns the set of the methods with the given names. The error names one that is not a
// method. A thread block has a name but is always observed.
func Named(core *il.Core, names ...string) (Missing, error) {
	units := make([]bool, len(core.Units))
	for _, name := range names {
		m := core.Methods[name]
		switch {
		case m != nil:
			units[m.Index] = true
		case core.Threads[0] != nil &&
			(name == core.Threads[0].Name || name == core.Threads[1].Name):
			return Missing{}, fmt.Errorf("%s is a thread block; only methods can be missing", name)
		default:
			return Missing{}, fmt.Errorf("there is no method %s", name)
		}
	}
	return missing(core, units), nil
}

// Drawn is a random order of the methods of a program. Share returns its first methods.
type Drawn struct {
	core  *il.Core
	order []*il.Unit
}

func Draw(core *il.Core, r *rand.Rand) Drawn {
	d := Drawn{core: core}
	for _, u := range core.Units {
		if !u.Thread {
			d.order = append(d.order, u)
		}
	}
	r.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	return d
}

// Share returns a share of the methods, from 0 to 1, rounded to a number of methods. A greater
// share of the same order contains the smaller one.
func (d Drawn) Share(share float64) Missing {
	n := len(d.order)
	units := make([]bool, len(d.core.Units))
	for _, u := range d.order[:max(0, min(n, int(math.Round(share*float64(n)))))] {
		units[u.Index] = true
	}
	return missing(d.core, units)
}

// missing completes a set. A method may take a lock if it is missing, and contains its lock() or
// calls a method that may. The lock() of a recorded method does not count, because it is recorded.
func missing(core *il.Core, units []bool) Missing {
	m := Missing{core: core, units: units, locks: make([]uint16, len(units))}
	for changed := true; changed; { // a second pass changes nothing, unless calls are recursive
		changed = false
		for _, u := range core.Order {
			if !units[u.Index] {
				continue
			}
			set := m.locks[u.Index]
			il.Walk(u.Body, func(s il.Stmt) {
				if il.Acquires(s) {
					set |= 1 << il.SlotOf(s)
				}
			})
			for _, v := range core.Callees(u) {
				set |= m.locks[v.Index]
			}
			changed = changed || set != m.locks[u.Index]
			m.locks[u.Index] = set
		}
	}
	return m
}

func (m Missing) Has(u *il.Unit) bool { return m.units[u.Index] }

// MayLock returns the locks that missing code may take in a call of a missing method, through calls
// of missing methods only: a bit for the slot of each.
func (m Missing) MayLock(u *il.Unit) uint16 { return m.locks[u.Index] }

func (m Missing) Len() int {
	return slice.Count(m.units, func(missing bool) bool { return missing })
}

func (m Missing) Names() []string {
	return slice.Map(slice.Filter(m.core.Units, m.Has), func(u *il.Unit) string { return u.Name })
}
