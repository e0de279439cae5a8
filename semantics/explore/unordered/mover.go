package unordered

import (
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// mover makes the steps of states: a machine, where its threads stand, and who
// sees what they lead to.
type mover struct {
	*code
	m       *machine.Machine
	at      [2]*point
	numbers canonical.Numbers
	touched []int32 // scratch
	picks   []pick  // that the present step needed
	see     visitor
}

// visitor is shown what a mover comes to.
type visitor interface {
	// state is shown the present state of the mover. at is where its threads
	// stand, those too that rest.
	state(at [2]*point, f first)
	// pair is shown that thread i makes an access, at its site q, of the cell of
	// the first access, and that the two are unordered.
	pair(i int, q int32, f first)
	// more is asked before another initial value is picked: whether to go on with
	// the step.
	more() bool
}

// pick is an initial value that was chosen.
type pick struct {
	at     machine.Address
	object int32
}

// move moves thread i to a point.
func (x *mover) move(i int, p *point) {
	x.at[i] = p
	x.m.At[i] = p.control
}

// after lists the points that thread i, which stands at p, may come to by its
// next command.
func (x *mover) after(i int, p *point) []*point {
	if !p.expanded {
		p.expanded = true
		for _, c := range x.m.Next(i) {
			p.next = append(p.next, x.point(i, c))
		}
	}
	return p.next
}

// starts shows the initial states: each way to resolve the choices before the
// first commands.
func (x *mover) starts() {
	for _, a := range x.g.Starts(0) {
		for _, b := range x.g.Starts(1) {
			x.move(0, x.point(0, a))
			x.move(1, x.point(1, b))
			x.see.state(x.at, first{})
		}
	}
}

// step shows what a step of thread i leads to, if it may go.
func (x *mover) step(i int, f first) {
	if x.m.Enabled(i) {
		x.execute(i, f)
	}
}

// execute executes the command of thread i for each way to pick the initial
// values that it needs.
func (x *mover) execute(i int, f first) {
	var cell machine.Address
	if x.at[i].op == access {
		cell, _ = x.m.Target(i)
	}
	mark := x.m.Mark()
	switch need := x.m.Execute(i); need {
	case machine.Stuck:
	case machine.Done:
		x.executed(i, cell, f)
		x.m.Undo(mark)
	default:
		x.each(need, i, f)
	}
}

// each goes on with execute for each initial value that an address may have: every
// initial object there is, and a new one.
func (x *mover) each(at machine.Address, i int, f first) {
	mark, known := x.m.Mark(), x.m.Objects()
	for o := int32(1); o <= known+1 && x.see.more(); o++ {
		if o > known {
			x.m.Discover()
		} else if x.m.Made(o) != 0 {
			continue
		}
		x.m.Define(at, o)
		x.picks = append(x.picks, pick{at, o})
		x.execute(i, f)
		x.picks = x.picks[:len(x.picks)-1]
		x.m.Undo(mark)
	}
}

// executed goes on behind the command of thread i, which is executed. If it is
// an access, cell is its cell.
func (x *mover) executed(i int, cell machine.Address, f first) {
	p := x.at[i]
	if f.made && i != f.thread && p.op == access && cell == x.m.Cell(f.object, f.field) {
		x.see.pair(i, p.site, f)
	}
	g := f.after(i, p)
	for _, next := range x.after(i, p) {
		x.move(i, next)
		x.show(g)
		if !f.made && p.op == access {
			g := first{made: true, thread: i, site: p.site, closed: p.level > 0}
			g.object, g.field = x.m.ObjectOf(cell)
			x.show(g)
		}
		x.move(i, p)
	}
}

// show shows the present state. The thread of the first access rests if it may.
func (x *mover) show(f first) {
	at := x.at
	if f.made && x.useless(f) {
		x.move(f.thread, x.threads[f.thread].ended)
	}
	x.see.state(at, f)
	x.move(f.thread, at[f.thread])
}
