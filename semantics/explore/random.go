package explore

import (
	"context"
	"math/rand/v2"
	"slices"

	"wobbly/internal/poll"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// maxRun bounds the steps of a random run.
const maxRun = 1 << 14

type sampler struct {
	problem
	*rand.Rand
	m      *machine.Machine
	codec  canonical.Codec
	poll   poll.Context
	tries  driver.Tries
	buffer []byte
	// path and switches are those of the present run; see canonical.Switch for the latter.
	path     *driver.Path
	switches int32
	nearest  map[machine.Sites]sample // the shortest run to each race
	pairs    []machine.Sites          // the keys of nearest, in the order in which they were found
	cuts     driver.Cuts
	result   *Result
}

type sample struct {
	path  *driver.Path // the run; its machine has gone on to a later state
	state []byte       // the racing state, encoded
}

// sample makes runs from initial states and chooses each step and each initial value with equal
// probability. It counts a state each time it is met.
func (p problem) sample(ctx context.Context) *Result {
	s := &sampler{
		problem: p, Rand: rand.New(rand.NewPCG(p.o.Seed, 0x657870)),
		m:     machine.New(p.g, p.given == nil),
		codec: canonical.Codec{Switches: p.o.Switches >= 0}, poll: poll.Every(1<<8, ctx),
		nearest: map[machine.Sites]sample{}, cuts: driver.CutSampling, result: &Result{},
	}
	s.tries = driver.Tries{Poll: &s.poll, Max: canonical.MaxSuccessors(p.o.MaxStates)}
	ended := driver.Ended(ctx)
	for n := 0; n < p.o.Runs && ended == 0; n++ {
		s.run()
		ended = driver.Ended(ctx)
	}
	r := s.result
	r.Cut = reason(s.cuts | ended)
	for _, sites := range s.pairs {
		run := s.nearest[sites]
		path := func() *driver.Path {
			t := *run.path
			t.Found = t.Found.Clone() // the values for which the accesses meet are added to it
			t.Machine = machine.New(p.g, p.given == nil)
			codec := s.codec
			codec.Decode(run.state, t.Machine)
			return &t
		}
		r.add(found{sites, p.race(sites, len(run.path.Steps), path)})
	}
	return r
}

func (s *sampler) run() {
	m := s.m
	m.Load(s.given)
	for i := range m.At {
		starts := s.g.Starts(i)
		m.At[i] = starts[s.IntN(len(starts))]
	}
	s.path, s.switches = driver.NewPath(m, s.given), 0
	for range maxRun {
		s.result.States++
		s.inspect()
		i, ok := s.thread()
		if !ok || !s.step(i) {
			switch {
			case m.Ended(0) && m.Ended(1):
				s.result.Ends++
			case !m.Enabled(0) && !m.Enabled(1):
				s.result.DeadlockStates++
			case s.o.Switches < 0:
				s.result.StuckEnds++
			}
			return
		}
		s.result.Depth = max(s.result.Depth, len(s.path.Steps))
	}
}

// thread chooses a thread that can move within the bound on switches, if there is one.
func (s *sampler) thread() (int, bool) {
	i := s.IntN(2)
	for range 2 {
		if s.m.Enabled(i) {
			if s.o.Switches < 0 {
				return i, true
			}
			if after, ok := canonical.Switch(s.switches, i, s.o.Switches); ok {
				s.switches = after
				return i, true
			}
		}
		i = 1 - i
	}
	return 0, false
}

// step makes a step of thread i. It returns false if the thread is stuck.
func (s *sampler) step(i int) bool {
	m := s.m
	for need := m.Execute(i); need != machine.Done; need = m.Execute(i) {
		if need == machine.Stuck {
			return false
		}
		s.define(need)
	}
	next := m.Next(i)
	from, to := m.At[i], next[s.IntN(len(next))]
	m.At[i] = to
	s.path.Step(i, from, to)
	s.result.Transitions++
	m.Forget()
	return true
}

// define chooses the initial value of an address: a known initial object or a new one.
func (s *sampler) define(address machine.Address) {
	m := s.m
	var values []int32
	for o := int32(1); o <= m.Objects(); o++ {
		if m.Made(o) == 0 {
			values = append(values, o)
		}
	}
	k := s.IntN(len(values) + 1)
	if k == len(values) {
		values = append(values, m.Discover())
	}
	m.Define(address, values[k])
	s.path.Pick(machine.Pick{At: address, Object: values[k]})
}

// inspect records the race or deadlock of the present state if it is new or has a shorter path.
func (s *sampler) inspect() {
	m := s.m
	a, b := m.At[0], m.At[1]
	deadlock := machine.Deadlock(a, b)
	if !deadlock && !machine.Conflict(a, b) {
		return
	}
	sites := machine.Sites{a.Site, b.Site}
	old, known := s.nearest[sites]
	if known && len(old.path.Steps) <= len(s.path.Steps) {
		return
	}
	if !deadlock {
		s.tries.Begin()
		_, meet := m.Meet(nil, machine.AnyKnown, &s.tries)
		if s.tries.Exceeded {
			s.cuts |= driver.CutStateSize
		}
		if !meet {
			return
		}
	}
	if !known {
		s.pairs = append(s.pairs, sites)
	}
	t := *s.path
	t.Found, t.Steps = t.Found.Clone(), slices.Clone(t.Steps)
	s.buffer = s.codec.Encode(s.buffer[:0], m, s.switches)
	t.Renumber(s.codec.Met())
	s.nearest[sites] = sample{&t, slices.Clone(s.buffer)}
}
