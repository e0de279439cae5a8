package query

import (
	"wobbly/il"
	"wobbly/semantics"
)

// node is a part of an expression: one of the types below. A type switch over all of them ends in a
// default that panics with il.Unknown.
type node interface {
	// where returns the text that the part was read from.
	where() span
}

// span is a stretch of an expression's text; End is exclusive.
type span struct{ At, End il.Pos }

func (s span) where() span { return s }

// to returns the span from the start of s to the end of t.
func (s span) to(t span) span { return span{s.At, t.End} }

type (
	// literal is a number, a position, a thread, nobody, true or false.
	literal struct {
		span
		value Value
	}

	// path is an object, a variable or a cell. Without fields, and with the root
	// rootObject, it is constant.
	path struct {
		span
		root   root
		of     semantics.Tid // if root is rootThread
		name   string        // of the object or variable; empty if root is rootAny
		object semantics.Loc // if root is rootObject
		fields []string
	}

	// apply is a use of a term of the table.
	apply struct {
		span
		term *term
		of   semantics.Tid // of a term of a thread
		lock il.LockRef    // of a term of a lock
		args []node        // of a call
	}

	// comparison is l op r, where op is ==, !=, <, <=, > or >=.
	comparison struct {
		span
		op   string
		l, r node
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
		cell *path      // nil for any
		at   []*literal // two positions, or none
	}

	// changed is changed x.
	changed struct {
		span
		x node
	}

	// not is not x.
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

	// over is always(x), never(x) or possible(x): a goal about all executions.
	over struct {
		span
		quantifier string
		x          node
		all        bool // from all initial states
	}

	// visited is visited(x, ...), a goal about the history. An element may be finals.
	visited struct {
		span
		list []node
	}

	finals struct{ span }

	// bad is text that makes no sense, which has been reported.
	bad struct{ span }
)

// root says what a path begins with.
type root uint8

const (
	rootFocus  root = iota // a variable of the thread in focus
	rootThread             // a variable of thread A or B
	rootObject             // an object
	rootAny                // any object: .f, where a cell is asked for
)

var (
	quantifiers = []string{"always", "never", "possible"}

	// reserved words begin an operand or are between operands. A variable of that name is written
	// in backquotes.
	reserved = append([]string{
		"A", "B", "nobody", "true", "false", "and", "or", "not", "lock", "race", "changed",
		"always", "never", "possible", "no", "count", "visited", "finals",
	}, append(termNames(aWord), termNames(aCall)...)...)
)

// kids lists the parts of a part that are expressions, in the order of the text.
func kids(n node) []node {
	switch n := n.(type) {
	case *literal, *path, *does, *race, *finals, *bad:
		return nil
	case *apply:
		return n.args
	case *comparison:
		return []node{n.l, n.r}
	case *changed:
		return []node{n.x}
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

// visitParts visits a part and, if visit returns true, the parts below it.
func visitParts(n node, visit func(node) bool) {
	if visit(n) {
		for _, k := range kids(n) {
			visitParts(k, visit)
		}
	}
}

// cellOf returns the path of a part that names a cell or an object, or nil.
func cellOf(n node) *path {
	switch n := n.(type) {
	case *path:
		return n
	case *does:
		return n.cell
	case *race:
		return n.cell
	}
	return nil
}
