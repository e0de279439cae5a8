package query

import (
	"math"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
)

// Kind is a kind of value.
type Kind uint8

// The kinds. What an expression without an error gives is of one kind in every
// state, or None.
const (
	None      Kind = iota // there is no value, and Why says why
	Condition             // true, false, or unknown
	objectKind
	numberKind
	threadKind
	positionKind
)

// String names the kind with its article.
func (k Kind) String() string {
	return [...]string{"no value", "a condition", "an object", "a number", "a thread", "a position"}[k]
}

// Truth is the value of a condition. Conditions of a state are true or false;
// a goal can be unknown, because a search was cut.
type Truth uint8

// The three values.
const (
	False Truth = iota
	True
	Unknown
)

// String gives "true", "false" or "unknown".
func (t Truth) String() string { return [...]string{"false", "true", "unknown"}[t] }

// truthOf is a two-valued truth.
func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// negate is the negation: unknown stays so.
func (t Truth) negate() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	default:
		return Unknown
	}
}

// and is Kleene's conjunction: false if one of the two is.
func (t Truth) and(u Truth) Truth {
	switch {
	case t == False || u == False:
		return False
	case t == True && u == True:
		return True
	default:
		return Unknown
	}
}

// or is Kleene's disjunction, by de Morgan.
func (t Truth) or(u Truth) Truth { return t.negate().and(u.negate()).negate() }

// Who is a thread, or nobody.
type Who uint8

// The threads as values.
const (
	nobody Who = iota
	threadA
	threadB
)

// whoIs is a thread as a value.
func whoIs(i semantics.Tid) Who { return Who(i) + 1 }

// String gives "nobody", "A" or "B".
func (w Who) String() string { return [...]string{"nobody", "A", "B"}[w] }

// Value is what an expression has in a state. Of the fields after Kind, the one
// of that kind counts.
type Value struct {
	Kind   Kind
	Truth  Truth
	Object semantics.Loc
	Number int64 // a count above MaxInt64, or without end, is MaxInt64
	Who    Who
	At     il.Position

	AtLeast bool   // of a count: a search was cut, and there may be more
	Why     string // of None and of what was searched for: a clause that says why
	text    string // of objects and of great counts: how they are printed
}

// String prints the value in words of the language where it has them.
func (v Value) String() string {
	switch v.Kind {
	case None:
		return "no value"
	case Condition:
		return v.Truth.String()
	case objectKind:
		return v.text
	case numberKind:
		return v.number()
	case threadKind:
		return v.Who.String()
	case positionKind:
		return v.At.String()
	default:
		panic(il.Unknown(v.Kind))
	}
}

func (v Value) number() string {
	text := v.text
	if text == "" {
		text = strconv.FormatInt(v.Number, 10)
	}
	if v.AtLeast {
		return "at least " + text
	}
	return text
}

// isTrue tells whether the value is a condition that is true.
func (v Value) isTrue() bool { return v.Kind == Condition && v.Truth == True }

func none(why string) Value          { return Value{Kind: None, Why: why} }
func condition(t Truth) Value        { return Value{Kind: Condition, Truth: t} }
func holds(b bool) Value             { return condition(truthOf(b)) }
func numberOf(n int) Value           { return Value{Kind: numberKind, Number: int64(n)} }
func threadValue(w Who) Value        { return Value{Kind: threadKind, Who: w} }
func positionOf(p il.Position) Value { return Value{Kind: positionKind, At: p} }

// object is a location as a value.
func (s *Scope) object(l semantics.Loc) Value {
	return Value{Kind: objectKind, Object: l, text: s.names.Of(l)}
}

// compare is l op r. A comparison with no value is false, whatever op is.
func compare(op string, l, r Value) Truth {
	if l.Kind == None || r.Kind == None || l.Kind != r.Kind {
		return False
	}
	if l.Kind == numberKind {
		return compareNumbers(op, l, r)
	}
	same := l.Object == r.Object && l.Who == r.Who && l.At == r.At
	return truthOf(same == (op == "=="))
}

// compareNumbers compares numbers, of which one may only be known to be at least
// so great.
func compareNumbers(op string, l, r Value) Truth {
	less := decide(l.most() < r.Number, l.Number >= r.most())
	least := decide(l.most() <= r.Number, l.Number > r.most())
	switch op {
	case "<":
		return less
	case "<=":
		return least
	case ">":
		return least.negate()
	case ">=":
		return less.negate()
	case "==":
		return least.and(less.negate())
	case "!=":
		return least.and(less.negate()).negate()
	default:
		panic(il.Unknown(op))
	}
}

// most is the greatest number that v may be.
func (v Value) most() int64 {
	if v.AtLeast {
		return math.MaxInt64
	}
	return v.Number
}

// decide is true or false where one of the two is known.
func decide(yes, no bool) Truth {
	switch {
	case yes:
		return True
	case no:
		return False
	default:
		return Unknown
	}
}
