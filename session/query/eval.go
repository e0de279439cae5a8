package query

import (
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

type evaluator struct {
	s *Scope
	// v is the state, or nil if there is none.
	v     *View
	focus semantics.Tid
	// goal returns the value of a part that is about executions or the history. It may be nil.
	goal func(node) Value
	// quiet leaves out the reasons of None.
	quiet bool
	found map[node]*execution.Execution
}

// value returns the value of a part. It cannot fail, because an Expr is well-typed, and parts
// without a value are None.
func (e *evaluator) value(n node) Value {
	switch n := n.(type) {
	case *literal:
		return n.value
	case *comparison:
		l, r := e.value(n.l), e.value(n.r)
		if e.v == nil && (l.Kind == None || r.Kind == None) {
			return condition(Unknown)
		}
		return condition(compare(n.op, l, r))
	case *not:
		return condition(e.truth(n.x).negate())
	case *connective:
		return condition(e.connective(n))
	case *over, *visited:
		return e.ask(n)
	case *path:
		if e.v == nil && n.root == rootObject && len(n.fields) == 0 {
			return e.s.object(n.object)
		}
		if e.v == nil {
			return none(noState)
		}
		return e.path(n)
	case *apply:
		switch {
		case n.term.count != nil:
			return e.ask(n)
		case e.v == nil && n.term.kind != Condition:
			return none(noState)
		case e.v != nil:
			return n.term.value(e, n)
		}
	case *does:
		if e.v != nil {
			a, ok := semantics.NextAccess(e.v.Config, n.of)
			return holds(ok && a.Kind == n.kind && e.accesses(n.cell, a, n.of))
		}
	case *race:
		if e.v != nil {
			return holds(e.race(n))
		}
	case *changed:
		if e.v != nil {
			return holds(e.changed(n))
		}
	default:
		panic(il.Unknown(n))
	}
	// A condition on a state, without a state.
	return Value{Kind: Condition, Truth: Unknown, Why: noState}
}

const noState = "there is no state to look at"

// noValue returns None with a reason, which it joins only if it is needed.
func (e *evaluator) noValue(why ...string) Value {
	if e.quiet {
		return none("")
	}
	return none(strings.Join(why, ""))
}

// truth returns the truth of a condition, and Unknown for other values.
func (e *evaluator) truth(n node) Truth {
	v := e.value(n)
	if v.Kind != Condition {
		return Unknown
	}
	return v.Truth
}

// connective returns the truth of "and", "or" or "=>". It does not evaluate the right side if the
// left one decides.
func (e *evaluator) connective(n *connective) Truth {
	l := e.truth(n.l)
	switch n.op {
	case "and":
		if l == False {
			return False
		}
		return l.and(e.truth(n.r))
	case "or":
		if l == True {
			return True
		}
		return l.or(e.truth(n.r))
	case "=>":
		if l == False {
			return True
		}
		return l.negate().or(e.truth(n.r))
	default:
		panic(il.Unknown(n.op))
	}
}

// ask returns the value of a part that no single state decides.
func (e *evaluator) ask(n node) Value {
	if e.goal != nil {
		return e.goal(n)
	}
	return unknownGoal(n, "one state cannot tell")
}

// unknownGoal returns the unknown value of a goal.
func unknownGoal(n node, why string) Value {
	if _, ok := n.(*apply); ok {
		return unknownCount(why)
	}
	return Value{Kind: Condition, Truth: Unknown, Why: why}
}

func unknownCount(why string) Value { return Value{Kind: numberKind, AtLeast: true, Why: why} }

// path evaluates [[e]] of Definition 3.1, except that the value is None if a variable or cell on
// the path has no value.
func (e *evaluator) path(n *path) Value {
	v := e.walk(n, e.focus, n.fields)
	if v.Kind == objectKind && !e.quiet {
		return e.s.object(v.Object)
	}
	return v
}

// walk follows fields from the root of a path. The root is a variable of thread i if the path names
// no thread.
func (e *evaluator) walk(n *path, i semantics.Tid, fields []string) Value {
	v := e.root(n, i)
	for _, f := range fields {
		if v.Kind == None {
			return v
		}
		l, ok := e.v.Config.H.At(semantics.Addr{Loc: v.Object, Field: f})
		if !ok || l == semantics.Nil {
			return e.noValue(e.s.names.Of(v.Object), ".", f, " holds no object")
		}
		v = Value{Kind: objectKind, Object: l}
	}
	return v
}

func (e *evaluator) root(n *path, i semantics.Tid) Value {
	switch n.root {
	case rootObject:
		if !e.v.Config.H.Has(n.object) {
			return e.noValue("there is no object ", n.name)
		}
		return Value{Kind: objectKind, Object: n.object}
	case rootThread:
		i = n.of
	}
	t := &e.v.Config.Threads[i]
	l, unit := t.S.Top.At(n.name), t.Point.Unit()
	switch {
	case l != semantics.Nil:
		return Value{Kind: objectKind, Object: l}
	case e.quiet:
		return none("")
	case !e.s.units[unit][n.name]:
		return none(i.String() + " is in " + unit.Name + ", which has no variable " + n.name)
	default:
		return none(i.String() + "." + n.name + " has no value yet")
	}
}

// accesses reports whether an access that thread i is about to make is of a cell, or of any cell if
// cell is nil.
func (e *evaluator) accesses(cell *path, a semantics.Access, i semantics.Tid) bool {
	if cell == nil {
		return true
	}
	last := len(cell.fields) - 1
	if a.Cell.Field != cell.fields[last] {
		return false
	}
	if cell.root == rootAny {
		return true
	}
	v := e.walk(cell, i, cell.fields[:last])
	return v.Kind == objectKind && v.Object == a.Cell.Loc
}

// race evaluates Definition 3.6, for the given cell or positions.
func (e *evaluator) race(n *race) bool {
	sides, ok := semantics.Race(e.v.Config)
	switch {
	case !ok:
		return false
	case n.cell != nil:
		return e.accesses(n.cell, sides[semantics.A], semantics.A) ||
			e.accesses(n.cell, sides[semantics.B], semantics.B)
	case n.at != nil:
		return n.isAt(e.s.at(e.v.Config, semantics.A), e.s.at(e.v.Config, semantics.B))
	default:
		return true
	}
}

// isAt reports whether these are the positions of race at P Q, in either order.
func (n *race) isAt(a, b il.Position) bool {
	p, q := n.at[0].value.At, n.at[1].value.At
	return p == a && q == b || p == b && q == a
}

// changed reports whether the last step or choice has changed a value.
func (e *evaluator) changed(n *changed) bool {
	if e.v.Before == nil {
		return false
	}
	was, is := e.was(n), e.value(n.x)
	if was.Kind == None || is.Kind == None {
		return was.Kind != is.Kind
	}
	return compare("!=", was, is) == True
}

// was returns the value before the last step or choice. There must have been one.
func (e *evaluator) was(n *changed) Value {
	before := evaluator{s: e.s, v: e.v.Before, focus: e.focus, quiet: e.quiet}
	return before.value(n.x)
}
