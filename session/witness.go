package session

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/schedule"
	"wobbly/witness"
	"wobbly/witness/check"
)

// OpenWitness begins a session at the racing state of a witness, which package
// witness/check must accept. A compressed witness is written out, up to
// schedule.MaxMoves moves.
func OpenWitness(core *il.Core, w *witness.Witness) (*Session, error) {
	if err := check.New(core).Check(w); err != nil {
		return nil, err
	}
	p, err := PairOf(core, w.Units[0], w.Units[1])
	if err != nil {
		return nil, err
	}
	s, err := New(core, p, semantics.Init{
		Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B},
	})
	if err != nil {
		return nil, err
	}
	f := follower{s: s, costs: map[*il.Block]int{}}
	s.act(func() Result { err = f.witness(w); return Result{} })
	s.settle()
	if err != nil {
		return nil, err
	}
	return s, nil
}

// follower makes the moves of a witness.
type follower struct {
	s     *Session
	costs map[*il.Block]int // see cost
}

func (f *follower) witness(w *witness.Witness) error {
	for n := range w.Steps {
		st := &w.Steps[n]
		if err := f.step(threadNamed(st.Thread), st); err != nil {
			return fmt.Errorf("step %d of the witness: %w", n+1, err)
		}
	}
	for i, a := range [2]*witness.Access{&w.Race.A, &w.Race.B} {
		if err := f.come(semantics.Tid(i), a.At, a.Choices, ""); err != nil {
			return fmt.Errorf("the race of the witness: %w", err)
		}
	}
	if !f.s.Now().now.race {
		return fmt.Errorf("the witness does not lead to a racing state")
	}
	return nil
}

func threadNamed(name string) semantics.Tid {
	if name == "B" {
		return semantics.B
	}
	return semantics.A
}

func (f *follower) step(i semantics.Tid, st *witness.Step) error {
	if err := f.come(i, st.At, st.Choices, st.Do); err != nil {
		return err
	}
	if st.Do == witness.Run {
		return f.run(i)
	}
	return f.make(schedule.Move{Thread: i, Do: schedule.Step})
}

func (f *follower) make(m schedule.Move) error {
	if f.s.at == schedule.MaxMoves {
		return fmt.Errorf("it stands for more than %d moves", schedule.MaxMoves)
	}
	if stuck := f.s.make(m); stuck != nil {
		return fmt.Errorf("%s", clause(f.s.Now().Next(m.Thread).Text))
	}
	return nil
}

// come resolves the choices of thread i before the command at a position: those
// given, or else those that lead there.
func (f *follower) come(i semantics.Tid, at string, given []witness.Choice, do string) error {
	var way []semantics.Take
	for _, c := range given {
		way = append(way, semantics.Take(c.Take))
	}
	if len(given) == 0 {
		way = f.s.wayTo(i, at, do)
	}
	for _, t := range way {
		if err := f.make(schedule.Choose(i, t)); err != nil {
			return err
		}
	}
	return nil
}

// wayTo finds choices by which thread i comes silently before a command. do is
// what a witness calls it, empty for a load or store. The result is nil also
// where no choices are needed.
func (s *Session) wayTo(i semantics.Tid, at, do string) []semantics.Take {
	type reached struct {
		p   semantics.Point
		way []semantics.Take
	}
	waiting := []reached{{p: s.path[s.at].config.Threads[i].Point}}
	seen := map[il.Stmt]bool{} // ifs and whiles
	for len(waiting) > 0 {
		r := waiting[0]
		waiting = waiting[1:]
		if c, ok := r.p.Command(); ok && s.core.Source.At(c.Pos()) == at && isCalled(c, do) {
			return r.way
		}
		choices := r.p.Choices()
		if len(choices) == 0 || seen[r.p.Stmt()] {
			continue
		}
		seen[r.p.Stmt()] = true
		for _, c := range choices {
			p, _ := r.p.Resolve(c.Take)
			waiting = append(waiting, reached{p, append(r.way[:len(r.way):len(r.way)], c.Take)})
		}
	}
	return nil
}

// isCalled tells whether a witness calls a command do.
func isCalled(c il.Command, do string) bool {
	switch c := c.(type) {
	case il.Push:
		return do == witness.Push || do == witness.Run
	case il.Pop:
		return do == witness.Pop
	default:
		return do == "" || do == textOf(c)
	}
}

// run writes out a run: the call before which thread i stands, entered, and left
// as early as it can be.
func (f *follower) run(i semantics.Tid) error {
	for level, first := 0, true; first || level > 0; first = false {
		p := f.s.path[f.s.at].config.Threads[i].Point
		m := schedule.Move{Thread: i, Do: schedule.Step}
		switch at := p.Stmt().(type) {
		case *il.While:
			m.Do = schedule.Minus
		case *il.If:
			m.Do = schedule.Plus
			if f.cost(at.Else) < f.cost(at.Then) {
				m.Do = schedule.Minus
			}
		}
		if err := f.make(m); err != nil {
			return err
		}
		switch c, _ := p.Command(); c.(type) {
		case il.Push:
			level++
		case il.Pop:
			level--
		}
	}
	return nil
}

// cost is the number of steps of the shortest execution of a block, at most
// schedule.MaxMoves, which is too long anyway.
func (f *follower) cost(b *il.Block) int {
	if b == nil {
		return 0
	}
	if n, ok := f.costs[b]; ok {
		return n
	}
	n := 0
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Skip, *il.While:
		case *il.If:
			n += min(f.cost(s.Then), f.cost(s.Else))
		case *il.Call:
			n += 2 + f.cost(f.s.core.Methods[s.Method].Body)
		default:
			n++
		}
		n = min(n, schedule.MaxMoves)
	}
	f.costs[b] = n
	return n
}

// Witness is the certificate of the present state's race, accepted by package
// witness/check. The error says that there is no race, or what the checker
// says.
func (s *Session) Witness() (*witness.Witness, error) {
	race, ok := s.Now().Race()
	if !ok {
		return nil, fmt.Errorf("the threads do not race in this state")
	}
	w := &witness.Witness{
		Schema: witness.Schema, Program: s.Digest(), File: s.core.Source.Name,
		Units: [2]string{s.pair.Left.Name, s.pair.Right.Name},
		Init:  witness.Init{Objects: s.init.Objects, Cells: s.init.Cells, A: s.init.Stacks[0], B: s.init.Stacks[1]},
		Steps: []witness.Step{},
	}
	pending := s.witnessSteps(w)
	access := func(i semantics.Tid) witness.Access {
		a := race.Sides[i]
		return witness.Access{At: s.core.Source.At(a.Command.Pos()), Kind: a.Kind.String(), Choices: pending[i]}
	}
	w.Race = witness.Race{Cell: [2]string{s.names.Of(race.Cell.Loc), race.Cell.Field}, A: access(semantics.A), B: access(semantics.B)}
	w.Seal = w.Sum()
	if err := check.New(s.core).Check(w); err != nil {
		return nil, err
	}
	return w, nil
}

// witnessSteps writes the steps to the present state into w, and gives the
// choices of each thread behind its last step.
func (s *Session) witnessSteps(w *witness.Witness) (pending [2][]witness.Choice) {
	for n := 1; n <= s.at; n++ {
		e, _ := s.view(n).Last()
		if e.Command == nil {
			pending[e.Thread] = append(pending[e.Thread], witness.Choice{At: e.Where, Take: string(e.Take)})
			continue
		}
		st := witness.Step{Thread: e.Thread.String(), At: e.Where, Do: e.Do, Choices: pending[e.Thread]}
		pending[e.Thread] = nil
		switch c := e.Command.(type) {
		case il.Push:
			st.Do = witness.Push
			for _, a := range c.Call.Args {
				st.Args = append(st.Args, a.String())
			}
		case il.Pop:
			st.Do = witness.Pop
		}
		w.Steps = append(w.Steps, st)
	}
	return pending
}
