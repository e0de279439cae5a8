package positives

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/draw"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// traceTo draws a trace that ends before an access with the path of side i: one of up to three
// random traces through the method, or else that of the witness.
func (x *Pair) traceTo(r *rand.Rand, report abstract.Report, i int) *draw.Trace {
	side := [2]abstract.Side{report.Left, report.Right}[i]
	for range 3 {
		w := draw.NewTrace(r, x.In.Core, side.Unit, draw.MaxSteps)
		var accesses []int // indices of steps
		for n, s := range w.Steps {
			if reaches(&s, side) {
				accesses = append(accesses, n)
			}
		}
		if len(accesses) > 0 {
			return w.Before(accesses[r.IntN(len(accesses))])
		}
	}
	return x.traceOfWitness(report, side.Unit, i)
}

// reaches reports whether a step is the access of a side and has its path, in terms of the side's
// unit.
func reaches(s *draw.Step, side abstract.Side) bool {
	a, ok := draw.AccessAt(s.At)
	if !ok || a.At != side.At || a.Kind != side.Kind {
		return false
	}
	path, ok := draw.AtTop(s.At, a.Path)
	return ok && path == side.Path
}

// traceOfWitness returns the trace of thread i in the report's witness, or nil if there is no
// witness or it is compressed.
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
		w.Steps = append(w.Steps,
			draw.Step{Decisions: execution.DecisionsOf(s.Choices), At: at, Command: command})
		at = at.Advance()
	}
	w.Decisions = execution.DecisionsOf([2]witness.Access{
		p.Witness.Race.A, p.Witness.Race.B,
	}[i].Choices)
	return w
}

// interleaving has the steps of both threads, and the resulting configuration.
type interleaving struct {
	moves []semantics.Move
	k     semantics.Config
}

// meetings is the number of random interleavings of a case or report.
const meetings = 3

// interleave appends to x the steps of two traces in a random order. It returns false if both
// threads wait forever.
func (x *interleaving) interleave(r *rand.Rand, traces [2]*draw.Trace) bool {
	var done [2]int
	move := func(i int) bool {
		if done[i] == len(traces[i].Steps) {
			return false
		}
		next, m, stuck := semantics.Next(x.k, semantics.Tid(i),
			traces[i].Steps[done[i]].Decisions...)
		if stuck != nil {
			return false
		}
		x.k = next
		x.moves = append(x.moves, m)
		done[i]++
		return true
	}
	for done[0] < len(traces[0].Steps) || done[1] < len(traces[1].Steps) {
		if i := r.IntN(2); !move(i) && !move(1-i) {
			return false
		}
	}
	for i, w := range traces {
		x.k, _ = semantics.Choose(x.k, semantics.Tid(i), w.Decisions...)
	}
	return true
}

func (x *interleaving) text() string {
	texts := slice.Map(x.moves,
		func(m semantics.Move) string {
			return fmt.Sprintf("%v: %s", m.Thread, il.CommandText(m.Command))
		})
	return "the interleaving [" + strings.Join(texts, ", ") + "]"
}

// lastCell returns nil if both threads address the last cell of the backbone.
func lastCell(x *Pair, k semantics.Config) error {
	fields := x.Left.Path.Fields()
	want := semantics.Addr{Loc: semantics.Loc(len(fields)), Field: fields[len(fields)-1]}
	for _, i := range semantics.Tids {
		a, ok := semantics.NextAccess(k, i)
		if !ok {
			return fmt.Errorf("%s of thread %v has no address", a.Path, i)
		}
		if a.Cell != want {
			return fmt.Errorf("the address of %s in thread %v is %v, not %v", a.Path, i,
				a.Cell, want)
		}
	}
	return nil
}

// oneCell returns nil if both threads address the same cell.
func oneCell(k semantics.Config) error {
	a, okA := semantics.NextAccess(k, semantics.A)
	b, okB := semantics.NextAccess(k, semantics.B)
	switch {
	case !okA || !okB:
		return errors.New("one of the accesses has no address")
	case a.Cell != b.Cell:
		return fmt.Errorf("the address of %s in thread A is %v, that of %s in thread B is %v",
			a.Path, a.Cell, b.Path, b.Cell)
	}
	return nil
}
