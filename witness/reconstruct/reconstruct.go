package reconstruct

import (
	"fmt"
	"math"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
)

// A Builder makes witnesses for reports on one program. It caches facts about the program between
// witnesses. It is not safe for concurrent use.
type Builder struct {
	core      *il.Core
	digest    string // the digest of the source text; empty until needed
	callPaths callPaths
	labels    map[il.Stmt]label
}

// maxKnown is the maximum number of results about call paths that a Builder caches.
const maxKnown = 1 << 20

// New returns a Builder for a program.
func New(core *il.Core) *Builder {
	return &Builder{
		core: core, callPaths: callPaths{core: core, maxKnown: maxKnown},
		labels: map[il.Stmt]label{},
	}
}

// NoPathError means that no call path of its unit leads to the access with the reported path and
// lock level. Then the analysis has a defect, or follows a literal reading that invents accesses.
type NoPathError struct{ Side abstract.Side }

func (e NoPathError) Error() string {
	return fmt.Sprintf("no execution of %s reaches the reported %s of %s at lock level %d",
		e.Side.Unit.Name, e.Side.Kind, e.Side.Path, e.Side.Lock)
}

// A ScheduleError means that no schedule brings both threads to their accesses or locks, because
// their histories cross or they hold the same lock. No analysis reports that.
type ScheduleError struct{}

func (ScheduleError) Error() string {
	return "the paths of the two threads cannot be interleaved: their locks cross"
}

// Calls lists the calls on the shortest call path from the method of a side down to its access,
// outermost first. It is empty if there is no path or no call on it.
func (b *Builder) Calls(s abstract.Side) []*il.Call {
	var calls []*il.Call
	for h := b.callPaths.find(b.callPaths.targetOf(s)); h.found; h = b.callPaths.find(h.next) {
		call, ok := h.to.stmt.(*il.Call)
		if !ok {
			break
		}
		calls = append(calls, call)
	}
	return calls
}

// Witness builds the witness of a report: thread A runs the left side, thread B the right one. If
// it takes more than maxSteps steps, complete calls are compressed, unless the program names locks.
// The error is a NoPathError, a TooLongError, a ScheduleError or nil. Package check decides whether
// the witness shows a race.
//
// The racing cell is the last one of the backbone, or a cell of the object where two backbones
// meet. If the report is Loose it may be another one: then the steps are executed to find it, or,
// if they are compressed, its object is left undetermined.
func (b *Builder) Witness(r abstract.Report, maxSteps int) (*witness.Witness, error) {
	sides := [2]abstract.Side{r.Left, r.Right}
	targets := [2]target{b.callPaths.targetOf(r.Left), b.callPaths.targetOf(r.Right)}
	var steps exact.Nat
	for i, t := range targets {
		path := b.callPaths.find(t)
		if !path.found {
			return nil, NoPathError{sides[i]}
		}
		steps = steps.Plus(path.cost)
	}
	named := len(b.core.Locks) > 0
	compress := steps.Exceeds(maxSteps) && !named
	first := 0
	if r.Left.Lock.Held() {
		first = 1 // a thread that holds the lock at its access must run last
	}
	const maxRoom = 1 << 10 // the maximum capacity that is allocated in advance
	threads := b.threads(compress)
	all := make([]witness.Step, 0, steps.UpTo(maxRoom))
	if named {
		var err error
		if all, err = b.together(&threads, targets, steps, maxSteps); err != nil {
			return nil, err
		}
	} else {
		for _, i := range [2]int{first, 1 - first} {
			threads[i].steps = all
			threads[i].runTo(targets[i])
			all = threads[i].steps
		}
	}
	ends, state := [2]end{endOf(r.Left), endOf(r.Right)}, stateOf(r)
	w := b.assemble(ends, b.specialState(ends, state), state.cell, threads, all)
	w.Compressed = compress
	switch {
	case r.Loose && compress:
		w.Race.Cell[0] = witness.Undetermined
	case r.Loose:
		w.Race.Cell[0] = b.racingObject(w)
	}
	return w, nil
}

// together returns an execution of Figure 6 that brings both threads to their targets in the given
// number of steps. The error is a TooLongError, a ScheduleError or nil.
func (b *Builder) together(
	threads *[2]thread, targets [2]target, steps exact.Nat, maxSteps int,
) ([]witness.Step, error) {
	if steps.Exceeds(maxSteps) {
		return nil, TooLongError{steps.UpTo(math.MaxInt), maxSteps}
	}
	for i := range threads {
		threads[i].runTo(targets[i])
	}
	return b.scheduled(threads, 0)
}

// scheduled returns the steps of both threads in an order that respects the locks: by Lemma S if
// the program names locks, and otherwise those of the first thread before the others. The error is
// a ScheduleError or nil.
func (b *Builder) scheduled(threads *[2]thread, first int) ([]witness.Step, error) {
	if len(b.core.Locks) == 0 {
		return append(threads[first].steps, threads[1-first].steps...), nil
	}
	all, ok := interleave([2][]witness.Step{threads[0].steps, threads[1].steps})
	if !ok {
		return nil, ScheduleError{}
	}
	return all, nil
}

// threads returns A and B before their first steps.
func (b *Builder) threads(compress bool) [2]thread {
	return [2]thread{
		{b: b, name: "A", compress: compress},
		{b: b, name: "B", compress: compress},
	}
}

// assemble returns a witness with these accesses at the ends, initial state, racing cell, threads
// (after their last steps), and steps of both threads in order.
func (b *Builder) assemble(
	ends [2]end, init witness.Init, cell [2]string, threads [2]thread, steps []witness.Step,
) *witness.Witness {
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

// access returns one side of the race, after the choices since the thread's last step.
func (b *Builder) access(s il.Site, choices []witness.Choice) witness.Access {
	return witness.Access{At: b.core.Source.At(s.At), Kind: s.Kind.String(), Choices: choices}
}
