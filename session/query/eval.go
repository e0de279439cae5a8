package query

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// evaluator gives the values of parts in one state.
type evaluator struct {
	s     *Scope
	v     *View // nil where there is no state
	focus semantics.Tid
	goal  func(node) Value              // gives the value of over, visited and count; may be nil
	quiet bool                          // leave out the reasons of None
	found map[node]*execution.Execution // for trees: what searches have found
}

// value is the value of a part. It is total: there is no error in an Expr, and what
// is undefined is None.
func (e *evaluator) value(n node) Value {
	switch n := n.(type) {
	case *number:
		return Value{Kind: numberKind, Number: n.n}
	case *positionTerm:
		return positionOf(n.at)
	case *who:
		return threadValue(n.who)
	case *truth:
		return holds(n.value)
	case *comparison:
		return e.comparison(n)
	case *not:
		return condition(e.truth(n.x).negate())
	case *connective:
		return condition(e.binary(n))
	case *over, *visited, *count:
		return e.ask(n)
	default:
		if e.v == nil {
			return e.noState(n)
		}
		return e.inState(n)
	}
}

// inState is the value of a part that looks at the state.
func (e *evaluator) inState(n node) Value {
	switch n := n.(type) {
	case *path:
		return e.path(n)
	case *measure:
		return e.measure(n)
	case *status:
		return holds(e.status(n))
	case *does:
		return holds(e.does(n))
	case *race:
		return holds(e.race(n))
	case *changed:
		return holds(e.changed(n))
	case *reaches:
		return holds(e.reaches(n))
	default:
		panic(il.Unknown(n))
	}
}

const noState = "there is no state to look at"

// noState stands for what cannot be seen.
func (e *evaluator) noState(n node) Value {
	switch n := n.(type) {
	case *path:
		if n.root == rootObject && len(n.fields) == 0 {
			return e.s.object(n.object)
		}
		return none(noState)
	case *measure:
		return none(noState)
	default:
		return Value{Kind: Condition, Truth: Unknown, Why: noState}
	}
}

// comparison is false where a side has no value, but unknown where that cannot be
// seen.
func (e *evaluator) comparison(n *comparison) Value {
	l, r := e.value(n.l), e.value(n.r)
	if e.v == nil && (l.Kind == None || r.Kind == None) {
		return condition(Unknown)
	}
	return condition(compare(n.op, l, r))
}

// none is no value; what says why is made only if it is wanted.
func (e *evaluator) none(parts ...string) Value {
	if e.quiet {
		return none("")
	}
	why := ""
	for _, p := range parts {
		why += p
	}
	return none(why)
}

// truth is the value of a condition.
func (e *evaluator) truth(n node) Truth {
	v := e.value(n)
	if v.Kind != Condition {
		return Unknown
	}
	return v.Truth
}

// binary does not look at the right side where the left one decides.
func (e *evaluator) binary(n *connective) Truth {
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

// ask is the value of a part that no single state decides.
func (e *evaluator) ask(n node) Value {
	if e.goal != nil {
		return e.goal(n)
	}
	const why = "one state cannot tell"
	if _, ok := n.(*count); ok {
		return unknownCount(why)
	}
	return Value{Kind: Condition, Truth: Unknown, Why: why}
}

// unknownCount is a number of which nothing is known.
func unknownCount(why string) Value { return Value{Kind: numberKind, AtLeast: true, Why: why} }
