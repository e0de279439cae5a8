package reconstruct

import (
	"wobbly/abstract"
	"wobbly/abstract/bounded"
	"wobbly/witness"
)

// Bounded builds the witness of an execution of package bounded, with its initial state and its
// order of turns. It finds the racing object by executing the steps. The error is a TooLongError or
// nil.
func (b *Builder) Bounded(e *bounded.Execution, maxSteps int) (*witness.Witness, error) {
	if n := e.Sides[0].Step + e.Sides[1].Step; n > maxSteps {
		return nil, TooLongError{n, maxSteps}
	}
	threads := b.threads(false)
	var ends [2]end
	var names [2][]abstract.Expr
	for i, s := range e.Sides {
		ends[i], names[i] = end{unit: s.Unit, site: s.Site, path: s.Names[0]}, s.Names
		threads[i].follow(s.Unit.Body, &trace{decisions: s.Trace(), steps: s.Step, ends: true})
	}
	init, meet := b.separateState(ends, names)
	if e.Loop {
		for i := range init.Cells { // all cells of the meeting object hold it
			if c := &init.Cells[i]; c[0] == meet {
				c[2] = meet
			}
		}
	}
	steps := make([]witness.Step, 0, len(threads[0].steps)+len(threads[1].steps))
	var taken [2]int // how many steps of each thread are in steps
	for _, t := range e.Turns {
		steps = append(steps, threads[t.Side].steps[taken[t.Side]:taken[t.Side]+t.Steps]...)
		taken[t.Side] += t.Steps
	}
	w := b.assemble(ends, init, [2]string{meet, e.Field}, threads, steps)
	w.Race.Cell[0] = b.racingObject(w)
	return w, nil
}
