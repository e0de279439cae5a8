package reconstruct

import (
	"fmt"
	"strconv"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/witness"
)

// Builder makes witnesses for reports on one program. What it learns of the
// program is kept from witness to witness. It is not safe for concurrent use.
type Builder struct {
	core   *il.Core
	digest string
	spines *spines
}

// New prepares for reports on core.
func New(core *il.Core) *Builder {
	return &Builder{core: core, digest: witness.Digest(core.Source.Text), spines: newSpines(core)}
}

// NoSpineError says that a reported access is nowhere in its unit with the
// reported path and lock level: a defect of the analysis, or what a literal
// reading of it makes up.
type NoSpineError struct{ Side abstract.Side }

// Error implements error.
func (e NoSpineError) Error() string {
	return fmt.Sprintf("no execution of %s brings it to a %s of %s under %d locks at the reported place",
		e.Side.Unit.Name, e.Side.Kind, e.Side.Path, e.Side.Lock)
}

// Calls lists the call sites that lead from the unit of s down to its access,
// outermost first, on the shortest way. It is nil where there is no way.
func (b *Builder) Calls(s abstract.Side) []*il.Call {
	var calls []*il.Call
	for at := b.spines.find(targetOf(s)); at.ok; at = b.spines.find(at.next) {
		call, ok := at.stop.stmt.(*il.Call)
		if !ok {
			break
		}
		calls = append(calls, call)
	}
	return calls
}

func targetOf(s abstract.Side) target {
	return target{unit: s.Unit, at: s.At, kind: s.Kind, path: s.Path, lock: s.Lock}
}

// Witness builds the witness of a report: thread A runs the left side, thread
// B the right one. If it takes more than maxSteps steps, complete calls are
// kept compressed. The error is a NoSpineError or nil; whether the witness
// shows a race is for package check to say.
//
// The racing cell is the last one of the backbone. If the report is Loose it may
// be another one: then the steps are executed to find it, or where they are
// compressed, its object is left undetermined.
func (b *Builder) Witness(r abstract.Report, maxSteps int) (*witness.Witness, error) {
	ways := [2]turn{b.spines.find(targetOf(r.Left)), b.spines.find(targetOf(r.Right))}
	sides := [2]abstract.Side{r.Left, r.Right}
	for i, w := range ways {
		if !w.ok {
			return nil, NoSpineError{sides[i]}
		}
	}
	w := &witness.Witness{
		Schema:     witness.Schema,
		Program:    b.digest,
		Units:      [2]string{r.Left.Unit.Name, r.Right.Unit.Name},
		Init:       b.specialState(r),
		Compressed: ways[0].cost.Plus(ways[1].cost).Exceeds(maxSteps),
	}
	threads := [2]thread{
		{b: b, name: "A", compress: w.Compressed},
		{b: b, name: "B", compress: w.Compressed},
	}
	for i := range threads {
		threads[i].run(sides[i].Unit, ways[i])
	}
	first := 0
	if r.Left.Lock != 0 { // a thread that would hold the lock waits for the other
		first = 1
	}
	w.Steps = append(threads[first].steps, threads[1-first].steps...)
	if w.Steps == nil {
		w.Steps = []witness.Step{}
	}
	fields := r.Left.Path.Fields()
	w.Race = witness.Race{
		Cell: [2]string{object(len(fields)), fields[len(fields)-1]},
		A:    b.access(r.Left, threads[0].choices),
		B:    b.access(r.Right, threads[1].choices),
	}
	switch {
	case r.Loose && w.Compressed:
		w.Race.Cell[0] = witness.Undetermined
	case r.Loose:
		w.Race.Cell[0] = b.racingObject(il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}, w)
	}
	w.Seal = w.Sum()
	return w, nil
}

func (b *Builder) access(s abstract.Side, choices []witness.Choice) witness.Access {
	return witness.Access{At: b.core.Source.At(s.At), Kind: s.Kind.String(), Choices: choices}
}

// object names the i-th initial object, counted from 1.
func object(i int) string { return "o" + strconv.Itoa(i) }

// specialState is the initial state of Theorem 1 for the reported field list
// f1 ... fk: the backbone o1 ... ok, and the sink o(k+1).
func (b *Builder) specialState(r abstract.Report) witness.Init {
	path := r.Left.Path.Fields()
	k, sink := len(path), object(len(path)+1)
	init := witness.Init{Cells: make([][3]string, 0, (k+1)*len(b.core.Fields))}
	for i := 1; i <= k+1; i++ {
		init.Objects = append(init.Objects, object(i))
		for _, f := range b.core.Fields {
			holds := sink
			if i < k && f == path[i-1] {
				holds = object(i + 1)
			}
			init.Cells = append(init.Cells, [3]string{object(i), f, holds})
		}
	}
	init.A = formals(r.Left, sink)
	init.B = formals(r.Right, sink)
	return init
}

// formals binds the root of the reported path to the backbone's head, and all
// other formals to the sink.
func formals(s abstract.Side, sink string) map[string]string {
	m := make(map[string]string, len(s.Unit.Formals))
	for _, f := range s.Unit.Formals {
		m[f] = sink
	}
	m[s.Path.Root()] = object(1)
	return m
}
