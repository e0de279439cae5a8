package query

import (
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// term is a word of the language with a value. A new term is one entry of terms: parser,
// checker, evaluator, printer, searches and error messages read the table.
type term struct {
	form form
	name string
	kind Kind
	// args has the kinds of the arguments of a call, and example an example for error messages.
	args    []Kind
	example string

	// value returns the value in a state. It depends on the configuration and, only if grows or
	// mover is set, on the counts of the View and the last mover: searches treat states that agree
	// in these as equal. It is nil for a count.
	value func(e *evaluator, n *apply) Value
	// why returns a clause that says why a condition has its value. It may be nil.
	why func(e *evaluator, n *apply) string
	// count returns a number about all executions. It is nil for other terms.
	count func(*judge) Value
	// static means that a count needs no initial state.
	static bool

	// grows means that the value is a number that no step makes smaller and that the configuration
	// does not determine. Searches distinguish states by it.
	grows bool
	// mover means that the value depends on the thread that made the last step.
	mover bool
}

// form is the syntax of a term.
type form uint8

const (
	aWord      form = iota // as in steps
	ofLock                 // as in lock.owner
	ofThread               // as in A.line
	threadWord             // as in A ended
	aCall                  // as in reaches(x, y)
	counted                // as in count(finals)
)

// terms lists the terms; error messages name them in this order.
var terms = []*term{
	{form: aWord, name: "steps", kind: numberKind, grows: true,
		value: func(e *evaluator, _ *apply) Value { return numberOf(e.v.Steps[0] + e.v.Steps[1]) }},
	{form: aWord, name: "switches", kind: numberKind, grows: true, mover: true,
		value: func(e *evaluator, _ *apply) Value { return numberOf(e.v.Switches) }},
	{form: aWord, name: "last", kind: threadKind, mover: true,
		value: func(e *evaluator, _ *apply) Value { return threadValue(e.v.mover()) }},
	{form: aWord, name: "objects", kind: numberKind, grows: true,
		value: func(e *evaluator, _ *apply) Value { return numberOf(e.v.Config.H.Size()) }},

	{form: ofLock, name: "owner", kind: threadKind, value: lockOwner},
	{form: ofLock, name: "depth", kind: numberKind, value: func(e *evaluator, n *apply) Value {
		return numberOf(e.thread(semantics.A).L.Max(e.thread(semantics.B).L).DepthOf(n.lock.Slot))
	}},

	{form: ofThread, name: "depth", kind: numberKind,
		value: func(e *evaluator, n *apply) Value { return numberOf(e.thread(n.of).L.Depth()) }},
	lineTerm,
	atTerm,
	{form: ofThread, name: "steps", kind: numberKind, grows: true,
		value: func(e *evaluator, n *apply) Value { return numberOf(e.v.Steps[n.of]) }},

	{form: threadWord, name: "ended", kind: Condition, why: location,
		value: func(e *evaluator, n *apply) Value { return holds(e.thread(n.of).Point.Done()) }},
	{form: threadWord, name: "blocked", kind: Condition, why: whyStuck,
		value: func(e *evaluator, n *apply) Value {
			stuck := semantics.Enabled(e.v.Config, n.of)
			return holds(stuck != nil && (stuck.Reason.Waits() || stuck.Reason.Faults()))
		}},
	{form: threadWord, name: "waits", kind: Condition, why: whyStuck,
		value: func(e *evaluator, n *apply) Value {
			stuck := semantics.Enabled(e.v.Config, n.of)
			return holds(stuck != nil && stuck.Reason.Waits())
		}},
	{form: threadWord, name: "chooses", kind: Condition, why: location,
		value: func(e *evaluator, n *apply) Value {
			return holds(len(e.thread(n.of).Point.Choices()) > 0)
		}},

	{form: aCall, name: "reaches", kind: Condition, args: []Kind{objectKind, objectKind},
		example: "reaches(A.b, B.c)", value: reaches},

	{form: counted, name: "schedules", kind: numberKind, count: (*judge).schedules, static: true},
	{form: counted, name: "finals", kind: numberKind, count: (*judge).countFinals},
	{form: counted, name: "races", kind: numberKind, count: (*judge).races},
}

// The terms that other code refers to: A at 3:5 is A.at == 3:5, and A.line is what people mean by A
// at 3.
var (
	atTerm = &term{form: ofThread, name: "at", kind: positionKind,
		value: func(e *evaluator, n *apply) Value { return positionOf(e.s.at(e.v.Config, n.of)) }}
	lineTerm = &term{form: ofThread, name: "line", kind: numberKind,
		value: func(e *evaluator, n *apply) Value {
			return numberOf(e.s.at(e.v.Config, n.of).Line)
		}}
)

// findTerm returns the term with a form and a name, or nil.
func findTerm(f form, name string) *term {
	for _, t := range terms {
		if t.form == f && t.name == name {
			return t
		}
	}
	return nil
}

func termNames(f form) []string {
	withForm := slice.Filter(terms, func(t *term) bool { return t.form == f })
	return slice.Map(withForm, func(t *term) string { return t.name })
}

func location(e *evaluator, n *apply) string { return e.location(n.of) }

// whyStuck says that the thread of n can take a step, or why it cannot.
func whyStuck(e *evaluator, n *apply) string {
	switch stuck := semantics.Enabled(e.v.Config, n.of); {
	case stuck == nil:
		return n.of.String() + " can go on"
	case stuck.Reason.Waits():
		j, lock := n.of.Other(), il.LockRef{}
		if take, ok := stuck.Command.(*il.Lock); ok {
			lock = take.LockRef
		}
		return fmt.Sprintf("%s holds %s, at depth %d", j, lock.Words(),
			e.thread(j).L.DepthOf(lock.Slot))
	default:
		return stuck.String()
	}
}

// reaches reports whether fields lead from the first object to the second one, or both are the
// same.
func reaches(e *evaluator, n *apply) Value {
	from, to := e.value(n.args[0]), e.value(n.args[1])
	if from.Kind == None || to.Kind == None {
		return holds(false)
	}
	h := e.v.Config.H
	seen := map[semantics.Loc]bool{from.Object: true}
	for work := []semantics.Loc{from.Object}; len(work) > 0; work = work[1:] {
		if work[0] == to.Object {
			return holds(true)
		}
		for _, f := range h.Fields() {
			if l, ok := h.At(semantics.Addr{Loc: work[0], Field: f}); ok && h.Has(l) && !seen[l] {
				seen[l] = true
				work = append(work, l)
			}
		}
	}
	return holds(false)
}

func lockOwner(e *evaluator, n *apply) Value {
	for _, i := range semantics.Tids {
		if e.thread(i).L.DepthOf(n.lock.Slot) > 0 {
			return threadValue(whoIs(i))
		}
	}
	return threadValue(nobody)
}

func (e *evaluator) thread(i semantics.Tid) *semantics.Thread { return &e.v.Config.Threads[i] }

func (s *Scope) at(k semantics.Config, i semantics.Tid) il.Position {
	return s.core.Source.Position(k.Threads[i].Point.Pos())
}
