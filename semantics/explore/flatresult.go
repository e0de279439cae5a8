package explore

import (
	"slices"
	"sort"
)

// tell reports how far the search has come.
func (s *flatSearch) tell() {
	if s.o.Progress == nil || s.states-s.told < roundSteps/2 {
		return
	}
	s.told = s.states
	s.o.Progress(Progress{
		States: s.states, Frontier: s.states - s.looked, Depth: s.depth, Races: len(s.sights), Memory: uint64(s.memory),
	})
}

// result sums up.
func (s *flatSearch) result() *Result {
	t := s.ends
	for _, w := range s.hands {
		t.transitions += w.transitions
	}
	r := &Result{
		States: s.states, Transitions: t.transitions, Depth: s.depth,
		Ends: t.ends, Deadlocks: t.deadlocks,
		Complete: s.cuts == 0, Cut: s.cuts.reason(), Memory: uint64(s.most),
	}
	if s.o.Fingerprint {
		r.Missed = s.missed()
	}
	r.Races = s.list(s.pairs, func(p pair) *trail { return s.trailTo(s.sights[p]) })
	return r
}

// missed bounds the probability that a state was taken for another one of its
// bucket; states of different buckets are never compared.
func (s *flatSearch) missed() (sum float64) {
	for _, row := range s.rows {
		for _, b := range row {
			if b != nil {
				sum += missed(uint64(b.count))
			}
		}
	}
	return min(1, sum)
}

// hop is a step of a thread to a control state.
type hop struct {
	thread int
	to     *Control
}

// trailTo follows the runs back from a state to an initial one, and then executes
// the way forward.
func (s *flatSearch) trailTo(to sight) *trail {
	var way []hop
	b, at := to.in, to.at
	for {
		after := sort.Search(len(b.runs), func(i int) bool { return b.runs[i].first > at })
		r := &b.runs[after-1]
		if r.from == nil {
			break
		}
		way = append(way, hop{r.thread, b.at[r.thread]})
		b, at = r.from, int(r.parents[at-r.first])
	}
	slices.Reverse(way)
	x := newExpander(s.g, &s.o)
	x.m.load(s.given)
	x.m.at = b.at
	t := &trail{starts: b.at, given: true}
	for range x.m.n {
		t.initial = append(t.initial, true)
	}
	for _, h := range way {
		t.steps = append(t.steps, t.hop(x.m, h))
	}
	x.buffer = x.codec.encode(x.buffer[:0], x.m, 0)
	t.take(x, nil)
	return t
}

// hop executes a step.
func (t *trail) hop(m *Machine, h hop) step {
	made := step{thread: h.thread, from: m.at[h.thread], to: h.to, made: -1}
	before := m.n
	if m.Execute(h.thread) != Done {
		panic("explore: a state does not lead to its successor")
	}
	if m.n > before {
		made.made = len(t.initial)
		t.initial = append(t.initial, false)
	}
	m.at[h.thread] = h.to
	return made
}
