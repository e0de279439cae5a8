package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
)

// class is all of an access that decides which accesses at the same word it is
// reported with.
type class struct {
	kind      il.AccessKind
	lock      uint8 // the lock level, 2 for all above 1
	own, need int32 // see needs
}

func classOf(kind il.AccessKind, lock uint32, own, need int32) class {
	return class{kind, uint8(min(lock, 2)), own, need}
}

func (c class) compare(d class) int {
	return cmp.Or(cmp.Compare(c.kind, d.kind), cmp.Compare(c.lock, d.lock), cmp.Compare(c.own, d.own), cmp.Compare(c.need, d.need))
}

// loose tells whether a race of two classes is Report.Loose: a path is stable
// if its need is 0.
func (c class) loose(d class) bool { return max(c.need, d.need) > 0 }

// meet is the verdict on accesses of two classes that agree in their fields,
// and whether there is one.
func (p *product) meet(a, b class) (verdict, bool) {
	if a.kind != il.Write && b.kind != il.Write || !p.a.mayMeet(unpacked(uint32(a.lock)), unpacked(uint32(b.lock))) {
		return 0, false
	}
	if max(a.need, b.need) <= min(a.own, b.own) {
		return race, true
	}
	return filtered, true
}

// tally is how many accesses there are of each class. The numbers fit: there
// are at most 2^31 formals and 2^31 sites.
type tally []counted

type counted struct {
	class
	n uint64
}

// fewClasses are sooner looked through than sorted.
const fewClasses = 16

// add counts n more of a class. Where there are many classes, merge has to follow.
func (t tally) add(c class, n uint64) tally {
	if len(t) <= fewClasses {
		for i := range t {
			if t[i].class == c {
				t[i].n += n
				return t
			}
		}
	}
	return append(t, counted{c, n})
}

// tally counts the accesses of one side of a state.
func (p *product) tally(side int, entries []entry) tally {
	all := p.tallies[side][:0]
	t := p.a.tries
	for _, x := range entries {
		need := p.needs.of(x.key)
		t.levels(t.nodes[p.needs.node(x.key)].accs, func(lock uint32, set setID) {
			p.a.owned(set, func(kind il.AccessKind, own int32, n uint32) {
				all = all.add(classOf(kind, lock, own, need), uint64(x.times)*uint64(n))
			})
		})
	}
	if len(all) > fewClasses {
		all = all.merge()
	}
	p.tallies[side] = all
	return all
}

// merge adds up the numbers of equal classes.
func (t tally) merge() tally {
	if len(t) < 2 {
		return t
	}
	slice.Sort(t, func(a, b counted) int { return a.compare(b.class) })
	merged := t[:1]
	for _, x := range t[1:] {
		if last := &merged[len(merged)-1]; last.class == x.class {
			last.n += x.n
		} else {
			merged = append(merged, x)
		}
	}
	return merged
}

// owned visits the kinds and labels of the sites of a set, with the number of
// sites of each: in mode CommonSuffix the label is the site's own word, else the number
// of its own fields.
func (a *Analysis) owned(set setID, visit func(kind il.AccessKind, label int32, n uint32)) {
	if a.label == nil {
		for kind, n := range a.tries.sets.count(set) {
			if n > 0 {
				visit(il.AccessKind(kind), 1, n)
			}
		}
		return
	}
	for _, x := range a.ownedOf(set) {
		visit(x.kind, x.label, x.n)
	}
}

// ownOf is the number of own fields of a site.
func (a *Analysis) ownOf(site uint32) int32 {
	if a.own == nil {
		return 1
	}
	return a.own[site]
}

// ownCount is how many sites of a set have a kind and a label.
type ownCount struct {
	kind  il.AccessKind
	label int32
	n     uint32
}

// ownedOf is what owned visits where there are labels. What it finds for the branches of
// a Patricia tree is kept.
func (a *Analysis) ownedOf(set setID) []ownCount {
	if set&singleton != 0 {
		site := set.site()
		return []ownCount{{a.sites[site].Kind, a.label[site], 1}}
	}
	if list, ok := a.owns.Load(set); ok {
		return list.([]ownCount)
	}
	n := a.tries.sets.nodes[set]
	list := addOwned(a.ownedOf(n.l), a.ownedOf(n.r))
	a.owns.Store(set, list) // who finds the same beside stores the same
	return list
}

// addOwned merges two sorted lists.
func addOwned(x, y []ownCount) []ownCount {
	sum := make([]ownCount, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		switch c := cmp.Or(cmp.Compare(x[0].kind, y[0].kind), cmp.Compare(x[0].label, y[0].label)); {
		case c < 0:
			sum, x = append(sum, x[0]), x[1:]
		case c > 0:
			sum, y = append(sum, y[0]), y[1:]
		default:
			sum = append(sum, ownCount{x[0].kind, x[0].label, x[0].n + y[0].n})
			x, y = x[1:], y[1:]
		}
	}
	return append(append(sum, x...), y...)
}
