package compact

import (
	"cmp"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
)

// owner is a formal of a unit from which the current word leads to a key.
type owner struct {
	unit   *il.Unit
	formal int32
	key    nodeKey
}

// owners returns the formals of units with a trie that is not empty. Their keys are those of ns.
func (a *Analysis) owners(ns *needs, units []*il.Unit) (all []owner) {
	for _, u := range units {
		for i, n := range a.rootsOf(u) {
			if n != 0 {
				all = append(all, owner{unit: u, formal: int32(i), key: ns.key(n, 0)})
			}
		}
	}
	return all
}

// entriesOf returns the entries of owners, sorted by key.
func entriesOf(owners []owner, workers int) []entry {
	all := slice.Map(owners, func(o owner) entry { return entry{o.key, 1} })
	parallel.Sort(workers, all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	sum := all[:0]
	for _, x := range all {
		if n := len(sum); n > 0 && sum[n-1].key == x.key {
			sum[n-1].times += x.times
			continue
		}
		sum = append(sum, x)
	}
	return sum
}

// ownedState is a state of a product with its owners.
type ownedState struct {
	location
	owners [2][]owner
}

// list lists at most limit reports with a verdict.
func (r *reports) list(v verdict, limit int) []abstract.Report {
	start := ownedState{location: location{r.p, r.start}, owners: r.owners}
	s := newSearch(func(o ownedState) int32 { return o.p.states[o.id].near[v] }, r.below)
	s.add(0, nil, start)
	all := []abstract.Report{}
	for len(all) < limit {
		f, ok := s.next()
		if !ok {
			break
		}
		all = r.appendPairs(all, v, f, limit)
	}
	slice.Sort(all, abstract.Report.Compare)
	return all
}

// below calls visit with the states one field after a state, in the order of the fields.
func (r *reports) below(from ownedState, visit func(field int32, next ownedState)) {
	byField := map[int32]*ownedState{}
	var fields []int32
	for side, owners := range from.owners {
		for _, o := range owners {
			need := from.p.needs.next(o.key)
			for _, to := range from.p.a.tries.below(from.p.needs.node(o.key)) {
				next, ok := byField[to.field]
				if !ok {
					next = &ownedState{location: location{p: from.p}}
					if from.p == r.p {
						next.p = r.first[to.field].p // nil if no pair can meet there
					}
					byField[to.field] = next
					fields = append(fields, to.field)
				}
				if next.p != nil {
					o.key = next.p.needs.key(to.to, need)
					next.owners[side] = append(next.owners[side], o)
				}
			}
		}
	}
	slice.Sort(fields, cmp.Compare[int32])
	for _, f := range fields {
		next := byField[f]
		if next.p == nil || !r.p.same && (len(next.owners[0]) == 0 || len(next.owners[1]) == 0) {
			continue
		}
		next.id = next.p.cons(sides{entriesOf(next.owners[0], 1), entriesOf(next.owners[1], 1)})
		visit(f, *next)
	}
}

// element is an access of one owner at the current word.
type element struct {
	owner
	site  uint32
	lock  uint32
	class class
}

// elements returns the accesses of owners at the current word, sorted by unit, site, formal and lock
// level.
func (p *product) elements(owners []owner) []element {
	var all []element
	for _, o := range owners {
		need := p.needs.need(o.key)
		p.needs.accesses(o.key, func(lock uint32, set setID) {
			p.a.tries.sets.each(set, func(s uint32) {
				own := int32(1)
				if p.a.own != nil {
					own = p.a.own[s]
				}
				c := classOf(p.a.sites[s].Kind, lock, own, need)
				all = append(all, element{owner: o, site: s, lock: lock, class: c})
			})
		})
	}
	slice.Sort(all, func(a, b element) int {
		return cmp.Or(
			cmp.Compare(a.unit.Index, b.unit.Index),
			cmp.Compare(a.site, b.site),
			strings.Compare(a.unit.Formals[a.formal], b.unit.Formals[b.formal]),
			cmp.Compare(a.lock, b.lock))
	})
	return all
}

// appendPairs appends to all the reports with a verdict at one word, up to limit in total.
func (r *reports) appendPairs(
	all []abstract.Report, v verdict, f found[ownedState], limit int,
) []abstract.Report {
	p := f.state.p
	left := p.elements(f.state.owners[0])
	right := left
	if !p.same {
		right = p.elements(f.state.owners[1])
	}
	side := func(e element) abstract.Side {
		path := p.a.path(e.unit.Formals[e.formal], f.fields)
		return abstract.Side{Unit: e.unit, Access: p.a.access(e.site, path, len(f.fields), e.lock)}
	}
	// The elements of the right side by class, ascending. Since each class of left elements meets a
	// whole class or none of it, only the pairs that are wanted are visited.
	var classes []class
	byClass := map[class][]int{}
	for j, e := range right {
		if byClass[e.class] == nil {
			classes = append(classes, e.class)
		}
		byClass[e.class] = append(byClass[e.class], j)
	}
	for i := range left {
		var partners [][]int
		for _, c := range classes {
			if p.same { // each unordered pair once
				for len(byClass[c]) > 0 && byClass[c][0] < i {
					byClass[c] = byClass[c][1:]
				}
			}
			if w, ok := p.meet(left[i].class, c); ok && w == v {
				partners = append(partners, byClass[c])
			}
		}
		// Merge the partners in order.
		for len(all) < limit {
			first := -1
			for k, list := range partners {
				if len(list) > 0 && (first < 0 || list[0] < partners[first][0]) {
					first = k
				}
			}
			if first < 0 {
				break
			}
			j := partners[first][0]
			partners[first] = partners[first][1:]
			all = append(all, abstract.Report{
				Left: side(left[i]), Right: side(right[j]), Race: v == race,
				Loose: v == race && max(left[i].class.need, right[j].class.need) > 0,
			})
		}
		if len(all) >= limit {
			break
		}
	}
	return all
}
