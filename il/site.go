package il

import "cmp"

// Site is a load or a store of a program: where it stands, and which of the
// two it is. Lowering can put a load and a store at one position (a.f := b.g).
type Site struct {
	At   Pos
	Kind AccessKind
}

// SiteOf is the site of a statement or command, if it is a load or a store.
func SiteOf(n Node) (Site, bool) {
	a, ok := AccessOf(n)
	return a.Site, ok
}

// Compare orders sites by position, a load before the store beside it.
func (s Site) Compare(o Site) int {
	return cmp.Or(cmp.Compare(s.At, o.At), cmp.Compare(s.Kind, o.Kind))
}

// Sites is a pair of sites, the left unit's and the right unit's.
type Sites [2]Site

// Compare orders pairs of sites, the left ones first.
func (s Sites) Compare(o Sites) int {
	return cmp.Or(s[0].Compare(o[0]), s[1].Compare(o[1]))
}

// Sites is the pair of a site of the left unit and one of the right unit. In a
// pair of a unit with itself the threads can be exchanged, so that the pair is
// unordered: the lesser site comes first.
func (p Pair) Sites(left, right Site) Sites {
	if p.Left == p.Right && left.Compare(right) > 0 {
		left, right = right, left
	}
	return Sites{left, right}
}
