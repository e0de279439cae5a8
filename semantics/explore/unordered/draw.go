package unordered

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

const (
	// patience is the number of executions in a row without a new pair that ends the random
	// executions.
	patience = 100
	// maxDrawn bounds the steps of a random execution.
	maxDrawn = 400
)

// draw looks for candidate pairs in random executions until patience of them in a row show nothing
// new. The search need not look for pairs that it finds. The executions are the same in every
// search.
func (e *engine) draw(patience int) {
	d := &sampler{mover: e.program.mover(), engine: e, r: rand.New(rand.NewPCG(1, 2))}
	begin := d.m.Mark()
	for idle := 0; idle < patience && e.candidates.left > 0 && !e.cancelled(); idle++ {
		left := e.candidates.left
		d.execution()
		if e.candidates.left < left {
			idle = -1
		}
		d.m.Undo(begin)
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
	// How many accesses of a thread precede its last unlock() of the lock in a slot, and how many
	// happen before what the other thread does now.
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
func (d *sampler) execution() {
	d.steps, d.picks, d.initial = d.steps[:0], d.picks[:0], d.initial[:0]
	clear(d.released[:])
	clear(d.ordered[:])
	for i := range d.made {
		d.made[i] = d.made[i][:0]
		d.move(i, d.point(i, one(d.r, d.g.Starts(i))))
	}
	switches := 1 << d.r.IntN(4) // of 16
	d.formals, d.cells = valueChoice(d.r.IntN(2)), valueChoice(d.r.IntN(3))
	i := d.r.IntN(2)
	for range maxDrawn {
		if d.r.IntN(16) < switches {
			i = 1 - i
		}
		if !d.m.Enabled(i) {
			i = 1 - i
		}
		if !d.m.Enabled(i) || !d.step(i) {
			return
		}
	}
}

func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// step makes a step of thread i and reports whether it could.
func (d *sampler) step(i int) bool {
	p := d.at[i]
	var cell machine.Address
	for need := machine.Address(0); need != machine.Done; {
		if p.Access() {
			cell, _ = d.m.Target(i)
		}
		switch need = d.m.Execute(i); need {
		case machine.Stuck:
			return false
		case machine.Done:
		default:
			d.pick(need)
		}
	}
	d.steps = append(d.steps, driver.Step{Thread: i, From: p.Control})
	j := 1 - i
	switch p.Op {
	case machine.OpLock:
		d.ordered[j] = max(d.ordered[j], d.released[j][p.Lock-1])
	case machine.OpUnlock:
		d.released[i][p.Lock-1] = len(d.made[i])
	case machine.OpLoad, machine.OpStore:
		d.made[i] = append(d.made[i], sampledAccess{len(d.steps) - 1, p.site, cell})
		for _, e := range d.made[j][d.ordered[j]:] {
			if e.cell == cell && d.engine.candidates.has(j, e.site, p.site) {
				d.engine.candidates.found(j, e.site, p.site)
				f := first{thread: j, site: e.site}
				d.engine.found = append(d.engine.found, hit{f: f, q: p.site, drawn: d.sampled(e.step)})
			}
		}
	}
	d.move(i, one(d.r, d.after(i, p)))
	return true
}

func (d *sampler) pick(at machine.Address) {
	how := d.cells
	if o, _ := d.m.ObjectOf(at); o == 0 {
		how = d.formals
	}
	n := len(d.initial)
	switch how {
	case anyObject:
		n = d.r.IntN(n + 1)
	case firstObject:
		n = 0
	}
	if n == len(d.initial) {
		d.initial = append(d.initial, d.m.Discover())
	}
	d.m.Define(at, d.initial[n])
	d.picks = append(d.picks, machine.Pick{At: at, Object: d.initial[n]})
}

func (d *sampler) sampled(first int) *sample {
	out := &sample{steps: slices.Clone(d.steps), first: first}
	var names []int
	for o := int32(1); o <= d.m.Objects(); o++ {
		names = append(names, out.found.Object(d.m.Made(o) != 0))
	}
	for _, v := range d.picks {
		out.found.Define(d.m, v.At, names[v.Object-1], names)
	}
	return out
}
