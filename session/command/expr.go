package command

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il/diag"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
)

// queryView converts a state to the form on which expressions are evaluated. A state that a search
// visits has no previous state, and the numbers of steps of the state where the search began.
func queryView(v session.View, focus semantics.Tid) query.View {
	one := func(v session.View) query.View {
		q := query.View{Config: v.Config(), Focus: focus, Switches: v.Switches()}
		q.Last, _ = v.LastStep()
		for _, i := range semantics.Tids {
			q.Steps[i] = v.StepsOf(i)
		}
		return q
	}
	q := one(v)
	if before, ok := v.Before(); ok {
		b := one(before)
		q.Before = &b
	}
	return q
}

// scope returns the names that expressions about a session can use.
func scope(s *session.Session) *query.Scope { return query.NewScope(s.Core(), s.Pair(), s.Names()) }

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
	return errors.New(s)
}

// evaluate returns an expression with its value in the present state, as in "b.f = o1".
func (cs *Controls) evaluate(text string) (string, error) {
	e, errs := scope(cs.Session).Parse(text, query.Watch)
	if len(errs) > 0 {
		return "", problemOf(text, errs)
	}
	v := queryView(cs.Session.Now(), cs.focus())
	value := e.Eval(&v)
	shown := e.String() + " = " + value.String()
	if value.Kind == query.None && value.Why != "" {
		shown += ": " + value.Why
	}
	return shown, nil
}

// events has the words for conditions about events.
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

// conditionHelp lists the forms of a condition.
const conditionHelp = "switch, lock-event, choice, race, blocked, end, end-both, touch o1.f, " +
	"write o1.f, meet o1.f, or an expression"

func (cs *Controls) condition(text string) (session.Condition, error) {
	s, focus := cs.Session, cs.focus()
	for _, e := range events {
		if text == e.word {
			return e.make(), nil
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	about := map[string]func(semantics.Addr) session.Condition{
		"touch": s.Touches, "write": s.Writes, "meet": s.Meets,
	}[word]
	if about != nil {
		cell, err := cs.cell(strings.TrimSpace(rest))
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

// cell returns the cell with a name such as "o1.f", which must exist in the present state.
func (cs *Controls) cell(name string) (semantics.Addr, error) {
	object, field, _ := strings.Cut(name, ".")
	l, ok := cs.Session.Names().Loc(object)
	cell := semantics.Addr{Loc: l, Field: field}
	if ok {
		if _, ok = cs.Session.Now().Heap().At(cell); ok {
			return cell, nil
		}
	}
	return cell, fmt.Errorf("there is no cell %q here; cells are named as in o1.f", name)
}
