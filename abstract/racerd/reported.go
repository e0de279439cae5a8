package racerd

import (
	"cmp"
	"fmt"
	"maps"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
)

// classes are the snapshots of a unit that can be reported: by the key in which paths must match
// (Options.match), then by class.
type classes map[string]map[class][]Side

// Reported is the reports of one or several programs. They are counted without being listed.
type Reported struct {
	opts     Options
	products []product // by length of paths
	few      []Report  // the races that Options.Dedup leaves
}

// product is the candidate pairs of two classes, each snapshot of the one with each of the other.
// Pairs of a class with itself, when both threads run the same method, are unordered.
type product struct {
	left, right []Side
	unordered   bool
	without     Reason
	length      int // of the path of one of them; with the same fields all are equally long
}

// add adds the products of one program. In a self pair each two classes meet once.
func (rep *Reported) add(p il.Pair, left, right classes) {
	for _, key := range slice.Sorted(maps.Keys(left), cmp.Compare) {
		as, bs := left[key], right[key]
		order := slice.Sorted(maps.Keys(bs), class.compare)
		for _, a := range slice.Sorted(maps.Keys(as), class.compare) {
			for _, b := range order {
				self := p.Left == p.Right
				if !rep.opts.conflict(a, b) || self && a.compare(b) > 0 {
					continue
				}
				rep.products = append(rep.products, product{
					left: as[a], right: bs[b], unordered: self && a == b, without: without(a, b),
					length: as[a][0].Path.Len(),
				})
			}
		}
	}
}

// compare returns some total order.
func (c class) compare(d class) int {
	return cmp.Or(compareBools(c.write, d.write), compareBools(c.owned, d.owned),
		c.lock.Compare(d.lock), cmp.Compare(c.thread, d.thread))
}

func (p product) count() exact.Nat {
	if n := exact.Of(len(p.left)); p.unordered {
		return n.Pairs()
	}
	return exact.Of(len(p.left)).Times(exact.Of(len(p.right)))
}

// reports visits the pairs as reports until visit returns false.
func (p product) reports(visit func(Report) bool) {
	for i, a := range p.left {
		bs := p.right
		if p.unordered {
			bs = bs[i:]
		}
		for _, b := range bs {
			if !visit(reportOf(a, b, p.without)) {
				return
			}
		}
	}
}

// reportOf returns the report of two sides, the earlier one on the left.
func reportOf(a, b Side, w Reason) Report {
	if a.compare(b) <= 0 {
		return Report{Left: a, Right: b, Without: w}
	}
	swapped := w & NoEvidence
	if w&LeftOwned != 0 {
		swapped |= RightOwned
	}
	if w&RightOwned != 0 {
		swapped |= LeftOwned
	}
	return Report{Left: b, Right: a, Without: swapped}
}

// Races is the exact number of races, without those that Options.Dedup leaves out.
func (rep *Reported) Races() exact.Nat {
	if rep.opts.Dedup != ShowAll {
		return exact.Of(len(rep.few))
	}
	return rep.count(true)
}

// Filtered is the exact number of candidate pairs that are no races.
func (rep *Reported) Filtered() exact.Nat { return rep.count(false) }

// count counts the races, or else the filtered pairs, before Options.Dedup.
func (rep *Reported) count(races bool) (n exact.Nat) {
	for _, p := range rep.products {
		if (p.without == 0) == races {
			n = n.Plus(p.count())
		}
	}
	return n
}

// ListRaces lists at most limit races, those with the shortest paths, in order.
func (rep *Reported) ListRaces(limit int) []Report {
	if rep.opts.Dedup != ShowAll {
		return abstract.Shortest(rep.few, limit, func(r Report) int { return r.Left.Path.Len() })
	}
	return rep.list(true, limit)
}

// ListFiltered does the same for the filtered pairs.
func (rep *Reported) ListFiltered(limit int) []Report { return rep.list(false, limit) }

// list lists at most limit of the races, or else of the filtered pairs, before Options.Dedup.
func (rep *Reported) list(races bool, limit int) []Report {
	all := []Report{}
	for _, p := range rep.products {
		if (p.without == 0) != races || len(all) >= limit {
			continue
		}
		p.reports(func(r Report) bool {
			all = append(all, r)
			return len(all) < limit
		})
	}
	slice.Sort(all, Report.compare)
	return all
}

// errTooMany is the error if there are more races than Options.Dedup compares.
type errTooMany struct{ Limit int }

func (e errTooMany) Error() string {
	return fmt.Sprintf("there are more than %d reports: too many to look for similar ones", e.Limit)
}

// deduplicate keeps the first of similar reports (Section 5.3).
func deduplicate(all []Report, by Dedup) []Report {
	seen := map[any]bool{}
	return slice.Filter(all, func(r Report) bool {
		key := by.key(r)
		known := seen[key]
		seen[key] = true
		return !known
	})
}

// key returns the common key of similar reports.
func (by Dedup) key(r Report) any {
	_, fields := r.Left.Path.Cut()
	switch by {
	case ShowAll:
		return r
	case perSites:
		s := il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
		if s[0].Compare(s[1]) > 0 {
			s[0], s[1] = s[1], s[0]
		}
		return s
	case perPath:
		return [3]any{fields, min(r.Left.Kind, r.Right.Kind), max(r.Left.Kind, r.Right.Kind)}
	case perUnits:
		return [2]*il.Unit{r.Left.Unit, r.Right.Unit}
	default:
		panic(fmt.Sprintf("racerd: no case for dedup %d", by))
	}
}
