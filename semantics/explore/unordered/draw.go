package unordered

import (
	"context"
	"math/rand/v2"
	"slices"

	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore/machine"
)

const (
	// patience is how many executions in a row may show nothing new before no more
	// are drawn.
	patience = 100
	// longest is how many steps of an execution are drawn.
	longest = 400
)

// draw draws executions, until as many in a row as patience says show nothing new,
// and looks for candidate pairs in them. What it finds need not be searched for; of
// what it does not find it says nothing. The draw is the same in every search.
func (x *engine) draw(ctx context.Context, patience int) {
	d := &drawer{mover: x.program.mover(), x: x, r: rand.New(rand.NewPCG(1, 2))}
	begin := d.m.Mark()
	for idle := 0; idle < patience && x.candidates.left > 0 && !x.cancelled(ctx); idle++ {
		left := x.candidates.left
		d.execution()
		if x.candidates.left < left {
			idle = -1
		}
		d.m.Undo(begin)
	}
}

// drawer draws executions.
type drawer struct {
	mover
	x              *engine
	r              *rand.Rand
	steps          []drawnStep
	initial        []int32 // the initial objects
	formals, cells habit
	made           [2][]drawnAccess // by thread
	// How many accesses of a thread come before its last unlock(), and how many
	// happen before what the other thread does now.
	released, ordered [2]int
}

// drawnStep is a step of thread i from a point.
type drawnStep struct {
	i    int
	from *point
}

// drawnAccess is an access that was made by a step.
type drawnAccess struct {
	step int
	site int32
	cell machine.Address
}

// execution draws one execution. How often it goes on with the other thread, and
// how initial values are drawn, is drawn once.
func (d *drawer) execution() {
	d.steps, d.picks, d.initial = d.steps[:0], d.picks[:0], d.initial[:0]
	d.released, d.ordered = [2]int{}, [2]int{}
	for i := range d.made {
		d.made[i] = d.made[i][:0]
		d.move(i, d.point(i, one(d.r, d.g.Starts(i))))
	}
	switches := 1 << d.r.IntN(4) // of 16
	d.formals, d.cells = habit(d.r.IntN(2)), habit(d.r.IntN(3))
	i := d.r.IntN(2)
	for range longest {
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

// one draws an element.
func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// step makes a step of thread i, unless it is stuck.
func (d *drawer) step(i int) bool {
	p := d.at[i]
	var cell machine.Address
	for need := machine.Address(0); need != machine.Done; {
		if p.op == access {
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
	d.steps = append(d.steps, drawnStep{i, p})
	switch p.op {
	case acquire:
		d.ordered[1-i] = d.released[1-i]
	case release:
		d.released[i] = len(d.made[i])
	case access:
		d.access(i, p.site, cell)
	}
	d.move(i, one(d.r, d.after(i, p)))
	return true
}

// access notes an access of thread i, and which of the other one's are unordered
// with it.
func (d *drawer) access(i int, q int32, cell machine.Address) {
	j := 1 - i
	d.made[i] = append(d.made[i], drawnAccess{len(d.steps) - 1, q, cell})
	for _, e := range d.made[j][d.ordered[j]:] {
		if e.cell == cell && d.x.candidates.has(j, e.site, q) {
			d.x.candidates.found(j, e.site, q)
			d.x.found = append(d.x.found, hit{f: first{thread: j, site: e.site}, i: i, q: q, draw: d.keep(e.step)})
		}
	}
}

// habit is how the initial values of an execution are drawn.
type habit uint8

const (
	anyObject   habit = iota // any of those known so far, or a new one
	firstObject              // the first one
	newObject                // a new one
)

// pick draws an initial value.
func (d *drawer) pick(at machine.Address) {
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
	d.picks = append(d.picks, pick{at, d.initial[n]})
}

// drawn is an execution that was drawn, up to the second access of a pair.
type drawn struct {
	steps []drawnStep
	first int
	found machine.Found
}

// keep keeps the execution so far.
func (d *drawer) keep(first int) *drawn {
	out := &drawn{steps: slices.Clone(d.steps), first: first}
	var names []int
	for o := int32(1); o <= d.m.Objects(); o++ {
		names = append(names, out.found.Object(d.m.Made(o) != 0))
	}
	for _, v := range d.picks {
		out.found.Define(d.m, v.at, names[v.object-1], names)
	}
	return out
}

// drawn is the Execution of an execution that was drawn.
func (c *code) drawn(d *drawn) *Execution {
	out := &Execution{First: d.first, Init: c.init(c.units, &d.found)}
	from := [2]*point{c.threads[0].ended, c.threads[1].ended}
	for _, s := range d.steps {
		out.Steps = append(out.Steps, execution.Turn{Thread: semantics.Tid(s.i), Decisions: c.decisions(from[s.i], s.from)})
		from[s.i] = s.from
	}
	return out
}

// decisions are the choices between two points of a thread, or between its beginning
// and a point, where from is thread.ended.
func (c *code) decisions(from, to *point) (takes []semantics.Take) {
	for _, choice := range c.g.Choices(from.control, to.control) {
		takes = append(takes, choice.Take)
	}
	return takes
}
