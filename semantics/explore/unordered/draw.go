package unordered

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

const (
	// maxIdle is the number of random executions in a row without a new pair that is enough.
	patience = 100
	// maxDrawn bounds the steps of a random execution.
	maxDrawn = 400
)

// draw looks for candidate pairs in random executions until maxIdle of them in a row show nothing
// new. The search need not look for these pairs. The executions are always the same.
func (e *engine) draw(maxIdle int) {
	d := &sampler{mover: e.program.mover(), engine: e, r: rand.New(rand.NewPCG(1, 2))}
	begin := d.machine.Mark()
	for idle := 0; idle < maxIdle && e.candidates.count > 0 && !e.cancelled(); idle++ {
		left := e.candidates.count
		d.execution()
		if e.candidates.count < left {
			idle = -1
		}
		d.machine.Undo(begin)
	}
}

type sampler struct {
	mover
	engine         *engine
	r              *rand.Rand
	steps          []driver.Step
	initial        []int32 // the initial objects
	formals, cells valueChoice
	made           [2][]sampledAccess // by thread
	// released is how many accesses of a thread precede its last unlock() of the lock in a slot,
	// and ordered how many happen before what the other thread does now.
	released [2][il.MaxLocks + 1]int
	ordered  [2]int
}

// A sampledAccess is an access made by a step.
type sampledAccess struct {
	step int
	site int32
	cell machine.Address
}

// A sample is a random execution up to the second access of a pair.
type sample struct {
	steps []driver.Step
	first int
	found machine.Found
}

// A valueChoice says how an execution chooses initial values.
type valueChoice uint8

const (
	anyObject   valueChoice = iota // any of those known so far, or a new one
	firstObject                    // the first one
	newObject                      // a new one
)

// execution makes one random execution. It first chooses at random how often to switch threads and
// how to choose initial values.
func (s *sampler) execution() {
	s.steps, s.picks, s.initial = s.steps[:0], s.picks[:0], s.initial[:0]
	clear(s.released[:])
	clear(s.ordered[:])
	for i := range s.made {
		s.made[i] = s.made[i][:0]
		s.move(i, s.point(i, randomOf(s.r, s.g.Starts(i))))
	}
	switches := 1 << s.r.IntN(4) // how many of 16 steps switch threads
	s.formals, s.cells = valueChoice(s.r.IntN(2)), valueChoice(s.r.IntN(3))
	i := s.r.IntN(2)
	for range maxDrawn {
		if s.r.IntN(16) < switches {
			i = 1 - i
		}
		if !s.machine.Enabled(i) {
			i = 1 - i
		}
		if !s.machine.Enabled(i) || !s.step(i) {
			return
		}
	}
}

func randomOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// step makes a step of thread i and reports whether it could.
func (s *sampler) step(i int) bool {
	p := s.at[i]
	var cell machine.Address
	for need := machine.Address(0); need != machine.Done; {
		if p.Access() {
			cell, _ = s.machine.Target(i)
		}
		switch need = s.machine.Execute(i); need {
		case machine.Stuck:
			return false
		case machine.Done:
		default:
			s.pick(need)
		}
	}
	s.steps = append(s.steps, driver.Step{Thread: i, From: p.Control})
	j := 1 - i
	switch p.Op {
	case machine.OpLock:
		s.ordered[j] = max(s.ordered[j], s.released[j][p.Lock-1])
	case machine.OpUnlock:
		s.released[i][p.Lock-1] = len(s.made[i])
	case machine.OpLoad, machine.OpStore:
		s.made[i] = append(s.made[i],
			sampledAccess{step: len(s.steps) - 1, site: p.site, cell: cell})
		for _, e := range s.made[j][s.ordered[j]:] {
			if e.cell == cell && s.engine.candidates.has(j, e.site, p.site) {
				s.engine.candidates.found(j, e.site, p.site)
				f := first{thread: j, site: e.site}
				s.engine.found = append(s.engine.found,
					hit{f: f, q: p.site, drawn: s.sampled(e.step)})
			}
		}
	}
	s.move(i, randomOf(s.r, s.after(i, p)))
	return true
}

func (s *sampler) pick(at machine.Address) {
	how := s.cells
	if o, _ := s.machine.ObjectOf(at); o == 0 {
		how = s.formals
	}
	n := len(s.initial)
	switch how {
	case anyObject:
		n = s.r.IntN(n + 1)
	case firstObject:
		n = 0
	}
	if n == len(s.initial) {
		s.initial = append(s.initial, s.machine.Discover())
	}
	s.machine.Define(at, s.initial[n])
	s.picks = append(s.picks, machine.Pick{At: at, Object: s.initial[n]})
}

// sampled returns the execution so far, in which step first makes the first access of a pair.
func (s *sampler) sampled(first int) *sample {
	out := &sample{steps: slices.Clone(s.steps), first: first}
	var names []int
	for o := int32(1); o <= s.machine.Objects(); o++ {
		names = append(names, out.found.Object(s.machine.Made(o) != 0))
	}
	for _, v := range s.picks {
		out.found.Define(s.machine, v.At, names[v.Object-1], names)
	}
	return out
}
