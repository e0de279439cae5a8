package reconstruct

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/il"
	control "wobbly/il/flow"
	"wobbly/witness"
)

// TooLongError says that a witness would have more steps than it may have.
type TooLongError struct{ Steps, Most int }

// Error implements error.
func (e TooLongError) Error() string {
	return fmt.Sprintf("a witness of %d steps is longer than %d", e.Steps, e.Most)
}

// Flow builds the witness of a report of package flow, which gives the path to each
// access: thread A runs the left side, thread B the right one, from the state with
// two backbones along what is left alone (Theorem 2f of docs/plus.md). As in
// Witness, the racing object is found by executing the steps where it need not be
// the one in which the backbones meet. The error is a TooLongError or nil.
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
		threads[i].follow(s.Unit.Body, &remainder{decisions: s.Trace(), steps: s.Step})
	}
	rest := strings.Split(r.Left.Rest[1:], ".")
	first := 0
	if r.Left.Lock.Held() {
		first = 1
	}
	init, meet := b.separateState(ends, names)
	w := b.assemble(ends, init, [2]string{meet, rest[len(rest)-1]}, threads, append(threads[first].steps, threads[1-first].steps...))
	if len(rest) > 1 {
		w.Race.Cell[0] = b.racingObject(w)
	}
	return w, nil
}

// separateState is the initial state of Theorem 2f, and the object in which the
// backbones along the names of both threads meet. Each thread has a sink of its own,
// which all other formals and all other cells of its backbones hold; a third sink is
// behind the object in which they meet.
func (b *Builder) separateState(ends [2]end, names [2][]abstract.Expr) (init witness.Init, meet string) {
	var s separate
	heads := [2]map[string]int{s.along(names[0]), nil}
	left := len(s)
	heads[1] = s.along(names[1])
	at := len(s) + 1
	shared := object(at + 3)
	for t, stack := range [2]*witness.Stack{&init.A, &init.B} {
		var list []witness.Bound
		for _, f := range ends[t].unit.Formals {
			list = append(list, witness.Bound{Formal: f, Object: held(heads[t], f, at, object(at+1+t))})
		}
		*stack = witness.NewStack(list)
	}
	put := func(i int, cells map[string]int, others string) {
		init.Objects = append(init.Objects, object(i))
		for _, f := range b.core.Fields {
			init.Cells = append(init.Cells, [3]string{object(i), f, held(cells, f, at, others)})
		}
	}
	for i, cells := range s {
		sink := object(at + 1)
		if i >= left {
			sink = object(at + 2)
		}
		put(i+1, cells, sink)
	}
	put(at, nil, shared)
	put(at+1, nil, object(at+1))
	put(at+2, nil, object(at+2))
	put(at+3, nil, shared)
	return init, object(at)
}

// separate is objects o1, o2, ... on backbones: which fields of each hold which object,
// where 0 is that in which the backbones meet.
type separate []map[string]int

// along adds the backbones of some names, and tells which formals hold what.
func (s *separate) along(names []abstract.Expr) map[string]int {
	heads := map[string]int{}
	for _, q := range names {
		cells, step := heads, q.Root()
		for _, f := range q.Fields() {
			if _, ok := cells[step]; !ok {
				*s = append(*s, map[string]int{})
				cells[step] = len(*s)
			}
			cells, step = (*s)[cells[step]-1], f
		}
		cells[step] = 0
	}
	return heads
}

// held is what a formal or a cell holds, if it is on a backbone, or else another object.
func held(on map[string]int, name string, meet int, other string) string {
	switch to, ok := on[name]; {
	case !ok:
		return other
	case to == 0:
		return object(meet)
	default:
		return object(to)
	}
}

// remainder is what is left of a trace.
type remainder struct {
	decisions []control.Decision
	steps     int
}

// over tells whether the access comes next.
func (w *remainder) over() bool { return w.steps == 0 && len(w.decisions) == 0 }

// decide is the next decision, which is at s.
func (w *remainder) decide(s il.Stmt) (first bool) {
	d := w.decisions[0]
	if d.At != s {
		panic("reconstruct: a trace decides elsewhere than its program")
	}
	w.decisions = w.decisions[1:]
	return d.First
}

// follow executes b along a trace, and tells whether it ends there.
func (t *thread) follow(b *il.Block, w *remainder) bool {
	for _, s := range b.List() {
		if w.over() || t.along(s, w) {
			return true
		}
	}
	return w.over()
}

// along executes s along a trace, and tells whether it ends there.
func (t *thread) along(s il.Stmt, w *remainder) bool {
	switch s := s.(type) {
	case *il.Skip:
	case il.Command:
		t.step(il.StmtOf(s), il.CommandText(s))
		w.steps--
	case *il.If:
		if w.decide(s) {
			t.choose(s, witness.Then)
			return t.follow(s.Then, w)
		}
		t.choose(s, witness.Else)
		return t.follow(s.Else, w)
	case *il.While:
		for w.decide(s) {
			t.choose(s, witness.Loop)
			if t.follow(s.Body, w) {
				return true
			}
		}
		t.choose(s, witness.Exit)
	case *il.Call:
		t.push(s)
		w.steps--
		if t.follow(t.b.core.Methods[s.Method].Body, w) {
			return true
		}
		t.step(s, witness.Pop)
		w.steps--
	default:
		panic(il.Unknown(s))
	}
	return false
}
