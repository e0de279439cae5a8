package reconstruct

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/witness"
)

// Builder makes witnesses for reports on one program. What it learns of the
// program is kept from witness to witness. It is not safe for concurrent use.
type Builder struct {
	core      *il.Core
	digest    string
	callPaths callPaths
	named     []words           // what commands are called, of the first fewNamed
	others    map[il.Stmt]words // of the others; nil until there are any
}

// New prepares for reports on core.
func New(core *il.Core) *Builder {
	return &Builder{core: core, callPaths: callPaths{core: core}}
}

// NoPathError says that a reported access is nowhere in its unit with the
// reported path and lock level: a defect of the analysis, or what a literal
// reading of it makes up.
type NoPathError struct{ Side abstract.Side }

// Error implements error.
func (e NoPathError) Error() string {
	return fmt.Sprintf("no execution of %s brings it to a %s of %s under %d locks at the reported place",
		e.Side.Unit.Name, e.Side.Kind, e.Side.Path, e.Side.Lock)
}

// Calls lists the call sites that lead from the unit of s down to its access,
// outermost first, on the shortest path. It is nil where there is no path.
func (b *Builder) Calls(s abstract.Side) []*il.Call {
	var calls []*il.Call
	for at := b.callPaths.find(targetOf(s)); at.ok; at = b.callPaths.find(at.next) {
		call, ok := at.stop.stmt.(*il.Call)
		if !ok {
			break
		}
		calls = append(calls, call)
	}
	return calls
}

func targetOf(s abstract.Side) target {
	return target{unit: s.Unit, site: il.Site{At: s.At, Kind: s.Kind}, path: s.Path, lock: s.Lock}
}

// Witness builds the witness of a report: thread A runs the left side, thread
// B the right one. If it takes more than maxSteps steps, complete calls are
// kept compressed. The error is a NoPathError or nil; whether the witness
// shows a race is for package check to say.
//
// The racing cell is the last one of the backbone, or of the object where two
// backbones meet. If the report is Loose it may be another one: then the steps are
// executed to find it, or where they are compressed, its object is left
// undetermined.
func (b *Builder) Witness(r abstract.Report, maxSteps int) (*witness.Witness, error) {
	paths := [2]turn{b.callPaths.find(targetOf(r.Left)), b.callPaths.find(targetOf(r.Right))}
	sides := [2]abstract.Side{r.Left, r.Right}
	for i, p := range paths {
		if !p.ok {
			return nil, NoPathError{sides[i]}
		}
	}
	const usual = 1 << 10
	steps := paths[0].cost.Plus(paths[1].cost)
	compress := steps.Exceeds(maxSteps)
	threads := b.threads(compress)
	first := 0
	if r.Left.Lock.Held() { // a thread that would hold the lock waits for the other
		first = 1
	}
	all := make([]witness.Step, 0, steps.UpTo(usual))
	for _, i := range [2]int{first, 1 - first} {
		threads[i].steps = all
		threads[i].run(sides[i].Unit, paths[i])
		all = threads[i].steps
	}
	ends, state := [2]end{endOf(r.Left), endOf(r.Right)}, stateOf(r)
	w := b.assemble(ends, b.specialState(ends, state), state.cell, threads, all)
	w.Compressed = compress
	switch {
	case r.Loose && w.Compressed:
		w.Race.Cell[0] = witness.Undetermined
	case r.Loose:
		w.Race.Cell[0] = b.racingObject(w)
	}
	return w, nil
}

// threads are two that have not begun.
func (b *Builder) threads(compress bool) [2]thread {
	return [2]thread{{b: b, name: "A", compress: compress}, {b: b, name: "B", compress: compress}}
}

// assemble is the witness of a race on a cell, of threads that have come to their
// accesses from an initial state by these steps.
func (b *Builder) assemble(ends [2]end, init witness.Init, cell [2]string, threads [2]thread, steps []witness.Step) *witness.Witness {
	if b.digest == "" {
		b.digest = witness.Digest(b.core.Source.Text)
	}
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: b.digest,
		Units:   [2]string{ends[0].unit.Name, ends[1].unit.Name},
		Init:    init,
		Steps:   steps,
		Race: witness.Race{
			Cell: cell,
			A:    b.access(ends[0].site, threads[0].choices),
			B:    b.access(ends[1].site, threads[1].choices),
		},
	}
	if w.Steps == nil {
		w.Steps = []witness.Step{}
	}
	return w
}

func (b *Builder) access(s il.Site, choices []witness.Choice) witness.Access {
	return witness.Access{At: b.core.Source.At(s.At), Kind: s.Kind.String(), Choices: choices}
}
