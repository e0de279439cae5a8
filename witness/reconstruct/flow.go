package reconstruct

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/internal/slice"
	"wobbly/witness"
)

// TooLongError is the error of a witness that would have more steps than the limit, which is Most.
type TooLongError struct{ Steps, Most int }

func (e TooLongError) Error() string {
	return fmt.Sprintf("a witness of %d steps is longer than %d", e.Steps, e.Most)
}

// Flow builds the witness of a report of package flow, which computes the trace to each access:
// thread A runs the left side, thread B the right one, from the state of Theorem 2f of
// docs/theory.md, with a backbone for each thread. If several fields follow the object where the
// backbones meet, the racing object is found by executing the steps. The error is a TooLongError, a
// ScheduleError or nil.
func (b *Builder) Flow(r flow.Report, maxSteps int) (*witness.Witness, error) {
	if n := r.Left.Step + r.Right.Step; n > maxSteps {
		return nil, TooLongError{Steps: n, Most: maxSteps}
	}
	threads := b.threads(false)
	sides := [2]flow.Side{r.Left, r.Right}
	var ends [2]end
	var names [2][]abstract.Expr
	for i, s := range sides {
		ends[i] = end{unit: s.Unit, site: s.Site, path: s.Path()}
		names[i] = []abstract.Expr{s.Name}
		threads[i].follow(s.Unit.Body, &trace{decisions: s.Trace(), steps: s.Step, ends: true})
	}
	first := 0
	if r.Left.Lock.Held() {
		first = 1 // a thread that ends with the lock held must run last
	}
	init, meet := b.separateState(ends, names)
	steps, err := b.scheduled(&threads, first)
	if err != nil {
		return nil, err
	}
	rest := strings.Split(r.Left.Rest[1:], ".") // the fields from the meeting object on
	w := b.assemble(ends, init, [2]string{meet, rest[len(rest)-1]}, threads, steps)
	if len(rest) > 1 {
		w.Race.Cell[0] = b.racingObject(w)
	}
	return w, nil
}

// separateState returns the initial state of Theorem 2f, and the object in which the backbones
// along the names of both threads meet. Each thread has its own sink, which all its other formals
// and all other cells of its backbones hold. The cells of the object in which they meet hold a
// third sink. For the names a.f of A and b of B it is
//
//	A.a ──> o1 ──f──> o2 <── B.b        o3: sink of A, o4: sink of B, o5: sink of o2
func (b *Builder) separateState(
	ends [2]end, names [2][]abstract.Expr,
) (init witness.Init, meet string) {
	var backbones trie
	rootsOfA := backbones.add(names[0])
	ofA := len(backbones) // the number of objects on backbones of A
	roots := [2]map[string]int{rootsOfA, backbones.add(names[1])}
	n := len(backbones)
	meet = object(n + 1)
	sinks := [2]string{object(n + 2), object(n + 3)}
	sinkOfMeeting := object(n + 4)

	// holds returns the object that a formal or a cell holds.
	holds := func(backbone map[string]int, name, sink string) string {
		switch number, ok := backbone[name]; {
		case !ok:
			return sink
		case number == meeting:
			return meet
		default:
			return object(number)
		}
	}
	for t, stack := range [2]*witness.Stack{&init.A, &init.B} {
		*stack = witness.NewStack(slice.Map(ends[t].unit.Formals, func(f string) witness.Bound {
			return witness.Bound{Formal: f, Object: holds(roots[t], f, sinks[t])}
		}))
	}
	addObject := func(o string, backbone map[string]int, sink string) {
		init.Objects = append(init.Objects, o)
		for _, f := range b.core.Fields {
			init.Cells = append(init.Cells, [3]string{o, f, holds(backbone, f, sink)})
		}
	}
	for i, cells := range backbones {
		sink := sinks[0]
		if i >= ofA {
			sink = sinks[1]
		}
		addObject(object(i+1), cells, sink)
	}
	addObject(meet, nil, sinkOfMeeting)
	addObject(sinks[0], nil, sinks[0])
	addObject(sinks[1], nil, sinks[1])
	addObject(sinkOfMeeting, nil, sinkOfMeeting)
	return init, meet
}

// trie has the objects o1, o2, ... on backbones: for each, the number of the object that each field
// holds.
type trie []map[string]int

// meeting is the number, in a trie, of the object where all backbones meet, which the trie does not
// have.
const meeting = 0

// add adds the backbones of some names, and returns the objects of their roots. Names with a common
// prefix share objects.
func (t *trie) add(names []abstract.Expr) map[string]int {
	heads := map[string]int{}
	for _, q := range names {
		cells, step := heads, q.Root()
		for _, f := range q.Fields() {
			if _, ok := cells[step]; !ok {
				*t = append(*t, map[string]int{})
				cells[step] = len(*t)
			}
			cells, step = (*t)[cells[step]-1], f
		}
		cells[step] = meeting
	}
	return heads
}
