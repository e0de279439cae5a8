package check

import (
	"slices"

	"wobbly/il"
	"wobbly/witness"
)

// replay is a configuration of Figure 6: two stacks of frames, one heap, two lock levels, and the
// position of each frame in its method.
type replay struct {
	c        *Checker
	initial  initial
	exact    exact // the heap of a witness that is not compressed
	heap     heap
	quotient *quotient // the heap of a compressed witness, otherwise nil
	open     bool      // whether the witness leaves the object of its cell undetermined
	threads  [2][]frame
	locks    [2]il.Level
	effort   int                 // the effort that remains, see run.go
	entries  map[entryKey]*entry // the entries of the quotient; nil until there is a run
}

// frame is a method that is being executed.
type frame struct {
	code *code
	node int // the next node; in a frame below the top, the open call
	vars stack
}

// start returns the initial configuration of a witness. It reuses the memory of the previous one.
func (c *Checker) start(w *witness.Witness, units [2]*il.Unit) (*replay, *Refusal) {
	play, st := &c.play, &c.play.initial
	*play = replay{
		c: c, effort: effort, initial: st.emptied(),
		threads: [2][]frame{play.threads[0][:0], play.threads[1][:0]},
	}
	r := st.read(&w.Init, c.core.Fields, units)
	if r != nil {
		return nil, r
	}
	if w.Compressed {
		if play.quotient, r = st.quotient(); r != nil {
			return nil, r
		}
		if w.Race.Cell[0] == witness.Undetermined && st.number(witness.Undetermined) == null {
			play.open = true
			play.quotient.open(c.own(&w.Race), &st.stacks)
		}
		play.heap = play.quotient
	} else {
		play.exact = st.exact()
		play.heap = &play.exact
	}
	for i, u := range units {
		play.enter(i, u, st.stacks[i])
	}
	return play, nil
}

// enter adds the frame of a method that thread i enters.
func (r *replay) enter(i int, u *il.Unit, vars stack) {
	code := r.c.code(u)
	r.threads[i] = append(r.threads[i], frame{code: code, node: code.entry, vars: vars})
}

// top returns the innermost frame of thread i.
func (r *replay) top(i int) *frame { return &r.threads[i][len(r.threads[i])-1] }

// step executes a step of the witness, or refuses it if it is not a step of Figure 6.
func (r *replay) step(s *witness.Step) *Refusal {
	i, ok := threadOf(s)
	if !ok {
		return refuse(Form, "the thread is %s, neither A nor B", quote(s.Thread))
	}
	return r.perform(i, s).in(s.Thread, s.At)
}

// perform is step for thread i, without the thread and the position of a refusal.
func (r *replay) perform(i int, s *witness.Step) *Refusal {
	switch {
	case len(s.Args) > 0 && s.Do != witness.Push && s.Do != witness.Run:
		return refuse(Form, "%s takes no arguments; only push does", quote(s.Do))
	case s.Steps != "" && s.Do != witness.Run:
		return refuse(Form, "%s is one step; only run counts its steps", quote(s.Do))
	}
	switch s.Do {
	case witness.Push:
		return r.push(i, s)
	case witness.Pop:
		return r.pop(i, s)
	case witness.Run:
		return r.run(i, s)
	default:
		return r.command(i, s)
	}
}

func (r *replay) command(i int, s *witness.Step) *Refusal {
	n, no := r.next(i, s)
	if no != nil {
		return no
	}
	f := r.top(i)
	command := f.code.nodes[n].stmt
	after := r.locks[i] // the level after the command
	switch command := command.(type) {
	case *il.Lock:
		after = after.With(command.Slot, after.DepthOf(command.Slot)+1)
	case *il.Unlock:
		depth := after.DepthOf(command.Slot)
		if depth < 1 {
			return refuse(Stuck, "%s cannot unlock: it does not hold the lock", letters[i])
		}
		after = after.With(command.Slot, depth-1)
	}
	switch {
	case !r.may(i, after):
		return r.blocked(i, il.Text(command))
	case after == r.locks[i]:
		if no := execute(r.heap, &f.vars, command); no != nil {
			return no.of(il.Text(command))
		}
	}
	r.locks[i] = after
	f.node = int(f.code.nodes[n].next)
	return nil
}

// may reports whether thread i may move to the level after, by the premise of Figure 6: L_j = 0 or
// L_i = L_i' = 0.
//
// Levels are those of package il, which only counts. may and command decide when a command locks or
// unlocks, when it is stuck and when it has to wait. They do not use the rules of il.Level (After,
// Lacks, Admits), which package semantics uses: a mistake there must not make the checker accept an
// execution.
func (r *replay) may(i int, after il.Level) bool {
	return apart(r.locks[1-i], r.locks[i]) && apart(r.locks[1-i], after)
}

// apart reports whether the two threads can be at l and m at the same time: they hold no lock
// together.
func apart(l, m il.Level) bool {
	if !l.Held() || !m.Held() {
		return true
	}
	for slot := 0; slot <= il.MaxLocks; slot++ {
		if l.DepthOf(slot) > 0 && m.DepthOf(slot) > 0 {
			return false
		}
	}
	return true
}

// blocked refuses a step of thread i, described by what, that the other thread's lock forbids.
func (r *replay) blocked(i int, what string) *Refusal {
	held := r.c.core.LevelText(r.locks[1-i])
	switch {
	case held == "x1":
		held = "the lock once"
	case len(r.c.core.Locks) == 0:
		held = "the lock " + r.locks[1-i].String() + " times"
	}
	return refuse(Lock, "%s may not execute %s: %s holds %s", letters[i], what, letters[1-i], held)
}

// push executes the call of a step of thread i, up to the beginning of the method.
func (r *replay) push(i int, s *witness.Step) *Refusal {
	n, call, no := r.call(i, s)
	if no != nil {
		return no
	}
	f := r.top(i)
	callee := r.c.core.Methods[call.Method]
	vars, no := bind(r.heap, &f.vars, call, callee)
	switch {
	case no != nil:
		return no.of("the call " + il.Text(call))
	case !r.may(i, r.locks[i]):
		return r.blocked(i, "push")
	}
	f.node = n
	r.enter(i, callee, vars)
	return nil
}

func (r *replay) pop(i int, s *witness.Step) *Refusal {
	if _, no := r.next(i, s); no != nil {
		return no
	}
	if !r.may(i, r.locks[i]) {
		return r.blocked(i, "pop")
	}
	r.threads[i] = r.threads[i][:len(r.threads[i])-1]
	f := r.top(i)
	f.node = int(f.code.nodes[f.node].next)
	return nil
}

// run executes a complete call in one step of a compressed witness.
func (r *replay) run(i int, s *witness.Step) *Refusal {
	if r.quotient == nil {
		return refuse(Form, "a run stands in a witness that is not marked as compressed")
	}
	n, call, no := r.call(i, s)
	if no != nil {
		return no
	}
	f := r.top(i)
	callee := r.c.core.Methods[call.Method]
	short := r.c.shortest(callee)
	if steps := short.steps.String(); steps != s.Steps {
		return refuse(Length,
			"the witness counts %s steps in the run of %s, but its shortest execution has %s",
			quote(s.Steps), il.Text(call), steps)
	}
	vars, no := bind(r.quotient, &f.vars, call, callee)
	switch {
	case no != nil:
		return no.of("the call " + il.Text(call))
	case short.unbalanced: // assumption A2 excludes it, but the checker does not rely on that
		return refuse(Stuck, "the run of %s does not leave the lock as it found it", il.Text(call))
	case !r.mayRun(i, short):
		return r.blocked(i, "the run of "+il.Text(call))
	}
	if no = r.runs(callee, vars); no == nil {
		f.node = int(f.code.nodes[n].next)
	}
	return no
}

// call returns the call that a push or run enters, with its node. A push must list the actual
// arguments; a run may.
func (r *replay) call(i int, s *witness.Step) (int, *il.Call, *Refusal) {
	n, no := r.next(i, s)
	if no != nil {
		return 0, nil, no
	}
	call := r.top(i).code.nodes[n].stmt.(*il.Call)
	passes := func(e il.Expr, arg string) bool { return il.SameText(e.String(), arg) }
	if !slices.EqualFunc(call.Args, s.Args, passes) && (s.Do == witness.Push || len(s.Args) > 0) {
		return 0, nil,
			refuse(Arguments, "the witness passes %s, but the call is %s", list(s.Args),
				il.Text(call))
	}
	return n, call, nil
}
