package dpor

import (
	"errors"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

var (
	// ErrLoop is returned for a program with a loop and no bound on its rounds:
	// an engine that keeps no states does not end there.
	ErrLoop = errors.New("the program has a loop: the search needs a bound on rounds")
	// ErrStuck is returned where a thread is stuck or waits for ever, which no
	// program does that package check has accepted.
	ErrStuck = errors.New("the program is not legal: a thread gets stuck or waits for ever")
)

// machine is a machine of package explore, and the points of its threads.
type machine struct {
	*explore.Machine
	points *points
	at     [2]*point
	cut    bool // a bound leaves out rounds of a loop
}

// newMachine makes the machine of p in the initial state in, without points.
// The errors are ErrLoop, explore.ErrUnroll, and those about in.
func newMachine(core *il.Core, p il.Pair, in semantics.Init, unroll int) (*machine, error) {
	loops := hasLoop(core, p)
	compile := explore.Compile
	switch {
	case loops && unroll < 0:
		return nil, ErrLoop
	case loops: // a point may be several control states that keep different variables
		compile = explore.CompileApart
	}
	g, err := compile(core, p, unroll)
	if err != nil {
		return nil, err
	}
	m, err := g.MachineIn(&in)
	if err != nil {
		return nil, err
	}
	return &machine{Machine: m, points: newPoints(g), cut: loops}, nil
}

// hasLoop tells whether one of the threads can come to a loop that takes steps.
// All code of a legal program can be reached.
func hasLoop(core *il.Core, p il.Pair) bool {
	seen := map[*il.Unit]bool{p.Left: true, p.Right: true}
	work := []*il.Unit{p.Left, p.Right}
	loops := false
	for len(work) > 0 {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.While:
				loops = loops || takesSteps(s.Body)
			case *il.Call:
				if callee := core.Methods[s.Method]; !seen[callee] {
					seen[callee] = true
					work = append(work, callee)
				}
			}
		})
	}
	return loops
}

// takesSteps tells whether there is a command in b.
func takesSteps(b *il.Block) bool {
	found := false
	il.Walk(b, func(s il.Stmt) {
		switch s.(type) {
		case *il.Skip, *il.If, *il.While:
		default:
			found = true
		}
	})
	return found
}

// starts visits the ways to choose the first commands.
func (m *machine) starts(visit func()) {
	for _, p := range m.points.starts(a) {
		for _, q := range m.points.starts(b) {
			m.moveTo(a, p)
			m.moveTo(b, q)
			visit()
		}
	}
}

// moveTo moves thread i to a point.
func (m *machine) moveTo(i int, p *point) {
	m.at[i] = p
	m.Go(i, p.controls[0])
}

// done tells whether both threads have ended.
func (m *machine) done() bool { return m.Ended(a) && m.Ended(b) }

// step executes the command of thread i, visits the points that it may come to,
// and takes the command back.
func (m *machine) step(i int, visit func()) error {
	mark, from := m.Mark(), m.at[i]
	if m.Execute(i) != explore.Done {
		return ErrStuck
	}
	for _, p := range m.points.after(i, from) {
		m.moveTo(i, p)
		visit()
	}
	m.at[i] = from
	m.Undo(mark)
	return nil
}
