package dpor

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// note notes the race of a state, if there is one.
func (x *explorer) note(s *state) {
	pair := [2]il.Command{s.at[a].command, s.at[b].command}
	if _, known := x.races[pair]; known || !meet(s.next[a], s.next[b]) {
		return
	}
	l, _ := s.at[a].access()
	r, _ := s.at[b].access()
	x.races[pair] = Race{l, r}
}

// meet is Definition 3.6: two accesses of one cell, one of them a store.
func meet(f, g machine.Footprint) bool {
	none := machine.Cell{}
	return f.Access && g.Access &&
		(f.Write != none || g.Write != none) &&
		accessed(f) == accessed(g)
}

// accessed is the cell of an access.
func accessed(f machine.Footprint) machine.Cell {
	if f.Write != (machine.Cell{}) {
		return f.Write
	}
	return f.Reads[len(f.Reads)-1]
}

// sorted lists the races.
func (x *explorer) sorted() []Race {
	races := make([]Race, 0, len(x.races))
	for _, r := range x.races {
		races = append(races, r)
	}
	slice.Sort(races, func(r, s Race) int {
		return cmp.Or(compare(r.Left, s.Left), compare(r.Right, s.Right))
	})
	return races
}

// compare orders accesses. Two at one position are of one kind, or are what
// one assignment was lowered to.
func compare(r, s explore.Access) int {
	return cmp.Or(cmp.Compare(r.At, s.At), cmp.Compare(r.Kind, s.Kind))
}
