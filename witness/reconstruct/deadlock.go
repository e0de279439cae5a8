package reconstruct

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/witness"
)

// Deadlock builds the witness of a deadlock of two units. No heap matters, so all starts with one
// object. The error is a ScheduleError, a TooLongError or nil.
func (b *Builder) Deadlock(p il.Pair, d abstract.Deadlock, maxSteps int) (*witness.Witness, error) {
	threads := b.threads(false)
	units, sides := [2]*il.Unit{p.Left, p.Right}, [2]abstract.Critical{d.Left, d.Right}
	var own [2][]witness.Step
	total := 0
	for i := range threads {
		b.runToLock(&threads[i], units[i], sides[i])
		own[i] = threads[i].steps
		total += len(own[i])
	}
	if total > maxSteps {
		return nil, TooLongError{total, maxSteps}
	}
	steps, ok := interleave(own)
	if !ok {
		return nil, ScheduleError{[2]abstract.Side{{Unit: p.Left}, {Unit: p.Right}}}
	}
	w := b.assemble([2]end{{unit: p.Left}, {unit: p.Right}}, b.oneObject(units), [2]string{}, threads, steps)
	at := func(i int) witness.Waiting {
		return witness.Waiting{At: b.core.Source.At(sides[i].At), Choices: threads[i].choices}
	}
	w.Race, w.Deadlock = witness.Race{}, witness.Deadlock{A: at(0), B: at(1)}
	return w, nil
}

// oneObject returns the initial state with one object, which every formal and cell holds.
func (b *Builder) oneObject(units [2]*il.Unit) witness.Init {
	const o = "o1"
	in := witness.Init{Objects: []string{o}}
	for _, f := range b.core.Fields {
		in.Cells = append(in.Cells, [3]string{o, f, o})
	}
	for i, u := range units {
		for _, x := range u.Formals {
			[2]*witness.Stack{&in.A, &in.B}[i].Bind(x, o)
		}
	}
	return in
}

// runToLock executes a unit up to just before a critical lock(), through as few calls as possible.
func (b *Builder) runToLock(t *thread, u *il.Unit, to abstract.Critical) {
	b.callPaths.points(u) // whose costs choose the branches on the way
	for _, s := range b.chain(u, to) {
		t.runBefore(u.Body, s)
		if call, ok := s.(*il.Call); ok {
			t.push(call)
			u = b.core.Methods[call.Method]
		}
	}
}

// chain returns the calls that lead from u to a lock() at a level, and the lock(). It is a
// breadth-first search over units and the level that is still to come.
func (b *Builder) chain(u *il.Unit, to abstract.Critical) []il.Stmt {
	type state struct {
		unit  *il.Unit
		level il.Level
	}
	type link struct {
		state
		call *il.Call
		from int
	}
	queue := []link{{state: state{u, to.Lock}, from: -1}}
	seen := map[state]bool{queue[0].state: true}
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		var found il.Stmt
		il.Walk(at.unit.Body, func(s il.Stmt) {
			if s.Pos() == to.At && il.Acquires(s) && b.core.LevelAt(s) == at.level {
				found = s
			}
		})
		if found != nil {
			chain := []il.Stmt{found}
			for ; at.call != nil; at = queue[at.from] {
				chain = append([]il.Stmt{at.call}, chain...)
			}
			return chain
		}
		for _, call := range b.core.Calls(at.unit) {
			rest, ok := at.level.Minus(b.core.LevelAt(call))
			next := state{b.core.Methods[call.Method], rest}
			if ok && !seen[next] {
				seen[next] = true
				queue = append(queue, link{next, call, n})
			}
		}
	}
	panic("reconstruct: no call path leads to the critical lock()")
}
