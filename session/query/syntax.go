package query

import (
	"wobbly/il"
	"wobbly/semantics"
)

// node is a part of an expression. Its members are listed below and nowhere
// else; a type switch over it ends in a default that panics with il.Unknown.
type node interface {
	// where is the stretch of text that the part was read from.
	where() span
}

// span is a stretch of an expression's text; End is exclusive.
type span struct{ At, End il.Pos }

func (s span) where() span { return s }

// to is the stretch from s to the end of t.
func (s span) to(t span) span { return span{s.At, t.End} }

// Parts that are values.
type (
	// number is a literal.
	number struct {
		span
		n int64
	}

	// place is a literal position.
	positionTerm struct {
		span
		at il.Position
	}

	// who is a literal thread, or nobody.
	who struct {
		span
		who Who
	}

	// path is an object, a variable, or a cell. Without fields and with the
	// root rootObject it is a literal.
	path struct {
		span
		root   root
		of     semantics.Tid // where root is rootThread
		name   string        // of the object or variable; none where root is rootAny
		object semantics.Loc // where root is rootObject
		fields []string
	}

	// measure is a number, thread or position that the state has.
	measure struct {
		span
		what quantity
		of   semantics.Tid // of a quantity of a thread
	}

	// count is a number that all executions have together.
	count struct {
		span
		what string // one of countable
	}
)

// root says what a path begins with.
type root uint8

const (
	rootFocus  root = iota // a variable of the thread in focus
	rootThread             // a variable of thread A or B
	rootObject             // an object
	rootAny                // any object: .f, where a cell is asked for
)

// Parts that are conditions of a state.
type (
	truth struct {
		span
		value bool
	}

	comparison struct {
		span
		op   string // ==, !=, <, <=, > or >=
		l, r node
	}

	// status is A ended, A blocked, A waits or A chooses.
	status struct {
		span
		of   semantics.Tid
		what string // one of statuses
	}

	// does is A reads p or A writes p.
	does struct {
		span
		of   semantics.Tid
		kind il.AccessKind
		cell *path // nil for any
	}

	// race is race, race(p), or race at P Q.
	race struct {
		span
		cell *path           // nil for any
		at   []*positionTerm // two, or none
	}

	changed struct {
		span
		x node
	}

	reaches struct {
		span
		from, to node
	}

	not struct {
		span
		x node
	}

	// connective is x and y, x or y, or x => y.
	connective struct {
		span
		op   string
		l, r node
	}
)

// Parts that are about all executions or about the student's history.
type (
	// over is always(x), never(x) or possible(x).
	over struct {
		span
		quantifier string
		x          node
		all        bool // from all initial states
	}

	// visited is visited(x, ...). An element may be finals.
	visited struct {
		span
		list []node
	}

	finals struct{ span }
)

// bad stands where the text makes no sense, which has been reported.
type bad struct{ span }

// quantity is something that a state measures.
type quantity uint8

const (
	lockOwner quantity = iota
	lockDepth
	allSteps
	switches
	lastMoved
	objects
	threadDepth
	threadLine
	threadAt
	threadSteps
)

// quantities lists each quantity: the words it is written with and its kind of
// value. A dot before the word means that a thread stands before the dot.
var quantities = [...]struct {
	text string
	kind Kind
}{
	lockOwner:   {"lock.owner", threadKind},
	lockDepth:   {"lock.depth", numberKind},
	allSteps:    {"steps", numberKind},
	switches:    {"switches", numberKind},
	lastMoved:   {"last", threadKind},
	objects:     {"objects", numberKind},
	threadDepth: {".depth", numberKind},
	threadLine:  {".line", numberKind},
	threadAt:    {".at", positionKind},
	threadSteps: {".steps", numberKind},
}

// ofThread tells whether the quantity is one of each thread.
func (q quantity) ofThread() bool { return q >= threadDepth }

// What can be counted.
const (
	countSchedules = "schedules" // complete interleavings
	countFinals    = "finals"    // states in which neither thread can go on
	countRaces     = "races"     // pairs of accesses that race
)

// The words of the language, apart from those of quantities.
var (
	statuses    = []string{"ended", "blocked", "waits", "chooses"}
	quantifiers = []string{"always", "never", "possible"}
	countable   = []string{countSchedules, countFinals, countRaces}

	// reserved words begin an operand or stand between operands. A variable of
	// that name is written in backquotes.
	reserved = []string{
		"A", "B", "nobody", "true", "false", "and", "or", "not", "lock", "race", "steps", "switches", "last", "objects",
		"changed", "reaches", "always", "never", "possible", "no", "count", "visited", "finals",
	}

	// attributes follow a thread and a dot.
	attributes = []string{"depth", "line", "at", "steps"}
)

// kids lists the parts of a part that are expressions, in text order.
func kids(n node) []node {
	switch n := n.(type) {
	case *number, *positionTerm, *who, *path, *measure, *count, *truth, *status, *does, *race, *finals, *bad:
		return nil
	case *comparison:
		return []node{n.l, n.r}
	case *changed:
		return []node{n.x}
	case *reaches:
		return []node{n.from, n.to}
	case *not:
		return []node{n.x}
	case *connective:
		return []node{n.l, n.r}
	case *over:
		return []node{n.x}
	case *visited:
		return n.list
	default:
		panic(il.Unknown(n))
	}
}
