package compact

import (
	"cmp"
	"math/bits"
	"slices"

	"wobbly/internal/exact"
	"wobbly/internal/slice"
)

// product is the determinized product of the tries of all units that can meet. Its state after a
// word of fields says which trie nodes the word leads to, from how many formals each, and with
// which need. Counting needs nothing else of the word.
type product struct {
	a     *Analysis
	needs needs
	same  bool   // all unordered pairs of one side, not left against right
	limit *limit // on entries
	table table[stateID]
	// states[0] is not a state. The entries of all states are in items.
	states []state
	items  []entry

	steps   []step   // scratch of unfold, a stack
	merged  []entry  // scratch of follow, a stack
	tallies [2]tally // scratch of here
}

// stateID indexes product.states.
type stateID int32

// entry is a key that the word leads to, with the number of formals from which it does.
type entry struct {
	key   nodeKey
	times uint32
}

// state has its entries, sorted by key, in product.items: those of the left side from from to mid,
// and those of the right side up to to.
type state struct {
	from, mid, to uint32
	done          bool // the answer is known
	answer
}

// answer is the number of reports of each verdict at or below a state, and the distance of the
// nearest.
type answer struct {
	near    [verdicts]int32
	reports [verdicts]exact.Nat
}

type verdict int

const (
	race verdict = iota
	filtered
	verdicts // the number of verdicts
)

// newProduct returns a product with room for about room entries.
func newProduct(a *Analysis, same bool, l *limit, room int) *product {
	return &product{
		a: a, needs: newNeeds(a), same: same, limit: l,
		table:  make(table[stateID], 1<<bits.Len(uint(room/4+1<<5))),
		states: make([]state, 1, 1+room/4),
		items:  make([]entry, 0, room),
	}
}

// sides are the entries of a state. If all pairs of one side are wanted the right side is empty.
type sides [2][]entry

// part returns the i-th of n parts of both sides, of about equal size.
func (e sides) part(i, n int) (some sides) {
	for side, entries := range e {
		some[side] = entries[i*len(entries)/n : (i+1)*len(entries)/n]
	}
	return some
}

func (e sides) hash() uint64 {
	h := uint64(len(e[0]))
	for _, side := range e {
		for _, x := range side {
			h = mix(h, uint64(x.key)<<32|uint64(x.times))
		}
	}
	return h
}

func (p *product) entries(id stateID) sides {
	s := &p.states[id]
	return sides{p.items[s.from:s.mid:s.mid], p.items[s.mid:s.to:s.to]}
}

// cons returns the state with copies of these entries. It panics with tooLarge at the limit.
func (p *product) cons(e sides) stateID {
	if p.table.full(len(p.states)) {
		p.table = p.table.doubled(func(id stateID) uint64 { return p.entries(id).hash() })
	}
	mask := uint64(len(p.table) - 1)
	i := e.hash() & mask
	for ; p.table[i] != 0; i = (i + 1) & mask {
		id := p.table[i]
		if old := p.entries(id); slices.Equal(old[0], e[0]) && slices.Equal(old[1], e[1]) {
			return id
		}
	}
	p.limit.add(len(e[0]) + len(e[1]))
	id, from := stateID(len(p.states)), uint32(len(p.items))
	p.items = append(append(p.items, e[0]...), e[1]...)
	p.states = append(p.states,
		state{from: from, mid: from + uint32(len(e[0])), to: uint32(len(p.items))})
	p.table[i] = id
	return id
}

// step is one entry's move along one field. The order packs field, side and key.
type step struct {
	order uint64
	times uint32
}

func (p *product) step(field int32, side int, to nodeID, need int32, times uint32) step {
	order := uint64(field)<<33 | uint64(side)<<32 | uint64(p.needs.key(to, need))
	return step{order: order, times: times}
}

func (s step) field() int32 { return int32(s.order >> 33) }
func (s step) right() bool  { return s.order>>32&1 != 0 }

// sortSteps sorts steps by field, side and key.
func sortSteps(steps []step) {
	slice.Sort(steps, func(a, b step) int { return cmp.Compare(a.order, b.order) })
}

// eachEdge calls visit with the edges from the nodes of a state, and the need at their ends.
func (p *product) eachEdge(e sides, visit func(side int, x entry, need int32, to edge)) {
	for side, entries := range e {
		for _, x := range entries {
			need := p.needs.next(x.key)
			for _, to := range p.a.tries.below(p.needs.node(x.key)) {
				visit(side, x, need, to)
			}
		}
	}
}

// unfold calls visit with the states one field further, by field, in which a pair can meet. They
// are valid until visit returns.
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

// follow calls visit with the state to which sorted steps along one field lead, if a pair can meet
// there. Equal keys are added up.
func (p *product) follow(steps []step, visit func(next sides)) {
	from := len(p.merged)
	mid := from
	for i, s := range steps {
		if i > 0 && s.order == steps[i-1].order {
			p.merged[len(p.merged)-1].times += s.times
			continue
		}
		p.merged = append(p.merged, entry{nodeKey(s.order), s.times})
		if !s.right() {
			mid = len(p.merged)
		}
	}
	to := len(p.merged)
	if p.same || from < mid && mid < to {
		visit(sides{p.merged[from:mid:mid], p.merged[mid:to:to]})
	}
	p.merged = p.merged[:from]
}

// here returns the answer for the word of a state alone, without longer words. It multiplies the
// numbers of accesses of each two classes that meet. In a self pair, where both sides are the same,
// each two classes are taken once, and of one class each unordered pair of accesses.
func (p *product) here(e sides) answer {
	x := answer{near: [verdicts]int32{far, far}}
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
				x.reports[v] = x.reports[v].Plus(exact.Of(a.n).Pairs())
			default:
				x.reports[v] = x.reports[v].Plus(exact.Of(a.n).Times(exact.Of(b.n)))
			}
		}
	}
	for v, c := range x.reports {
		if !c.IsZero() {
			x.near[v] = 0
		}
	}
	return x
}

// addBelow adds the answer for a word with one field more.
func (a *answer) addBelow(y *answer) {
	for v := range verdicts {
		a.reports[v] = a.reports[v].Plus(y.reports[v])
		a.near[v] = min(a.near[v], y.near[v]+1)
	}
}

// resolve returns the answer for a state, which it computes once. It panics like cons.
func (p *product) resolve(id stateID) *answer {
	if !p.states[id].done {
		e := p.entries(id)
		x := p.here(e)
		p.unfold(e, func(next sides) { x.addBelow(p.resolve(p.cons(next))) })
		p.setAnswer(id, x)
	}
	return &p.states[id].answer
}

func (p *product) setAnswer(id stateID, x answer) {
	p.states[id].done = true
	p.states[id].answer = x
}
