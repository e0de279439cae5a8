package explore

import (
	"context"
	"errors"
	"math/rand/v2"

	"wobbly/semantics"
)

// runLength bounds the steps of a random run.
const runLength = 1 << 14

// sampler makes random runs.
type sampler struct {
	*rand.Rand
	e      *engine
	x      *expander
	given  *semantics.Init
	trails map[pair]*trail
	steps  []step
	starts [2]*Control
	result *Result
}

// sample makes runs from initial states, each step and each initial value
// drawn with equal chances. States are counted each time they are met.
func (g *Program) sample(ctx context.Context, o *Options, given *semantics.Init) *Result {
	e := newEngine(g, *o, given)
	e.cuts = cutSampling
	s := &sampler{
		Rand: rand.New(rand.NewPCG(o.Seed, 0x657870)), e: e, x: e.workers[0], given: given,
		trails: map[pair]*trail{}, result: &Result{},
	}
	for range o.Runs {
		if err := ctx.Err(); err != nil {
			if e.cuts |= cutInterrupt; errors.Is(err, context.DeadlineExceeded) {
				e.cuts = e.cuts&^cutInterrupt | cutTimeout
			}
			break
		}
		s.run()
	}
	r := s.result
	r.Cut = e.cuts.reason()
	var pairs []pair
	for p := range s.trails {
		pairs = append(pairs, p)
	}
	r.Races = e.list(pairs, func(p pair) *trail { return s.trails[p] })
	return r
}

// run makes one run.
func (s *sampler) run() {
	m := s.x.m
	m.load(s.given)
	s.steps = nil
	for i := range m.at {
		starts := s.e.g.Starts(i)
		m.at[i] = starts[s.IntN(len(starts))]
	}
	s.starts, s.x.switches = m.at, 0
	for range runLength {
		s.result.States++
		s.look()
		i, ok := s.thread()
		if !ok || !s.step(i) {
			s.end()
			return
		}
		s.result.Depth = max(s.result.Depth, len(s.steps))
	}
}

// thread draws a thread that may go.
func (s *sampler) thread() (int, bool) {
	i := s.IntN(2)
	for range 2 {
		if s.x.m.Enabled(i) {
			if s.e.o.Switches < 0 {
				return i, true
			}
			if after, ok := s.x.turn(int32(i)); ok {
				s.x.switches = after
				return i, true
			}
		}
		i = 1 - i
	}
	return 0, false
}

// step makes a step of thread i; false if it is stuck.
func (s *sampler) step(i int) bool {
	m := s.x.m
	st := step{thread: i, from: m.at[i], made: -1}
	for {
		before := m.n
		need := m.Execute(i)
		switch {
		case need == Stuck:
			return false
		case need >= 0:
			st.picks = append(st.picks, s.define(need))
			continue
		case m.n > before:
			st.made = int(before)
		}
		break
	}
	next := m.Next(i)
	st.to = next[s.IntN(len(next))]
	m.Go(i, st.to)
	s.steps = append(s.steps, st)
	s.result.Transitions++
	m.trail = m.trail[:0]
	return true
}

// define draws an initial value.
func (s *sampler) define(at Place) named {
	m := s.x.m
	var from []int32
	for o := int32(1); o <= m.n; o++ {
		if m.made[o-1] == 0 {
			from = append(from, o)
		}
	}
	k := s.IntN(len(from) + 1)
	if k == len(from) {
		from = append(from, m.Discover())
	}
	m.Define(at, from[k])
	v := named{register: at, object: -1, value: int(from[k]) - 1}
	if at >= m.g.heap {
		v.object, v.field = int((at-m.g.heap)/m.g.width), (at-m.g.heap)%m.g.width
	}
	return v
}

// look notes the race of the present state, if it is new or nearer than before.
func (s *sampler) look() {
	m := s.x.m
	a, b := m.at[0], m.at[1]
	if !conflict(a, b) {
		return
	}
	p := pair{a.site, b.site}
	if old := s.trails[p]; old != nil && len(old.steps) <= len(s.steps) || !s.x.meet(a, b) {
		return
	}
	s.x.picks = s.x.picks[:0]
	t := &trail{starts: s.starts, steps: append([]step(nil), s.steps...), given: s.given != nil}
	for o := range m.n {
		t.initial = append(t.initial, m.made[o] == 0)
	}
	s.x.buffer = s.x.codec.encode(s.x.buffer[:0], m, s.x.switches)
	t.take(s.x, nil)
	s.trails[p] = t
}

// end classifies a state in which no thread goes on.
func (s *sampler) end() {
	m := s.x.m
	switch {
	case m.Ended(0) && m.Ended(1):
		s.result.Ends++
	case !m.Enabled(0) && !m.Enabled(1):
		s.result.Deadlocks++
	case s.e.o.Switches < 0:
		s.result.StuckEnds++
	}
}
