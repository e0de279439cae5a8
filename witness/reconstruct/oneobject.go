package reconstruct

import (
	"slices"

	"wobbly/abstract/oneobject"
	"wobbly/witness"
)

// OneObject builds the witness of a report of package oneobject. It begins in the state with one
// object, which all formals and all cells hold. The first thread runs to its access, and then the
// second thread runs to its own, unless the report says that their steps are merged. The error is a
// TooLongError, a ScheduleError or nil.
func (b *Builder) OneObject(r oneobject.Report, maxSteps int) (_ *witness.Witness, err error) {
	if n := r.Ends[0].Step + r.Ends[1].Step; n > maxSteps {
		return nil, TooLongError{n, maxSteps}
	}
	threads := b.threads(false)
	var ends [2]end
	for i, a := range r.Ends {
		ends[i] = end{unit: a.Unit, site: a.Site}
		threads[i].follow(a.Unit.Body, &trace{decisions: a.Trace(), steps: a.Step, ends: true})
	}
	var steps []witness.Step
	if r.First != oneobject.Merged {
		steps = slices.Concat(threads[r.First].steps, threads[1-r.First].steps)
	} else if steps, err = b.scheduled(&threads, 0); err != nil {
		return nil, err
	}
	cell := [2]string{object(1), r.Ends[0].Field()}
	return b.assemble(ends, b.oneObjectState(ends), cell, threads, steps), nil
}

// oneObjectState returns the state with one object, which all formals and all cells hold.
func (b *Builder) oneObjectState(ends [2]end) witness.Init {
	only := object(1)
	init := witness.Init{Objects: []string{only}}
	for _, f := range b.core.Fields {
		init.Cells = append(init.Cells, [3]string{only, f, only})
	}
	init.A, init.B = ends[0].formals(only, only), ends[1].formals(only, only)
	return init
}
