package positives

import (
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/draw"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// traceTo draws a trace that ends before an access with the path of side i: one of up to three
// random traces through the unit, or else that of the witness.
func (x *Pair) traceTo(r *rand.Rand, report abstract.Report, i int) *draw.Trace {
	side := [2]abstract.Side{report.Left, report.Right}[i]
	for range 3 {
		w := draw.NewTrace(r, x.In.Core, side.Unit, draw.MaxSteps)
		var at []int
		for n, s := range w.Steps {
			if reaches(&s, side) {
				at = append(at, n)
			}
		}
		if len(at) > 0 {
			return w.Before(at[r.IntN(len(at))])
		}
	}
	return x.traceOfWitness(report, side.Unit, i)
}

// reaches reports whether a step is the access of a side, with its path in terms of the unit.
func reaches(s *draw.Step, side abstract.Side) bool {
	a, ok := draw.AccessAt(s.At)
	if !ok || a.At != side.At || a.Kind != side.Kind {
		return false
	}
	path, ok := draw.AtTop(s.At, a.Path)
	return ok && path == side.Path
}

// traceOfWitness returns the trace of a thread in the witness of a report; nil if there is no
// witness with all steps.
func (x *Pair) traceOfWitness(report abstract.Report, unit *il.Unit, i int) *draw.Trace {
	p := truth.ProofOf(x.In, report)
	if p.Witness == nil || truth.Folded(p.Witness) {
		return nil
	}
	w := &draw.Trace{Unit: unit}
	at := semantics.Begin(x.In.Core, unit)
	name := semantics.Tid(i).String()
	for _, s := range p.Witness.Steps {
		if s.Thread != name {
			continue
		}
		for _, c := range s.Choices {
			at, _ = at.Resolve(semantics.Take(c.Take))
		}
		command, _ := at.Command()
		w.Steps = append(w.Steps, draw.Step{Decisions: execution.DecisionsOf(s.Choices), At: at, Command: command})
		at = at.Advance()
	}
	w.Decisions = execution.DecisionsOf([2]witness.Access{p.Witness.Race.A, p.Witness.Race.B}[i].Choices)
	return w
}
