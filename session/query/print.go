package query

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Levels of precedence, the lowest first. A part whose level is lower than that of its place is
// printed in parentheses.
const (
	levelImplies = iota
	levelOr
	levelAnd
	levelNot
	levelComparison
	levelOperand
)

var levels = map[string]int{"=>": levelImplies, "or": levelOr, "and": levelAnd}

func (s *Scope) print(n node) string { return s.printAt(levelImplies, n) }

// printAt returns the text of a part in a place of a level.
func (s *Scope) printAt(l int, n node) string {
	own := levelOperand
	switch n := n.(type) {
	case *connective:
		own = levels[n.op]
	case *not:
		own = levelNot
	case *comparison:
		if !n.isAt() {
			own = levelComparison
		}
	}
	if own < l {
		return "(" + s.text(n) + ")"
	}
	return s.text(n)
}

// isAt reports whether a comparison is printed as "A at 3:5".
func (n *comparison) isAt() bool {
	l, ok := n.l.(*apply)
	_, isLiteral := n.r.(*literal)
	return ok && l.term == atTerm && n.op == "==" && isLiteral
}

// text returns the text of a part without parentheses around it.
func (s *Scope) text(n node) string {
	switch n := n.(type) {
	case *literal:
		return n.value.String()
	case *path:
		root := n.name
		switch {
		case n.root == rootThread && slices.Contains(termNames(ofThread), n.name):
			root = n.of.String() + ".`" + n.name + "`"
		case n.root == rootThread:
			root = n.of.String() + "." + n.name
		case n.root == rootFocus && s.needsQuotes(n.name):
			root = "`" + n.name + "`"
		}
		return strings.Join(append([]string{root}, n.fields...), ".")
	case *apply:
		switch n.term.form {
		case ofLock:
			return lockText(n.lock) + "." + n.term.name
		case ofThread:
			return n.of.String() + "." + n.term.name
		case threadWord:
			return n.of.String() + " " + n.term.name
		case aCall:
			return s.call(n.term.name, n.args)
		case counted:
			return "count(" + n.term.name + ")"
		}
		return n.term.name
	case *comparison:
		if n.isAt() {
			return n.l.(*apply).of.String() + " at " + s.text(n.r)
		}
		return s.printAt(levelOperand, n.l) + " " + n.op + " " + s.printAt(levelOperand, n.r)
	case *does:
		text := n.of.String() + " " + n.kind.String() + "s"
		if n.cell != nil {
			text += " " + s.text(n.cell)
		}
		return text
	case *race:
		switch {
		case n.cell != nil:
			return "race(" + s.text(n.cell) + ")"
		case n.at != nil:
			return "race at " + s.text(n.at[0]) + " " + s.text(n.at[1])
		}
		return "race"
	case *changed:
		return "changed " + s.printAt(levelOperand, n.x)
	case *not:
		return "not " + s.printAt(levelNot, n.x)
	case *connective:
		left, right := levels[n.op], levels[n.op]+1
		if n.op == "=>" { // the only right-associative one
			left, right = right, left
		}
		return s.printAt(left, n.l) + " " + n.op + " " + s.printAt(right, n.r)
	case *over:
		text := s.call(n.quantifier, []node{n.x})
		if r, ok := n.x.(*race); ok && n.quantifier == "never" && r.cell == nil && r.at == nil {
			text = "no race"
		}
		if n.all {
			text += " from all"
		}
		return text
	case *visited:
		return s.call("visited", n.list)
	case *finals:
		return "finals"
	case *bad:
		return "?"
	default:
		panic(il.Unknown(n))
	}
}

// lockText returns "lock", or "lock(m)" for a lock with a name.
func lockText(l il.LockRef) string {
	if l.Lock == "" {
		return "lock"
	}
	return "lock(" + l.Lock + ")"
}

func (s *Scope) call(word string, list []node) string {
	return word + "(" + strings.Join(slice.Map(list, s.print), ", ") + ")"
}
