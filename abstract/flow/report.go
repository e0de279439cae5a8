package flow

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// Side is one access of a report.
type Side struct {
	Unit *il.Unit
	Access
}

// Report is a pair of accesses that the premises of Theorem 2f hold of: a race.
type Report struct {
	Left, Right Side
}

// Compare orders the reports of one program by accesses.
func (r Report) Compare(o Report) int {
	return cmp.Or(r.Left.Access.Compare(o.Left.Access), r.Right.Access.Compare(o.Right.Access))
}

// Reports relates the units of one program C1 || C2: of each two sites at two lock
// levels the pair with the shortest rest. In a self pair each unordered pair stands
// once.
func (r *Result) Reports(p il.Pair) []Report {
	as, bs := r.Accesses(p.Left), r.Accesses(p.Right)
	type places struct{ left, right place }
	seen := map[places]bool{}
	var all []Report
	for _, a := range as {
		for _, b := range bs {
			at := places{a.place(), b.place()}
			if seen[at] || p.Left == p.Right && at.left.compare(at.right) > 0 || !r.options.conflict(a, b) {
				continue
			}
			seen[at] = true
			all = append(all, Report{Side{p.Left, a}, Side{p.Right, b}})
		}
	}
	slices.SortFunc(all, Report.Compare)
	return all
}

// place is a site at a lock level.
type place struct {
	il.Site
	lock int
}

func (a Access) place() place { return place{a.Site, a.Lock} }

func (p place) compare(o place) int {
	return cmp.Or(p.Site.Compare(o.Site), cmp.Compare(p.lock, o.lock))
}

// conflict tells whether two accesses are reported.
func (o Options) conflict(a, b Access) bool {
	return o.sameRest(a.Rest, b.Rest) &&
		(o.without(ClauseOneWrites) || a.Kind == il.Write || b.Kind == il.Write) &&
		(o.without(ClauseLock) || abstract.Or.Holds(a.Lock, b.Lock))
}

// sameRest tells whether two accesses walk the same fields from the object where
// they meet.
func (o Options) sameRest(r, s string) bool {
	if o.without(ClauseSameRest) {
		r, s = r[strings.LastIndexByte(r, '.'):], s[strings.LastIndexByte(s, '.'):]
	}
	return r == s
}
