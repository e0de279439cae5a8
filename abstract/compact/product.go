package compact

import (
	"cmp"
	"math/bits"
	"slices"

	"wobbly/internal/exact"
	"wobbly/internal/slice"
)

// product is the determinised product of the tries of all units that can
// meet. Its state after a word of fields says which trie nodes the word leads
// to, from how many formals each, and what the proper prefixes of the word that
// are touched ask of the accesses there (need): all that is needed to count the
// pairs of accesses that agree in this word.
type product struct {
	a     *Analysis
	needs needs
	same  bool      // all unordered pairs of one side, not left against right
	limit *limit    // on entries
	table []stateID // open addressing, by hash of content; 0 is free
	state []state   // state[0] is none
	items []entry

	steps   []step   // scratch of unfold, a stack
	merged  []entry  // the same
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
	done          bool
	near          [verdicts]int32
	reports       [verdicts]exact.Nat
}

// verdict tells races from filtered pairs.
type verdict int

const (
	race verdict = iota
	filtered
	verdicts
)

// newProduct makes a product with room for about so many entries.
func newProduct(a *Analysis, same bool, l *limit, room int) *product {
	return &product{
		a: a, needs: newNeeds(a), same: same, limit: l,
		table: make([]stateID, 1<<bits.Len(uint(room/4+1<<5))),
		state: make([]state, 1, 1+room/4),
		items: make([]entry, 0, room),
	}
}

// sides are the entries of a state; the right side is empty where all pairs of
// one side are asked for.
type sides [2][]entry

// part is the i-th of n parts of both sides, which are about equally large.
func (e sides) part(i, n int) (some sides) {
	for side, entries := range e {
		some[side] = entries[i*len(entries)/n : (i+1)*len(entries)/n]
	}
	return some
}

func (p *product) entries(id stateID) sides {
	s := &p.state[id]
	return sides{p.items[s.from:s.mid:s.mid], p.items[s.mid:s.to:s.to]}
}

// cons gives the id of the state with these entries.
func (p *product) cons(e sides) stateID {
	if 4*len(p.state) >= 3*len(p.table) {
		p.grow()
	}
	mask := uint64(len(p.table) - 1)
	for i := hashSides(e) & mask; ; i = (i + 1) & mask {
		id := p.table[i]
		if id == 0 {
			p.table[i] = p.add(e)
			return p.table[i]
		}
		if old := p.entries(id); slices.Equal(old[0], e[0]) && slices.Equal(old[1], e[1]) {
			return id
		}
	}
}

// add makes a state.
func (p *product) add(e sides) stateID {
	p.limit.add(len(e[0]) + len(e[1]))
	id, from := stateID(len(p.state)), uint32(len(p.items))
	p.items = append(append(p.items, e[0]...), e[1]...)
	p.state = append(p.state, state{from: from, mid: from + uint32(len(e[0])), to: uint32(len(p.items))})
	return id
}

func (p *product) grow() {
	p.table = make([]stateID, 2*len(p.table))
	mask := uint64(len(p.table) - 1)
	for id := stateID(1); int(id) < len(p.state); id++ {
		i := hashSides(p.entries(id)) & mask
		for p.table[i] != 0 {
			i = (i + 1) & mask
		}
		p.table[i] = id
	}
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

// step is one entry's move along one field. Steps are ordered by field, side and
// key, of which order is made.
type step struct {
	order uint64
	times uint32
}

func (p *product) step(field int32, side int, to nodeID, need int32, times uint32) step {
	return step{uint64(field)<<33 | uint64(side)<<32 | uint64(p.needs.key(to, need)), times}
}

func (s step) field() int32 { return int32(s.order >> 33) }
func (s step) right() bool  { return s.order>>32&1 != 0 }
func (s step) entry() entry { return entry{nodeKey(s.order), s.times} }

func sortSteps(steps []step) {
	slice.Sort(steps, func(a, b step) int { return cmp.Compare(a.order, b.order) })
}

// unfold visits the states one field further, fields ascending, where a pair
// can still meet.
func (p *product) unfold(e sides, visit func(next sides)) {
	base := len(p.steps)
	p.eachEdge(e, func(side int, x entry, need int32, to edge) {
		p.steps = append(p.steps, p.step(to.field, side, to.to, need, x.times))
	})
	steps := p.steps[base:]      // stays valid: the stack only grows above
	if len(e[0])+len(e[1]) > 1 { // a single node's edges are sorted
		sortSteps(steps)
	}
	for len(steps) > 0 {
		n := 1
		for n < len(steps) && steps[n].field() == steps[0].field() {
			n++
		}
		p.follow(steps[:n], visit)
		steps = steps[n:]
	}
	p.steps = p.steps[:base]
}

// follow visits the state that sorted steps along one field lead to, where a pair can
// still meet.
func (p *product) follow(steps []step, visit func(next sides)) {
	base := len(p.merged)
	if next := p.merge(steps); p.same || len(next[0]) > 0 && len(next[1]) > 0 {
		visit(next)
	}
	p.merged = p.merged[:base]
}

// merge adds up the multiplicities of equal keys; steps are sorted.
func (p *product) merge(steps []step) sides {
	from := len(p.merged)
	mid := from
	for i, s := range steps {
		if i > 0 && s.order == steps[i-1].order {
			p.merged[len(p.merged)-1].times += s.times
			continue
		}
		p.merged = append(p.merged, s.entry())
		if !s.right() {
			mid = len(p.merged)
		}
	}
	to := len(p.merged)
	return sides{p.merged[from:mid:mid], p.merged[mid:to:to]}
}

// answer is how many reports of each verdict there are at a state or below it, and how
// many fields the nearest is away.
type answer struct {
	near    [verdicts]int32
	reports [verdicts]exact.Nat
}

// at is what there is at a word itself.
func (p *product) at(e sides) answer {
	x := answer{near: [verdicts]int32{far, far}, reports: p.here(e)}
	for v, c := range x.reports {
		if !c.IsZero() {
			x.near[v] = 0
		}
	}
	return x
}

// below adds what there is one field further.
func (x *answer) below(s *state) {
	for v := range verdicts {
		x.reports[v] = x.reports[v].Plus(s.reports[v])
		x.near[v] = min(x.near[v], s.near[v]+1)
	}
}

// resolve computes the counts and distances of a state.
func (p *product) resolve(id stateID) *state {
	if !p.state[id].done {
		e := p.entries(id)
		x := p.at(e)
		p.unfold(e, func(next sides) { x.below(p.resolve(p.cons(next))) })
		p.resolved(id, x)
	}
	return &p.state[id]
}

func (p *product) resolved(id stateID, x answer) {
	s := &p.state[id]
	s.done, s.near, s.reports = true, x.near, x.reports
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
