package explore

import (
	"context"
	"math/rand/v2"
	"slices"

	"wobbly/semantics/explore/machine"
)

// runLength bounds the steps of a random run.
const runLength = 1 << 14

// sampler makes random runs.
type sampler struct {
	problem
	*rand.Rand
	x      *expander
	left   int // runs to make
	trails map[machine.Sites]*trail
	pairs  []machine.Sites // of trails, as they were found
	now    trail           // of the present run, but for its state
	result *Result
}

// sample makes runs from initial states, each step and each initial value
// drawn with equal chances. States are counted each time they are met.
func (p problem) sample() strategy {
	s := &sampler{
		problem: p, Rand: rand.New(rand.NewPCG(p.o.Seed, 0x657870)), left: p.o.Runs,
		trails: map[machine.Sites]*trail{}, result: &Result{},
	}
	s.x = newExpander(&s.problem)
	return s
}

// Next implements strategy: it makes a run.
func (s *sampler) Next(ctx context.Context) bool {
	s.x.ctx = ctx
	if s.left <= 0 {
		return false
	}
	s.left--
	s.run()
	return s.left > 0
}

// Done implements strategy.
func (s *sampler) Done(why cuts) *Result {
	r := s.result
	r.Cut = (why | s.x.cuts | cutSampling).reason()
	r.Races = s.list(s.pairs, func(p machine.Sites) int { return len(s.trails[p].steps) }, func(p machine.Sites) *trail {
		t := *s.trails[p]
		t.Found = t.Found.Clone() // what the race defines is added to it
		return &t
	})
	return r
}

// run makes one run.
func (s *sampler) run() {
	m := s.x.m
	m.Load(s.given)
	s.now = *newTrail(m)
	for i := range m.At {
		starts := s.g.Starts(i)
		m.At[i] = starts[s.IntN(len(starts))]
	}
	s.now.starts, s.x.switches = m.At, 0
	for range runLength {
		s.result.States++
		s.inspect()
		i, ok := s.thread()
		if !ok || !s.step(i) {
			s.end()
			return
		}
		s.result.Depth = max(s.result.Depth, len(s.now.steps))
	}
}

// thread draws a thread that may go.
func (s *sampler) thread() (int, bool) {
	i := s.IntN(2)
	for range 2 {
		if s.x.m.Enabled(i) {
			if s.o.Switches < 0 {
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
	before := m.Objects()
	for need := m.Execute(i); need != machine.Done; need = m.Execute(i) {
		if need == machine.Stuck {
			return false
		}
		s.define(need)
		before = m.Objects()
	}
	if m.Objects() > before {
		s.now.names = append(s.now.names, s.now.Object(true))
	}
	next := m.Next(i)
	to := next[s.IntN(len(next))]
	s.now.steps = append(s.now.steps, step{i, m.At[i], to})
	m.At[i] = to
	s.result.Transitions++
	m.Forget()
	return true
}

// define draws an initial value.
func (s *sampler) define(at machine.Address) {
	m := s.x.m
	var from []int32
	for o := int32(1); o <= m.Objects(); o++ {
		if m.Made(o) == 0 {
			from = append(from, o)
		}
	}
	k := s.IntN(len(from) + 1)
	if k == len(from) {
		from = append(from, m.Discover())
		s.now.names = append(s.now.names, s.now.Object(false))
	}
	m.Define(at, from[k])
	s.now.Define(m, at, s.now.names[from[k]-1], s.now.names)
}

// inspect notes the race of the present state, if it is new or nearer than before.
func (s *sampler) inspect() {
	m := s.x.m
	a, b := m.At[0], m.At[1]
	if !machine.Conflict(a, b) {
		return
	}
	p := machine.Sites{a.Site, b.Site}
	old := s.trails[p]
	if old != nil && len(old.steps) <= len(s.now.steps) || !s.x.meets() {
		return
	}
	if old == nil {
		s.pairs = append(s.pairs, p)
	}
	s.x.picks = s.x.picks[:0]
	t := &trail{Found: s.now.Clone(), starts: s.now.starts, steps: slices.Clone(s.now.steps)}
	s.x.buffer = s.x.codec.Encode(s.x.buffer[:0], m, s.x.switches)
	t.take(s.x, s.now.names)
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
	case s.o.Switches < 0:
		s.result.StuckEnds++
	}
}
