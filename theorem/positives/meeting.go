package positives

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// meeting is an interleaving from the special state of two accesses that brings
// both threads before them.
type meeting struct {
	*Pair
	interleaving
}

// interleaving is steps of both threads, and where they have come to.
type interleaving struct {
	moves []semantics.Move
	k     semantics.Config
}

// meetings is how many interleavings are drawn from a case.
const meetings = 3

// special is what an interleaving begins with: the report that a theorem makes of
// a pair, and its special state; false if there is none.
type special func(x *Pair) (abstract.Report, semantics.Init, bool)

// oneBackbone is the special state of Theorems 1 and 2.
func oneBackbone(x *Pair) (abstract.Report, semantics.Init, bool) {
	roots := [2]string{x.Left.Path.Root(), x.Right.Path.Root()}
	return x.report(), semantics.SpecialInit(x.In.Core, x.Units, x.Left.Path.Fields(), roots), true
}

// eachMeeting draws interleavings. Three of four are of a pair that is reported,
// if there is one.
func eachMeeting(c *engine.Case, reported func(*Pair) bool, from special, visit func(*meeting) bool) error {
	all, left := Pairs(c, reported)
	if len(all) == 0 {
		return left
	}
	var reports []*Pair
	for _, x := range all {
		if reported(x) {
			reports = append(reports, x)
		}
	}
	r := c.Rand()
	for range meetings {
		among := all
		if len(reports) > 0 && r.IntN(4) > 0 {
			among = reports
		}
		m, ok := among[r.IntN(len(among))].meet(r, from)
		if ok && !visit(m) {
			break
		}
	}
	return left
}

// meet draws a way to its access for each thread, and an interleaving of the
// ways; false if none was found, or the lock was in the way.
func (x *Pair) meet(r *rand.Rand, from special) (*meeting, bool) {
	report, in, ok := from(x)
	if !ok {
		return nil, false
	}
	var ways [2]*draw.Trace
	for i := range ways {
		if ways[i] = x.traceTo(r, report, i); ways[i] == nil {
			return nil, false
		}
	}
	m := &meeting{x, interleaving{k: draw.Config(x.In.Core, x.Units, in)}}
	return m, m.interleave(r, ways)
}

// traceTo draws a way that ends before an access with the path of side i: of three
// ways through the unit one that comes there, else that of the witness.
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

// reaches tells whether a step comes before the access of a side, with its path
// in terms of the unit.
func reaches(s *draw.Step, side abstract.Side) bool {
	a, ok := draw.AccessAt(s.At)
	if !ok || a.At != side.At || a.Kind != side.Kind {
		return false
	}
	path, ok := draw.AtTop(s.At, a.Path)
	return ok && path == side.Path
}

// traceOfWitness is the way that the witness of a report has for a thread; nil if
// there is no witness.
func (x *Pair) traceOfWitness(report abstract.Report, unit *il.Unit, i int) *draw.Trace {
	p := truth.ProofOf(x.In, report)
	if p.Witness == nil {
		return nil
	}
	w := &draw.Trace{Unit: unit}
	at := semantics.Begin(x.In.Core, unit)
	name := semantics.Tid(i).String()
	for _, s := range p.Witness.Steps {
		if s.Thread != name {
			continue
		}
		at = resolved(at, s.Choices)
		command, _ := at.Command()
		w.Steps = append(w.Steps, draw.Step{Takes: truth.TakesOf(s.Choices), At: at, Command: command})
		at = at.Advance()
	}
	w.Takes = truth.TakesOf([2]witness.Access{p.Witness.Race.A, p.Witness.Race.B}[i].Choices)
	return w
}

// resolved is p behind choices of a witness.
func resolved(p semantics.Point, choices []witness.Choice) semantics.Point {
	for _, c := range choices {
		p, _ = p.Resolve(semantics.Take(c.Take))
	}
	return p
}

// interleave draws an order of the steps of two ways, and is false where both
// threads wait for ever.
func (x *interleaving) interleave(r *rand.Rand, ways [2]*draw.Trace) bool {
	var done [2]int
	for done[0] < len(ways[0].Steps) || done[1] < len(ways[1].Steps) {
		i := r.IntN(2)
		if !x.move(i, ways[i], &done[i]) && !x.move(1-i, ways[1-i], &done[1-i]) {
			return false
		}
	}
	for i, w := range ways {
		for _, t := range w.Takes {
			x.k, _ = semantics.Choose(x.k, semantics.Tid(i), t)
		}
	}
	return true
}

// move makes the next step of thread i on its way, if it has one and may.
func (x *interleaving) move(i int, w *draw.Trace, done *int) bool {
	if *done == len(w.Steps) {
		return false
	}
	next, move, stuck := semantics.Next(x.k, semantics.Tid(i), w.Steps[*done].Takes...)
	if stuck != nil {
		return false
	}
	x.k = next
	x.moves = append(x.moves, move)
	*done++
	return true
}

// Conclusion is that both threads address the last cell of the backbone.
func (x *meeting) Conclusion() error {
	fields := x.Left.Path.Fields()
	want := semantics.Addr{Loc: semantics.Loc(len(fields)), Field: fields[len(fields)-1]}
	for _, i := range semantics.Tids {
		a, ok := semantics.NextAccess(x.k, i)
		if !ok {
			return fmt.Errorf("%s of thread %v has no address", a.Path, i)
		}
		if a.Cell != want {
			return fmt.Errorf("the address of %s in thread %v is %v, not %v", a.Path, i, a.Cell, want)
		}
	}
	return nil
}

// String shows the sites and the interleaving.
func (x *meeting) String() string { return x.Pair.String() + ", " + x.text() }

// text lists the steps.
func (x *interleaving) text() string {
	texts := make([]string, len(x.moves))
	for i, m := range x.moves {
		texts[i] = fmt.Sprintf("%v: %s", m.Thread, notation.Command(m.Command))
	}
	return "the interleaving [" + strings.Join(texts, ", ") + "]"
}
