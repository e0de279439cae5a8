package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
)

// class determines with which accesses at the same word an access is reported.
type class struct {
	kind      il.AccessKind
	lock      uint8 // the coarse lock level
	own, need int32 // see needs
}

// classOf returns the class of an access at a packed lock level, at a word with that need.
func classOf(kind il.AccessKind, lock uint32, own, need int32) class {
	return class{kind: kind, lock: coarse(lock), own: own, need: need}
}

// meet returns the verdict on accesses of two classes at one word, and false if they are not a
// candidate because neither writes or their locks exclude each other.
func (p *product) meet(a, b class) (verdict, bool) {
	if a.kind != il.Write && b.kind != il.Write {
		return 0, false
	}
	if !p.a.mayMeet(unpacked(uint32(a.lock)), unpacked(uint32(b.lock))) {
		return 0, false
	}
	if max(a.need, b.need) <= min(a.own, b.own) {
		return race, true
	}
	return filtered, true
}

// tally is the number of accesses of each class. Overflow is impossible: there are at most 2^31
// formals and 2^31 sites.
type tally []counted

type counted struct {
	class
	n uint64
}

// tally counts the accesses at the entries of one side. The result is valid until the next call for
// that side.
func (p *product) tally(side int, entries []entry) tally {
	const few = 16 // classes, up to which linear search is faster than sorting
	all := p.tallies[side][:0]
	add := func(c class, n uint64) {
		if len(all) <= few {
			for i := range all {
				if all[i].class == c {
					all[i].n += n
					return
				}
			}
		}
		all = append(all, counted{c, n})
	}
	for _, x := range entries {
		need := p.needs.need(x.key)
		p.needs.accesses(x.key, func(lock uint32, set setID) {
			p.a.countLabels(set, func(kind il.AccessKind, own int32, n uint32) {
				add(classOf(kind, lock, own, need), uint64(x.times)*uint64(n))
			})
		})
	}
	if len(all) > few {
		slice.Sort(all, func(a, b counted) int {
			return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.lock, b.lock),
				cmp.Compare(a.own, b.own), cmp.Compare(a.need, b.need))
		})
		merged := all[:1]
		for _, x := range all[1:] {
			if last := &merged[len(merged)-1]; last.class == x.class {
				last.n += x.n
			} else {
				merged = append(merged, x)
			}
		}
		all = merged
	}
	p.tallies[side] = all
	return all
}

// labelCount is the number of sites of one kind with one label (see Analysis.label).
type labelCount struct {
	kind  il.AccessKind
	label int32
	n     uint32
}

// countLabels calls visit with the number of sites of a set for each kind and label. In mode
// CommonSuffix the label is the site's own word, otherwise the number of its own fields.
func (a *Analysis) countLabels(set setID, visit func(kind il.AccessKind, label int32, n uint32)) {
	if a.label == nil {
		for kind, n := range a.tries.sets.count(set) {
			if n > 0 {
				visit(il.AccessKind(kind), 1, n)
			}
		}
		return
	}
	for _, x := range a.labelCounts(set) {
		visit(x.kind, x.label, x.n)
	}
}

// labelCounts returns the counts of a set, sorted. Those of branches are memoized. Concurrent calls
// may compute the same counts twice.
func (a *Analysis) labelCounts(set setID) []labelCount {
	if set&singleton != 0 {
		site := set.site()
		return []labelCount{{a.sites[site].Kind, a.label[site], 1}}
	}
	if list, ok := a.labels.Load(set); ok {
		return list.([]labelCount)
	}
	n := a.tries.sets.nodes[set]
	x, y := a.labelCounts(n.l), a.labelCounts(n.r)
	sum := make([]labelCount, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		byKind, byLabel := cmp.Compare(x[0].kind, y[0].kind), cmp.Compare(x[0].label, y[0].label)
		switch c := cmp.Or(byKind, byLabel); {
		case c < 0:
			sum, x = append(sum, x[0]), x[1:]
		case c > 0:
			sum, y = append(sum, y[0]), y[1:]
		default:
			sum = append(sum, labelCount{x[0].kind, x[0].label, x[0].n + y[0].n})
			x, y = x[1:], y[1:]
		}
	}
	sum = append(append(sum, x...), y...)
	a.labels.Store(set, sum)
	return sum
}
