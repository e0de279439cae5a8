package racemob

import (
	"cmp"

	"wobbly/il"
	"wobbly/semantics"
)

// Candidate is a pair of accesses of a program C1 || C2 that may race, by a static analysis.
type Candidate struct {
	Pair  il.Pair
	Sites il.Sites
}

// Compare orders candidates by program, then by sites.
func (c Candidate) Compare(o Candidate) int {
	return cmp.Or(
		cmp.Compare(c.Pair.Left.Index, o.Pair.Left.Index),
		cmp.Compare(c.Pair.Right.Index, o.Pair.Right.Index),
		c.Sites.Compare(o.Sites))
}

// side returns which of the two accesses thread i makes at a site: 0, 1, or neither. If both units
// are the same, either thread can make either access; if the sites are the same too, side 0 is
// thread A's.
func (c Candidate) side(i semantics.Tid, s il.Site) (int, bool) {
	switch symmetric := c.Pair.Left == c.Pair.Right && c.Sites[0] != c.Sites[1]; {
	case symmetric && s == c.Sites[0]:
		return 0, true
	case symmetric && s == c.Sites[1]:
		return 1, true
	case !symmetric && s == c.Sites[i]:
		return int(i), true
	default:
		return 0, false
	}
}
