package explore

import (
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// race returns the race of two sites. path makes the path to a state in which they race.
func (p problem) race(sites machine.Sites, steps int, path func() *driver.Path) Race {
	return Race{
		Left: p.access(0, sites[0]), Right: p.access(1, sites[1]), Steps: steps,
		Witness: func() *witness.Witness { return p.witness(path()) },
	}
}

func (p problem) access(i int, site int32) Access { return AccessOf(p.g.Sites(i)[site]) }

// sortRaces sorts races by positions, reads first.
func sortRaces(races []Race) {
	slice.Sort(races, func(q, r Race) int { return q.Sites().Compare(r.Sites()) })
}

// Sites returns the accesses of the race, thread A's first.
func (r *Race) Sites() il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// Distinct returns races without those that differ from another one only in which thread makes
// which access. Only a unit paired with itself has such races. A search lists both, because from a
// given initial state there may be just one of them; but a race is an unordered pair, so lists and
// counts have one, preferably the one in which thread A's access comes first in the text.
func Distinct(p il.Pair, races []Race) []Race {
	if p.Left != p.Right {
		return races
	}
	ordered := map[il.Sites]bool{}
	for i := range races {
		ordered[races[i].Sites()] = true
	}
	return slice.Filter(races, func(r Race) bool {
		own := r.Sites()
		first := p.Sites(own[0], own[1])
		return own == first || !ordered[first]
	})
}
