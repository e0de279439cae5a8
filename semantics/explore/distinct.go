package explore

import "wobbly/il"

// Sites returns the accesses of the race, thread A's first.
func (r *Race) Sites() il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// Distinct returns races of p without those that differ from another one only in which thread makes
// which access. Only a unit beside itself has such races. A search lists both, since from a given
// initial state there may be just one of them; but a race is an unordered pair of accesses, so
// whoever lists or counts races wants one. It is the one in which thread A's access comes first in
// the text, if there is one.
func Distinct(p il.Pair, races []Race) []Race {
	if p.Left != p.Right {
		return races
	}
	ordered := map[il.Sites]bool{}
	for i := range races {
		ordered[races[i].Sites()] = true
	}
	var distinct []Race
	for i := range races {
		own := races[i].Sites()
		if first := p.Sites(own[0], own[1]); own == first || !ordered[first] {
			distinct = append(distinct, races[i])
		}
	}
	return distinct
}
