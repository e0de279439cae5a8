package reconstruct

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/witness"
)

// TooLongError is the error of a witness that would have more steps than it may have.
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
		return nil, TooLongError{n, maxSteps}
	}
	threads := b.threads(false)
	sides := [2]flow.Side{r.Left, r.Right}
	var ends [2]end
	var names [2][]abstract.Expr
	for i, s := range sides {
		ends[i] = end{s.Unit, s.Site, s.Path()}
		names[i] = []abstract.Expr{s.Name}
		threads[i].follow(s.Unit.Body, &trace{decisions: s.Trace(), steps: s.Step, ends: true})
	}
	rest := strings.Split(r.Left.Rest[1:], ".")
	first := 0
	if r.Left.Lock.Held() {
		first = 1
	}
	init, meet := b.separateState(ends, names)
	steps, err := b.scheduled(&threads, first)
	if err != nil {
		return nil, err
	}
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
	var row trie
	heads := [2]map[string]int{row.add(names[0]), nil}
	ofA := len(row)
	heads[1] = row.add(names[1])
	at := len(row) + 1
	sinks := [2]string{object(at + 1), object(at + 2)}
	shared := object(at + 3)
	for t, stack := range [2]*witness.Stack{&init.A, &init.B} {
		var list []witness.Bound
		for _, f := range ends[t].unit.Formals {
			list = append(list,
				witness.Bound{Formal: f, Object: content(heads[t], f, at, sinks[t])})
		}
		*stack = witness.NewStack(list)
	}
	put := func(i int, cells map[string]int, others string) {
		init.Objects = append(init.Objects, object(i))
		for _, f := range b.core.Fields {
			init.Cells = append(init.Cells, [3]string{object(i), f, content(cells, f, at, others)})
		}
	}
	for i, cells := range row {
		sink := sinks[0]
		if i >= ofA {
			sink = sinks[1]
		}
		put(i+1, cells, sink)
	}
	put(at, nil, shared)
	put(at+1, nil, sinks[0])
	put(at+2, nil, sinks[1])
	put(at+3, nil, shared)
	return init, object(at)
}

// trie has the objects o1, o2, ... on backbones: for each, the number of the object that each field
// holds. Number 0 is the object where all backbones meet, which is not in the trie.
type trie []map[string]int

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
		cells[step] = 0
	}
	return heads
}

// content returns the object of a formal or cell: one of the backbone, or another one.
func content(backbone map[string]int, name string, meet int, other string) string {
	switch to, ok := backbone[name]; {
	case !ok:
		return other
	case to == 0:
		return object(meet)
	default:
		return object(to)
	}
}
