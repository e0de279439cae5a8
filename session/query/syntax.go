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

// span is a part of an expression's text. End is exclusive.
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

	// path is an object, a variable or a cell. Its value is constant if the root is rootObject and
	// there are no fields.
	path struct {
		span
		root root
		// of is the thread if root is rootThread.
		of semantics.Tid
		// name is that of the object or variable. It is empty if root is rootAny.
		name string
		// object is the object if root is rootObject.
		object semantics.Loc
		fields []string
	}

	// apply is a use of a term of the table. The thread, the lock and the arguments are those of a
	// term that needs them.
	apply struct {
		span
		term *term
		of   semantics.Tid
		lock il.LockRef
		args []node
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
		cell *path // nil means any cell
	}

	// race is race, race(p), or race at P Q.
	race struct {
		span
		cell *path      // nil means any cell
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
		all        bool // whether from all follows
	}

	// visited is visited(x, ...), a goal about the history. An element may be finals.
	visited struct {
		span
		list []node
	}

	// finals is the word finals as an argument of visited.
	finals struct{ span }

	// bad is a text with an error, which has been reported.
	bad struct{ span }
)

// root says what a path begins with.
type root uint8

const (
	rootFocus  root = iota // a variable of the thread in focus
	rootThread             // a variable of thread A or B
	rootObject             // an object
	rootAny                // any object, as in the cell .f
)

var (
	quantifiers = []string{"always", "never", "possible"}

	// reserved has the words that begin an operand or are between operands. A variable with such a
	// name is written in backquotes.
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
