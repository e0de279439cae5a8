package execution

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/witness"
)

// ErrTooLong is the error for a witness of more moves than allowed.
var ErrTooLong = errors.New("the witness stands for too many moves")

// FromInit reads the initial state of a witness.
func FromInit(in witness.Init) semantics.Init {
	stacks := [2]map[string]string{in.A.Map(), in.B.Map()}
	return semantics.Init{Objects: in.Objects, Cells: in.Cells, Stacks: stacks}
}

// DecisionsOf returns how choices of a witness are resolved; the words are the same.
func DecisionsOf(choices []witness.Choice) []semantics.Take {
	return slice.Map(choices,
		func(c witness.Choice) semantics.Take { return semantics.Take(c.Take) })
}

// PairOf returns the methods that a witness names, and reports whether they make a program of the
// file, in either order.
func PairOf(core *il.Core, names [2]string) (p il.Pair, ok bool) {
	for _, u := range core.Units {
		if !core.IsUnitOfPairs(u) {
			continue
		}
		if u.Name == names[0] {
			p.Left = u
		}
		if u.Name == names[1] {
			p.Right = u
		}
	}
	return p, p.Left != nil && p.Right != nil
}

// FromWitness returns the execution of a witness of core, with at most the given number of steps
// and choices. The error is that of Follow, or says how the races differ.
func FromWitness(core *il.Core, w *witness.Witness, limit int) (*Execution, error) {
	x, err := Follow(core, w, limit)
	if err != nil {
		return nil, err
	}
	if !w.Deadlock.None() {
		if _, ok := semantics.Deadlock(x.Last()); !ok {
			return nil, errors.New("the steps do not end in a deadlock")
		}
		return x, nil
	}
	race, ok := x.Race()
	if !ok {
		return nil, errors.New("the steps do not end in a race")
	}
	for i, claimed := range [2]witness.Access{w.Race.A, w.Race.B} {
		cell := CellOf(x.Init, race[i].Cell)
		object := w.Race.Cell[0]
		same := w.Race.Cell[1] == cell[1] && (object == cell[0] || object == witness.Undetermined)
		at, kind := core.Source.At(race[i].Command.Pos()), race[i].Kind.String()
		if !same || claimed.At != at || claimed.Kind != kind {
			return nil, fmt.Errorf("the race is another one: thread %s has a %s of %s.%s next",
				semantics.Tid(i), kind, cell[0], cell[1])
		}
	}
	return x, nil
}

// Follow makes the steps of a witness, and resolves the choices before the accesses or lock()s at
// its end, whether these race or not. If the witness leaves out choices, Follow makes the fewest
// that lead to the next step. The error says what does not fit: the program, the initial state, a
// step, or a choice; or it is ErrTooLong.
func Follow(core *il.Core, w *witness.Witness, limit int) (*Execution, error) {
	p, ok := PairOf(core, w.Units)
	switch {
	case w.Program != witness.Digest(core.Source.Text):
		return nil, errors.New("the witness belongs to another program text")
	case !ok:
		return nil, fmt.Errorf("the program has no pair of units %s, %s", w.Units[0], w.Units[1])
	}
	x, err := Begin(core, p, FromInit(w.Init))
	if err != nil {
		return nil, err
	}
	steps := min(len(w.Steps), limit)
	x.Moves = make([]semantics.Move, 0, steps)
	x.Configs = append(make([]semantics.Config, 0, steps+1), x.Configs...)
	f := follower{Execution: x, budget: limit}
	for n := range w.Steps {
		if err := f.step(&w.Steps[n]); err != nil {
			return nil, fmt.Errorf("step %d: %w", n+1, err)
		}
	}
	end := "access"
	sides := [2]witness.Access{w.Race.A, w.Race.B}
	if !w.Deadlock.None() {
		end = "lock()"
		for i, side := range [2]witness.Waiting{w.Deadlock.A, w.Deadlock.B} {
			sides[i] = witness.Access{At: side.At, Kind: anyLock, Choices: side.Choices}
		}
	}
	for i, a := range sides {
		takes, err := f.decisions(
			target{thread: semantics.Tid(i), at: a.At, do: a.Kind, choices: a.Choices})
		if err != nil {
			return nil, fmt.Errorf("the %s of thread %s: %w", end, semantics.Tid(i), err)
		}
		x.Choose(semantics.Tid(i), takes...)
	}
	return x, nil
}

// follower makes the steps of a witness.
type follower struct {
	*Execution
	budget int         // how many steps and choices may still be made
	costs  *flow.Costs // nil until there is a run
}

// step makes a step of the witness, and if it is a run, all steps of its call.
func (f *follower) step(s *witness.Step) error {
	named := func(i semantics.Tid) bool { return i.String() == s.Thread }
	n := slices.IndexFunc(semantics.Tids[:], named)
	if n < 0 {
		return fmt.Errorf("there is no thread %q", s.Thread)
	}
	i := semantics.Tid(n)
	takes, err := f.decisions(target{thread: i, at: s.At, do: s.Do, choices: s.Choices})
	if err != nil {
		return err
	}
	if err := f.move(i, takes); err != nil {
		return err
	}
	c := f.Moves[len(f.Moves)-1].Command
	if _, args := Do(c); s.Do != witness.Run && !slices.EqualFunc(args, s.Args, il.SameText) {
		return fmt.Errorf("the arguments are %q", args)
	}
	// A run is written out: the call is left as early as it can be.
	for level := 1; s.Do == witness.Run && level > 0; {
		if err := f.move(i, f.shortest(f.Last().Threads[i].Point)); err != nil {
			return err
		}
		level += il.FrameChange(f.Moves[len(f.Moves)-1].Command)
	}
	return nil
}

func (f *follower) move(i semantics.Tid, takes []semantics.Take) error {
	f.budget -= 1 + len(takes)
	if f.budget < 0 {
		return ErrTooLong
	}
	if stuck := f.Step(i, takes...); stuck != nil {
		return errors.New(stuck.String())
	}
	return nil
}

// anyLock is the lock() of some lock, at the end of a deadlock's witness.
const anyLock = "lock()"

// target is the command of a witness that a thread must reach.
type target struct {
	src     *il.Source // set by decisions
	thread  semantics.Tid
	at      string
	do      string // as in witness.Step, or the kind of access, or anyLock
	choices []witness.Choice
}

// decisions resolves the choices between a thread and its target: as the witness lists them, or
// else with the fewest. No choice occurs twice: iterations of an empty loop lead nowhere new.
func (f *follower) decisions(t target) ([]semantics.Take, error) {
	t.src = f.Core.Source
	from := f.Last().Threads[t.thread].Point
	if len(t.choices) > 0 {
		return t.follow(from)
	}
	if t.is(from) { // the usual case
		return nil, nil
	}
	type path struct {
		to        semantics.Point
		decisions []semantics.Take
	}
	seen := map[il.Stmt]bool{}
	for paths := []path{{to: from}}; len(paths) > 0; paths = paths[1:] {
		p := paths[0]
		if t.is(p.to) {
			return p.decisions, nil
		}
		at := p.to.Stmt()
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, c := range p.to.Choices() {
			next, _ := p.to.Resolve(c.Take)
			paths = append(paths, path{next, append(slices.Clip(p.decisions), c.Take)})
		}
	}
	return nil, fmt.Errorf("thread %s does not reach %q at %s", t.thread, t.do, t.at)
}

// follow resolves the choices that the witness lists, which must exist and lead to the target.
func (t target) follow(p semantics.Point) ([]semantics.Take, error) {
	takes := DecisionsOf(t.choices)
	for n, take := range takes {
		next, ok := p.Resolve(take)
		if !ok || t.src.At(p.Pos()) != t.choices[n].At {
			return nil, fmt.Errorf("thread %s is not at a choice with %q at %s", t.thread, take,
				t.choices[n].At)
		}
		p = next
	}
	if !t.is(p) {
		return nil, fmt.Errorf("the choices do not lead thread %s to %q at %s", t.thread,
			t.do, t.at)
	}
	return takes, nil
}

// is reports whether a thread at p executes the target next.
func (t target) is(p semantics.Point) bool {
	c, ok := p.Command()
	if !ok || t.src.At(c.Pos()) != t.at {
		return false
	}
	if t.do == anyLock && il.Acquires(c) {
		return true
	}
	if a, ok := il.AccessOf(c); ok && t.do == a.Kind.String() {
		return true
	}
	do, _ := Do(c)
	if _, simple := c.(il.Stmt); simple {
		return il.SameText(do, t.do)
	}
	return do == t.do || do == witness.Push && t.do == witness.Run
}

// shortest resolves the choices before a point so that the fewest steps follow.
func (f *follower) shortest(p semantics.Point) (takes []semantics.Take) {
	if f.costs == nil {
		f.costs = flow.NewCosts(f.Core)
	}
	for il.IsChoice(p.Stmt()) {
		take, _ := semantics.TakeOf(p.Stmt(), f.costs.First(p.Stmt()))
		p, _ = p.Resolve(take)
		takes = append(takes, take)
	}
	return takes
}
