package command

import (
	"fmt"
	"strings"

	"wobbly/il/diag"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
)

// queryView is a state as expressions see it. Of a state that a search looks at,
// and that has no state before it, the steps of both threads are those that led to
// where the search began.
func queryView(v session.View, focus semantics.Tid) query.View {
	q := oneState(v, focus)
	if before, ok := v.Before(); ok {
		b := oneState(before, focus)
		q.Before = &b
	}
	return q
}

// oneState is queryView without the state before.
func oneState(v session.View, focus semantics.Tid) query.View {
	q := query.View{Config: v.Config(), Focus: focus, Switches: v.Switches()}
	q.Last, _ = v.LastStep()
	for _, i := range semantics.Tids {
		q.Steps[i] = v.StepsOf(i)
	}
	return q
}

// scope is what expressions about a session speak about.
func scope(s *session.Session) *query.Scope { return query.NewScope(s.Core(), s.Pair(), s.Names()) }

// problem is an error of an expression: a sentence.
type problem struct{ text string }

// Error is the sentence.
func (p *problem) Error() string { return p.text }

// problemOf makes one sentence of what is wrong with an expression.
func problemOf(text string, list diag.List) error {
	d := list[0]
	s := fmt.Sprintf("Column %d: %s", query.Source(text).Position(d.At).Col, d.Message)
	if d.Label != "" {
		s += ", " + d.Label
	}
	if d.Fix != "" {
		s += "; " + d.Fix
	}
	if !strings.HasSuffix(s, "?") { // a fix may be a question
		s += "."
	}
	return &problem{s}
}

// evaluate is "b.f = o1", the value of an expression in the present state.
func (x *Controls) evaluate(text string) (string, error) {
	e, errs := scope(x.Session).Parse(text, query.Watch)
	if len(errs) > 0 {
		return "", problemOf(text, errs)
	}
	v := queryView(x.Session.Now(), x.focus())
	return valueText(e, &v), nil
}

// valueText is "b.f = o1".
func valueText(e *query.Expr, v *query.View) string {
	x := e.Eval(v)
	text := e.String() + " = " + x.String()
	if x.Kind == query.None && x.Why != "" {
		text += ": " + x.Why
	}
	return text
}

// events are the words for conditions about what comes or has happened, beside
// expressions about states.
var events = []struct {
	word string
	make func() session.Condition
}{
	{"switch", session.SwitchesThread},
	{"lock-event", session.Locks},
	{"choice", session.Chooses},
	{"race", session.Races},
	{"blocked", session.Blocks},
	{"end", session.Ends},
	{"end-both", session.EndsBoth},
}

// conditionHelp says what may be typed for a condition.
const conditionHelp = "switch, lock-event, choice, race, blocked, end, end-both, touch o1.f, write o1.f, meet o1.f, or an expression"

// condition reads a condition to run until.
func (x *Controls) condition(text string) (session.Condition, error) {
	s, focus := x.Session, x.focus()
	for _, e := range events {
		if text == e.word {
			return e.make(), nil
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	about := map[string]func(semantics.Addr) session.Condition{"touch": s.Touches, "write": s.Writes, "meet": s.Meets}[word]
	if about != nil {
		cell, err := x.cell(strings.TrimSpace(rest))
		if err != nil {
			return session.Condition{}, err
		}
		return about(cell), nil
	}
	e, errs := scope(s).Parse(text, query.Break)
	if len(errs) > 0 {
		return session.Condition{}, problemOf(text, errs)
	}
	return session.Condition{Name: e.String(), Holds: func(v session.View) bool {
		q := queryView(v, focus)
		return e.Holds(&q)
	}}, nil
}

// cell is the cell of a name, "o1.f".
func (x *Controls) cell(name string) (semantics.Addr, error) {
	object, field, _ := strings.Cut(name, ".")
	l, ok := x.Session.Names().Loc(object)
	cell := semantics.Addr{Loc: l, Field: field}
	if ok {
		if _, ok = x.Session.Now().Heap().At(cell); ok {
			return cell, nil
		}
	}
	return cell, &problem{fmt.Sprintf("There is no cell %q here; cells are named as in o1.f.", name)}
}
