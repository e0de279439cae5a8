package dpor

import (
	"errors"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
)

var (
	// errLoop is returned for a program with a loop and no bound on its iterations: an engine that
	// keeps no states would not terminate.
	errLoop = errors.New("the program has a loop: the search needs a bound on iterations")
	// errStuck says that a thread is stuck or waits forever, which no legal program does.
	errStuck = errors.New("the program is not legal: a thread gets stuck or waits forever")
)

// A stepper is a machine with the points of its threads.
type stepper struct {
	*machine.Machine
	points *points
	at     [2]*point
	cut    bool // a bound leaves out iterations of a loop
}

// newStepper returns a stepper of p in the initial state in, without points. The error is errLoop,
// explore.ErrUnroll, or about in.
func newStepper(core *il.Core, p il.Pair, in semantics.Init, unroll int) (*stepper, error) {
	loops := hasLoop(core, p)
	if loops && unroll < 0 {
		return nil, errLoop
	}
	// With loops, a point may consist of control states that keep different variables.
	g, err := machine.Compile(core, p, machine.Options{Unroll: unroll, Dead: loops})
	if err != nil {
		return nil, err
	}
	given, err := g.Given(&in)
	if err != nil {
		return nil, err
	}
	all := &points{g: g, scratch: machine.New(g, false), index: map[pointKey]*point{}}
	return &stepper{Machine: machine.In(g, given), points: all, cut: loops}, nil
}

// hasLoop reports whether a thread can reach a loop that takes steps. All legal code is reachable.
func hasLoop(core *il.Core, p il.Pair) bool {
	return slices.ContainsFunc(core.Reachable(p.Left, p.Right), func(u *il.Unit) bool {
		return il.Any(u.Body, func(s il.Stmt) bool {
			loop, ok := s.(*il.While)
			return ok && il.HasSteps(loop.Body)
		})
	})
}

// starts visits each way to choose the first commands.
func (s *stepper) starts(visit func()) {
	for _, p := range s.points.points(a, s.points.g.Starts(a)) {
		for _, q := range s.points.points(b, s.points.g.Starts(b)) {
			s.moveTo(a, p)
			s.moveTo(b, q)
			visit()
		}
	}
}

func (s *stepper) moveTo(i int, p *point) {
	s.at[i], s.At[i] = p, p.controls[0]
}

func (s *stepper) done() bool { return s.Ended(a) && s.Ended(b) }

func (s *stepper) deadlock() bool { return machine.Deadlock(s.At[a], s.At[b]) }

// step executes the command of thread i, visits each point that may follow, and undoes the command.
func (s *stepper) step(i int, visit func()) error {
	mark, from := s.Mark(), s.at[i]
	if s.Execute(i) != machine.Done {
		return errStuck
	}
	for _, p := range s.points.after(i, from) {
		s.moveTo(i, p)
		visit()
	}
	s.at[i] = from
	s.Undo(mark)
	return nil
}
