package query

import (
	"math"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
)

// Kind is a kind of value.
type Kind uint8

// The kinds. The value of an expression is of one kind in every state, or None.
const (
	None      Kind = iota // no value, for the reason in Why
	Condition             // true, false, or unknown
	objectKind
	numberKind
	threadKind
	positionKind
)

var nouns = [...]string{"value", "condition", "object", "number", "thread", "position"}

func (k Kind) noun() string { return nouns[k] }

// String returns the kind with its article.
func (k Kind) String() string {
	switch k {
	case None:
		return "no value"
	case objectKind:
		return "an object"
	}
	return "a " + k.noun()
}

// Truth is the value of a condition. Conditions of a state are true or false. A goal is unknown if
// the search that would decide it reached a limit.
type Truth uint8

// The truth values.
const (
	False Truth = iota
	True
	Unknown
)

// String returns "true", "false" or "unknown".
func (t Truth) String() string { return [...]string{"false", "true", "unknown"}[t] }

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// negate returns the negation. That of Unknown is Unknown.
func (t Truth) negate() Truth { return [...]Truth{True, False, Unknown}[t] }

// and returns Kleene's conjunction, which is False if one of the two is.
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

// or returns Kleene's disjunction, which is True if one of the two is.
func (t Truth) or(u Truth) Truth { return t.negate().and(u.negate()).negate() }

// Who is a thread, or nobody.
type Who uint8

const nobody Who = 0

func whoIs(i semantics.Tid) Who { return Who(i) + 1 }

// String returns "nobody", "A" or "B".
func (w Who) String() string { return [...]string{"nobody", "A", "B"}[w] }

// Value is the value of an expression in a state. Kind says which one of Truth, Object, Number, Who
// and At is meant.
type Value struct {
	Kind   Kind
	Truth  Truth
	Object semantics.Loc
	// Number is MaxInt64 for larger counts and for infinite ones.
	Number int64
	Who    Who
	At     il.Position

	// AtLeast means that Number is a lower bound, because a search reached a limit.
	AtLeast bool
	// Why explains None, and the values of goals, in a clause.
	Why string
	// Visits is the progress of visited(finals) if that is false.
	Visits *Visits
	// text is the printed form of objects and of large counts.
	text string
}

// String prints the value, in words of the language if it has them.
func (v Value) String() string {
	switch v.Kind {
	case Condition:
		return v.Truth.String()
	case threadKind:
		return v.Who.String()
	case positionKind:
		return v.At.String()
	case objectKind:
		return v.text
	case numberKind:
		text := v.text
		if text == "" {
			text = strconv.FormatInt(v.Number, 10)
		}
		if v.AtLeast {
			text = "at least " + text
		}
		return text
	default:
		return v.Kind.String()
	}
}

// isTrue reports whether the value is a condition that is true.
func (v Value) isTrue() bool { return v.Kind == Condition && v.Truth == True }

func none(why string) Value { return Value{Kind: None, Why: why} }

func condition(t Truth) Value { return Value{Kind: Condition, Truth: t} }

func holds(b bool) Value { return condition(truthOf(b)) }

func numberOf(n int) Value { return Value{Kind: numberKind, Number: int64(n)} }

func threadValue(w Who) Value { return Value{Kind: threadKind, Who: w} }

func positionOf(p il.Position) Value { return Value{Kind: positionKind, At: p} }

func (s *Scope) object(l semantics.Loc) Value {
	return Value{Kind: objectKind, Object: l, text: s.names.Of(l)}
}

// compare evaluates l op r. A comparison with no value is false, whatever op is.
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

// compareNumbers compares numbers. One of them may be only a lower bound.
func compareNumbers(op string, l, r Value) Truth {
	less := decide(l.max() < r.Number, l.Number >= r.max())
	atMost := decide(l.max() <= r.Number, l.Number > r.max())
	switch op {
	case "<":
		return less
	case "<=":
		return atMost
	case ">":
		return atMost.negate()
	case ">=":
		return less.negate()
	case "==":
		return atMost.and(less.negate())
	case "!=":
		return atMost.and(less.negate()).negate()
	default:
		panic(il.Unknown(op))
	}
}

// max returns the largest number that v may be.
func (v Value) max() int64 {
	if v.AtLeast {
		return math.MaxInt64
	}
	return v.Number
}

// decide returns true or false if one of the two is known.
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
