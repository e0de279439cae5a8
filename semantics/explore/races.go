package explore

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// race is the race of two sites. path makes the path to a state in which they race.
func (p problem) race(sites machine.Sites, steps int, path func() *driver.Path) Race {
	return Race{
		Left: p.access(0, sites[0]), Right: p.access(1, sites[1]), Steps: steps,
		Witness: func() *witness.Witness { return p.witness(path()) },
	}
}

// access describes a site of thread i.
func (p problem) access(i int, site int32) Access {
	s := p.g.Sites(i)[site]
	kind := il.Read
	if _, ok := s.(*il.Store); ok {
		kind = il.Write
	}
	return Access{Stmt: s, At: s.Pos(), Kind: kind}
}

// sortRaces sorts races by positions, reads first.
func sortRaces(races []Race) {
	access := func(a, b Access) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
	}
	slice.Sort(races, func(q, r Race) int {
		return cmp.Or(access(q.Left, r.Left), access(q.Right, r.Right))
	})
}
