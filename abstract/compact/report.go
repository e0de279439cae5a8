package compact

import (
	"cmp"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
)

// owner is one reason to be at a trie node: a formal of a unit, from which the
// word at hand leads there.
type owner struct {
	unit   *il.Unit
	formal int32
	key    nodeKey
}

// owners are the starting points of both sides.
func (r *reports) owners() (all [2][]owner) {
	for side, units := range r.units {
		for _, u := range units {
			for i, n := range r.p.a.rootsOf(u) {
				if n != 0 {
					all[side] = append(all[side], owner{u, int32(i), r.p.needs.key(n, 0)})
				}
			}
		}
	}
	return all
}

// entries are the entries of the starting points.
func (r *reports) entries(workers int) sides {
	var all sides
	for side, units := range r.units {
		formals := 0
		for _, u := range units {
			formals += len(u.Formals)
		}
		all[side] = make([]entry, 0, formals)
		for _, u := range units {
			for _, n := range r.p.a.rootsOf(u) {
				if n != 0 {
					all[side] = append(all[side], entry{r.p.needs.key(n, 0), 1})
				}
			}
		}
		all[side] = addUp(all[side], workers)
	}
	return all
}

// entriesOf forgets who the owners are.
func entriesOf(all [2][]owner) sides {
	var keys sides
	for side, owners := range all {
		keys[side] = make([]entry, 0, len(owners))
		for _, o := range owners {
			keys[side] = append(keys[side], entry{o.key, 1})
		}
		keys[side] = addUp(keys[side], 1)
	}
	return keys
}

// addUp sorts entries and adds up the multiplicities of equal keys, which is the same in
// whatever order these come.
func addUp(all []entry, workers int) []entry {
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

// owned is a state of a product together with its owners.
type owned struct {
	location
	owners [2][]owner
}

func (r *reports) list(v verdict, limit int) []abstract.Report {
	s := search[owned]{
		near:  func(at owned) int32 { return at.p.state[at.id].near[v] },
		below: r.below,
	}
	s.add(0, nil, owned{location{r.p, r.start}, r.owners()})
	all := []abstract.Report{}
	for len(all) < limit {
		f, ok := s.next()
		if !ok {
			break
		}
		all = r.pairs(all, v, f, limit)
	}
	slice.Sort(all, abstract.Report.Compare)
	return all
}

// below visits what is one field further.
func (r *reports) below(at owned, visit func(field int32, next owned)) {
	further := map[int32]*owned{}
	var fields []int32
	for side, owners := range at.owners {
		for _, o := range owners {
			need := at.p.needs.further(o.key)
			for _, to := range at.p.a.tries.below(at.p.needs.node(o.key)) {
				next, ok := further[to.field]
				if !ok {
					next = &owned{location: location{p: r.behind(at.location, to.field)}}
					further[to.field] = next
					fields = append(fields, to.field)
				}
				if next.p != nil {
					next.owners[side] = append(next.owners[side], owner{o.unit, o.formal, next.p.needs.key(to.to, need)})
				}
			}
		}
	}
	slice.Sort(fields, cmp.Compare[int32])
	for _, f := range fields {
		next := further[f]
		if next.p != nil && (r.p.same || len(next.owners[0]) > 0 && len(next.owners[1]) > 0) {
			next.id = next.p.cons(entriesOf(next.owners))
			visit(f, *next)
		}
	}
}

// behind is the product of what is behind a state and a field, nil where no pair can meet
// there.
func (r *reports) behind(at location, field int32) *product {
	if at.p == r.p {
		return r.first[field].p
	}
	return at.p
}

// element is an access of one owner at the word at hand.
type element struct {
	owner
	site  uint32
	lock  uint32
	class class
}

func (p *product) elements(owners []owner) []element {
	var all []element
	t := p.a.tries
	for _, o := range owners {
		t.levels(t.nodes[p.needs.node(o.key)].accs, func(lock uint32, set setID) {
			t.sets.each(set, func(s uint32) {
				all = append(all, element{o, s, lock, classOf(p.a.sites[s].Kind, lock, p.a.ownOf(s), p.needs.of(o.key))})
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

// pairs appends the reports with verdict v at one word, up to limit in all.
func (r *reports) pairs(all []abstract.Report, v verdict, f found[owned], limit int) []abstract.Report {
	p := f.state.p
	left := p.elements(f.state.owners[0])
	right := left
	if !p.same {
		right = p.elements(f.state.owners[1])
	}
	partners := newPartners(right)
	for i := range left {
		if len(all) >= limit {
			break
		}
		from := 0
		if p.same {
			from = i
		}
		partners.each(from, func(c class) bool {
			w, ok := p.meet(left[i].class, c)
			return ok && w == v
		}, func(j int) bool {
			all = append(all, abstract.Report{
				Left:  r.side(left[i], f.fields),
				Right: r.side(right[j], f.fields),
				Race:  v == race,
				Loose: v == race && left[i].class.loose(right[j].class),
			})
			return len(all) < limit
		})
	}
	return all
}

func (r *reports) side(e element, fields []int32) abstract.Side {
	path := r.p.a.path(e.unit.Formals[e.formal], fields)
	return abstract.Side{Unit: e.unit, Access: r.p.a.access(e.site, path, len(fields), e.lock)}
}

// partners finds, among sorted elements, the ones of given classes from an
// index on, without looking at the others.
type partners struct {
	of      map[class]int // indices in classes
	classes []partnerClass
}

// partnerClass is the indices of the elements of a class, ascending, and how
// many of them are already behind.
type partnerClass struct {
	class
	all   []int
	start int
}

func newPartners(all []element) *partners {
	p := partners{of: map[class]int{}}
	for i, e := range all {
		c, ok := p.of[e.class]
		if !ok {
			c = len(p.classes)
			p.of[e.class] = c
			p.classes = append(p.classes, partnerClass{class: e.class})
		}
		p.classes[c].all = append(p.classes[c].all, i)
	}
	return &p
}

// each visits the indices from on whose class is wanted, ascending, until
// visit says stop. The indices given as from must never decrease.
func (p *partners) each(from int, wanted func(class) bool, visit func(int) bool) {
	var heads [][]int
	for i := range p.classes {
		c := &p.classes[i]
		for c.start < len(c.all) && c.all[c.start] < from {
			c.start++
		}
		if c.start < len(c.all) && wanted(c.class) {
			heads = append(heads, c.all[c.start:])
		}
	}
	for {
		best := -1
		for c := range heads {
			if len(heads[c]) > 0 && (best < 0 || heads[c][0] < heads[best][0]) {
				best = c
			}
		}
		if best < 0 || !visit(heads[best][0]) {
			return
		}
		heads[best] = heads[best][1:]
	}
}
