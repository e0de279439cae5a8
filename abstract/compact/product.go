package compact

import (
	"cmp"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
)

// product is the determinised product of the tries of all units that can
// meet. Its state after a word of fields says which trie nodes the word leads
// to, from how many formals each, and what the proper prefixes of the word that
// are touched ask of the accesses there (need): all that is needed to count the
// pairs of accesses that agree in this word.
type product struct {
	a     *Analysis
	needs needs
	same  bool               // all unordered pairs of one side, not left against right
	most  int                // entries; more is a tooLarge panic
	ids   map[uint64]stateID // by hash of content, chained through state.next
	state []state            // state[0] ends the chains
	items []entry

	tallies [2]tally // scratch of here
}

type stateID int32

// entry is a trie node that the word leads to, with its multiplicity.
type entry struct {
	key   nodeKey
	times uint32
}

// state holds the entries of both sides, sorted by key, and once known the
// number of reports of each verdict at or below it and the distance to the nearest.
type state struct {
	from, mid, to uint32 // left and right stretch of product.items
	next          stateID
	done          bool
	reports       [verdicts]exact.Nat
	near          [verdicts]int32
}

// verdict tells races from filtered pairs.
type verdict int

const (
	race verdict = iota
	filtered
	verdicts
)

func newProduct(a *Analysis, same bool) *product {
	return &product{
		a: a, needs: newNeeds(a), same: same, ids: map[uint64]stateID{},
		state: make([]state, 1, 1+len(a.tries.nodes)/4),
		items: make([]entry, 0, len(a.roots)+len(a.tries.nodes)),
		most:  1<<24 + 16*len(a.tries.nodes),
	}
}

// sides are the entries of a state; the right side is empty where all pairs of
// one side are asked for.
type sides [2][]entry

func (p *product) entries(id stateID) sides {
	s := &p.state[id]
	return sides{p.items[s.from:s.mid], p.items[s.mid:s.to]}
}

// cons gives the id of the state with these entries.
func (p *product) cons(e sides) stateID {
	h := hashSides(e)
	for id := p.ids[h]; id != 0; id = p.state[id].next {
		if old := p.entries(id); slices.Equal(old[0], e[0]) && slices.Equal(old[1], e[1]) {
			return id
		}
	}
	if len(p.items)+len(e[0])+len(e[1]) > p.most {
		panic(tooLarge{})
	}
	id, from := stateID(len(p.state)), uint32(len(p.items))
	p.items = append(append(p.items, e[0]...), e[1]...)
	p.state = append(p.state, state{
		from: from, mid: from + uint32(len(e[0])), to: uint32(len(p.items)), next: p.ids[h],
	})
	p.ids[h] = id
	return id
}

func hashSides(e sides) uint64 {
	h := uint64(len(e[0]))
	for _, side := range e {
		for _, x := range side {
			h = mix(h, uint64(x.key)<<32|uint64(x.times))
		}
	}
	return h
}

// step is one entry's move along one field.
type step struct {
	field int32
	side  int8
	entry
}

// unfold visits the states one field further, fields ascending, where a pair
// can still meet.
func (p *product) unfold(e sides, visit func(field int32, next sides)) {
	n := 0
	for _, entries := range e {
		for _, x := range entries {
			n += len(p.a.tries.below(p.needs.node(x.key)))
		}
	}
	steps := make([]step, 0, n)
	for side, entries := range e {
		for _, x := range entries {
			need := p.needs.further(x.key)
			for _, to := range p.a.tries.below(p.needs.node(x.key)) {
				steps = append(steps, step{to.field, int8(side), entry{p.needs.key(to.to, need), x.times}})
			}
		}
	}
	if len(e[0])+len(e[1]) > 1 { // a single node's edges are sorted
		slices.SortFunc(steps, func(a, b step) int {
			return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.side, b.side), cmp.Compare(a.key, b.key))
		})
	}
	for len(steps) > 0 {
		n := 1
		for n < len(steps) && steps[n].field == steps[0].field {
			n++
		}
		if next := merge(steps[:n]); p.same || len(next[0]) > 0 && len(next[1]) > 0 {
			visit(steps[0].field, next)
		}
		steps = steps[n:]
	}
}

// merge adds up the multiplicities of equal keys; steps are sorted.
func merge(steps []step) sides {
	all := make([]entry, 0, len(steps))
	mid := 0
	for i, s := range steps {
		switch {
		case i > 0 && s.side == steps[i-1].side && s.key == steps[i-1].key:
			all[len(all)-1].times += s.times
			continue
		case s.side == 0:
			mid = len(all) + 1
		}
		all = append(all, s.entry)
	}
	return sides{all[:mid:mid], all[mid:]}
}

// resolve computes the counts and distances of a state.
func (p *product) resolve(id stateID) {
	if p.state[id].done {
		return
	}
	e := p.entries(id)
	reports := p.here(e)
	near := [verdicts]int32{far, far}
	for v, c := range reports {
		if !c.IsZero() {
			near[v] = 0
		}
	}
	p.unfold(e, func(_ int32, next sides) {
		to := p.cons(next)
		p.resolve(to)
		for v := range verdicts {
			reports[v] = reports[v].Plus(p.state[to].reports[v])
			near[v] = min(near[v], p.state[to].near[v]+1)
		}
	})
	s := &p.state[id]
	s.done, s.reports, s.near = true, reports, near
}

// here counts the reports at one word.
func (p *product) here(e sides) (reports [verdicts]exact.Nat) {
	left := p.tally(0, e[0])
	right := left
	if !p.same {
		right = p.tally(1, e[1])
	}
	for i, a := range left {
		if p.same {
			right = left[i:]
		}
		for j, b := range right {
			v, ok := p.meet(a.class, b.class)
			switch {
			case !ok:
			case p.same && j == 0:
				reports[v] = reports[v].Plus(exact.Of(a.n).Pairs())
			default:
				reports[v] = reports[v].Plus(exact.Of(a.n).Times(exact.Of(b.n)))
			}
		}
	}
	return reports
}

// reports answers questions about the reports of one or all programs of a
// file.
type reports struct {
	p     *product
	units [2][]*il.Unit
	start stateID
}

// Reports relates the units of every program that the file stands for, or of
// one pair only. The error is errTooLarge or nil.
func (a *Analysis) Reports(only *il.Pair) (abstract.Reported, error) {
	if a.form.endings {
		return a.byEndings(only)
	}
	return a.inProduct(only)
}

// inProduct is Reports for the forms that relate equal words of fields.
func (a *Analysis) inProduct(only *il.Pair) (_ abstract.Reported, err error) {
	r := &reports{units: a.unitsOf(only)}
	r.p = newProduct(a, r.units[1] == nil)
	defer recovered(r.p.most, &err)
	r.start = r.p.cons(entriesOf(r.owners()))
	r.p.resolve(r.start)
	return r, nil
}

// unitsOf is the units of both sides for a program, or for all of the file. The
// right side is empty where all pairs of one side are asked for.
func (a *Analysis) unitsOf(only *il.Pair) (units [2][]*il.Unit) {
	switch {
	case only == nil && a.core.Threads[0] == nil:
		for _, u := range a.core.Units {
			if a.core.IsUnitOfPairs(u) {
				units[0] = append(units[0], u)
			}
		}
	case only == nil:
		units = [2][]*il.Unit{{a.core.Threads[0]}, {a.core.Threads[1]}}
	case only.Left == only.Right:
		units[0] = []*il.Unit{only.Left}
	case only.Left.Index > only.Right.Index:
		units = [2][]*il.Unit{{only.Right}, {only.Left}}
	default:
		units = [2][]*il.Unit{{only.Left}, {only.Right}}
	}
	return units
}

// Races is the exact number of races.
func (r *reports) Races() exact.Nat { return r.p.state[r.start].reports[race] }

// Filtered is the exact number of pairs left out because a proper prefix is
// wobbly.
func (r *reports) Filtered() exact.Nat { return r.p.state[r.start].reports[filtered] }

// ListRaces lists at most limit races, chosen by shortest path first, in the
// order of Report.Compare.
func (r *reports) ListRaces(limit int) []abstract.Report { return r.list(race, limit) }

// ListFiltered does the same for the filtered pairs.
func (r *reports) ListFiltered(limit int) []abstract.Report { return r.list(filtered, limit) }
