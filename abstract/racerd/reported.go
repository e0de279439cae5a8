package racerd

import (
	"cmp"
	"maps"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
)

// classes are the snapshots of a unit that can be reported: by what their paths
// must match in, then by what else the reporting rule asks of them.
type classes map[string]map[class][]Side

func (r *Result) classes(u *il.Unit) classes {
	all := classes{}
	for _, s := range r.sides(u) {
		key, ok := r.opts.match(u, s.Path)
		if !ok {
			continue
		}
		if all[key] == nil {
			all[key] = map[class][]Side{}
		}
		m := r.opts.class(s)
		all[key][m] = append(all[key][m], s)
	}
	return all
}

// Reported is the reports of one or several programs. They are counted without
// being listed.
type Reported struct {
	opts     Options
	products []product // by length of paths
	few      []Report  // the races that are left of all, with Options.Dedup
}

// product is the candidate pairs of two classes, each snapshot of the one with
// each of the other. In a self pair of a class with itself they are unordered.
type product struct {
	left, right []Side
	unordered   bool
	without     Reason
	length      int
}

// add adds the products of one program. In a self pair each two classes meet
// once.
func (x *Reported) add(p il.Pair, left, right classes) {
	for _, key := range slice.Sorted(maps.Keys(left), cmp.Compare) {
		as, bs := left[key], right[key]
		order := slice.Sorted(maps.Keys(bs), class.compare)
		for _, a := range slice.Sorted(maps.Keys(as), class.compare) {
			for _, b := range order {
				if self := p.Left == p.Right; x.opts.conflict(a, b) && (!self || a.compare(b) <= 0) {
					length := as[a][0].Path.Len()
					x.products = append(x.products, product{as[a], bs[b], self && a == b, without(a, b), length})
				}
			}
		}
	}
}

// compare is any total order.
func (m class) compare(n class) int {
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(number(m.write), number(n.write)), cmp.Compare(number(m.owned), number(n.owned)),
		m.lock.Compare(n.lock), cmp.Compare(m.thread, n.thread))
}

// count is the number of pairs.
func (p product) count() exact.Nat {
	if n := exact.Of(len(p.left)); p.unordered {
		return n.Pairs()
	}
	return exact.Of(len(p.left)).Times(exact.Of(len(p.right)))
}

// reports visits the pairs until visit returns false.
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

// reportOf puts the earlier side on the left.
func reportOf(a, b Side, w Reason) Report {
	if a.compare(b) <= 0 {
		return Report{a, b, w}
	}
	swapped := w & NoEvidence
	if w&LeftOwned != 0 {
		swapped |= RightOwned
	}
	if w&RightOwned != 0 {
		swapped |= LeftOwned
	}
	return Report{b, a, swapped}
}

// Races is the exact number of races.
func (x *Reported) Races() exact.Nat {
	if x.opts.Dedup != ShowAll {
		return exact.Of(len(x.few))
	}
	return x.count(true)
}

// Filtered is the exact number of pairs left out.
func (x *Reported) Filtered() exact.Nat { return x.count(false) }

func (x *Reported) count(races bool) (n exact.Nat) {
	for _, p := range x.products {
		if (p.without == 0) == races {
			n = n.Plus(p.count())
		}
	}
	return n
}

// ListRaces lists at most limit races, those with the shortest paths chosen
// first, in the order of Report.Compare.
func (x *Reported) ListRaces(limit int) []Report {
	if x.opts.Dedup != ShowAll {
		return shortest(x.few, limit, Report.compare, func(r Report) int { return r.Left.Path.Len() })
	}
	return x.list(true, limit)
}

// ListFiltered does the same for the filtered pairs.
func (x *Reported) ListFiltered(limit int) []Report { return x.list(false, limit) }

func (x *Reported) list(races bool, limit int) []Report {
	all := []Report{}
	for _, p := range x.products {
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
