package racemob

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Candidate is a pair of accesses of which a static analysis says that they
// may race, in one program C1 || C2.
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

// side is which of the two accesses thread i makes at a site: 0, 1, or neither.
// Where both units are one, either thread can make either access; if the two
// sites are one too, side 0 is thread A's.
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

// ConflictingSites lists all pairs of sites of a program that could be a race as far
// as one look at the text tells: the last fields agree, and one of them is a
// store. No race is missing.
func ConflictingSites(core *il.Core, p il.Pair) []il.Sites {
	left, right := accessesOf(core, p.Left), accessesOf(core, p.Right)
	seen := map[il.Sites]bool{}
	var all []il.Sites
	for _, a := range left {
		for _, b := range right {
			if s := p.Sites(a.Site, b.Site); a.Conflicts(b) && !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	slice.Sort(all, il.Sites.Compare)
	return all
}

// accessesOf lists the loads and stores of a unit and of what it calls.
func accessesOf(core *il.Core, u *il.Unit) []il.Access {
	var all []il.Access
	for _, u := range core.Reachable(u) {
		for _, a := range il.Accesses(u.Body) {
			all = append(all, a)
		}
	}
	return all
}
