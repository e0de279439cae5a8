package query

import (
	"fmt"

	"wobbly/il"
)

// Use says what an expression is for, and so what it may be.
type Use uint8

const (
	// Watch is any value or condition of a state.
	Watch Use = iota
	// Break is a condition of a state: for breakpoints and for running until it
	// holds.
	Break
	// Goal is a condition that may also speak of all executions and of the
	// history. There is no thread in focus.
	Goal
)

// checker holds an expression against its use, its kinds and its program.
type checker struct {
	*parser
	use    Use
	inside bool // an argument of always, never, possible or visited
}

// top checks a whole expression.
func (c *checker) top(n node) {
	if c.use == Watch {
		c.kind(n)
	} else {
		c.condition(n)
	}
}

// condition checks a part that has to be a condition.
func (c *checker) condition(n node) {
	k, ok := c.kind(n)
	if !ok || k == Condition {
		return
	}
	text := c.s.print(n)
	fix := map[Kind]string{
		objectKind:   "compare it, as in " + text + " == o1",
		numberKind:   "compare it, as in " + text + " > 1",
		threadKind:   "compare it, as in last == " + text + ", or say what the thread does, as in A ended",
		positionKind: "say who stands there, as in A at 3:5",
	}[k]
	c.report(wrongKind, n.where(), fmt.Sprintf("%s is %s and no condition", text, k), "expected something true or false", fix)
}

// kind checks a part and tells of which kind its values are; nothing where an
// error has been reported.
func (c *checker) kind(n node) (Kind, bool) {
	switch n := n.(type) {
	case *bad:
		return None, false
	case *number:
		return numberKind, true
	case *positionTerm:
		return positionKind, true
	case *who:
		return threadKind, true
	case *path:
		return objectKind, c.path(n)
	case *measure:
		return quantities[n.what].kind, true
	case *count:
		return numberKind, c.goalOnly(n, "count("+n.what+")", "")
	case *truth, *status:
		return Condition, true
	case *comparison:
		c.comparison(n)
		return Condition, true
	case *does:
		if n.cell != nil {
			c.cell(n.cell, n.of)
		}
		return Condition, true
	case *race:
		c.race(n)
		return Condition, true
	case *changed:
		c.changed(n)
		return Condition, true
	case *reaches:
		c.objectPart(n.from)
		c.objectPart(n.to)
		return Condition, true
	case *not:
		c.condition(n.x)
		return Condition, true
	case *connective:
		c.condition(n.l)
		c.condition(n.r)
		return Condition, true
	case *over:
		c.over(n)
		return Condition, true
	case *visited:
		c.visited(n)
		return Condition, true
	case *finals:
		c.report(searches, n.span, "finals stands alone", "", "write visited(finals), or count(finals) == 2")
		return None, false
	default:
		panic(il.Unknown(n))
	}
}

// goalOnly reports a question about executions in the place of one about a state.
func (c *checker) goalOnly(n node, text, fix string) bool {
	switch {
	case c.use != Goal:
		c.report(searches, n.where(), text+" is about all executions or all that was visited, and here one state is asked", "", fix)
	case c.inside:
		c.report(searches, n.where(), text+" stands inside of another one of its kind", "expected a condition of one state", fix)
	default:
		return true
	}
	return false
}

// comparison checks that both sides are values of one kind.
func (c *checker) comparison(n *comparison) {
	l, okL := c.kind(n.l)
	r, okR := c.kind(n.r)
	switch {
	case !okL || !okR:
	case l == Condition || r == Condition:
		c.report(wrongKind, n.span, "conditions are not compared", "", "write x => y, x and y, or x or y")
	case l != r:
		c.report(wrongKind, n.span, fmt.Sprintf("%s is %s and %s %s: they are never equal", c.s.print(n.l), l, c.s.print(n.r), r), "", c.likelySide(n, l, r))
	case l != numberKind && n.op != "==" && n.op != "!=":
		c.report(wrongKind, n.span, fmt.Sprintf("%s has no order: %s needs numbers", l, n.op), "", "write == or !=")
	case isCount(n.l) && isCount(n.r):
		c.report(wrongKind, n.span, "a count is compared with a number only", "", "")
	default:
		c.positions(n)
	}
}

func isCount(n node) bool {
	_, ok := n.(*count)
	return ok
}

// likelySide guesses what a comparison of two kinds was meant to be.
func (c *checker) likelySide(n *comparison, l, r Kind) string {
	m, ok := n.l.(*measure)
	switch {
	case l == positionKind && r == numberKind && ok:
		return "write " + m.of.String() + ".line " + n.op + " " + c.s.print(n.r)
	case l == numberKind && r == positionKind && ok && m.what == threadLine:
		return "write " + m.of.String() + " at " + c.s.print(n.r)
	default:
		return ""
	}
}

// changed checks that what may have changed is a value of a state that is not
// always the same.
func (c *checker) changed(n *changed) {
	switch k, ok := c.kind(n.x); {
	case !ok:
	case k == Condition:
		c.report(wrongKind, n.x.where(), "changed is asked of values, and this is a condition", "", "write changed behind the value, as in changed A.b")
	case isConstant(n.x):
		c.report(wrongKind, n.x.where(), c.s.print(n.x)+" never changes", "", "write changed with a path, as in changed A.b")
	}
}

// isConstant tells whether a value is the same in all states.
func isConstant(n node) bool {
	switch n := n.(type) {
	case *number, *positionTerm, *who, *count:
		return true
	case *path:
		return n.root == rootObject && len(n.fields) == 0
	default:
		return false
	}
}

// objectPart checks an argument of reaches.
func (c *checker) objectPart(n node) {
	if k, ok := c.kind(n); ok && k != objectKind {
		c.report(wrongKind, n.where(), c.s.print(n)+" is "+k.String()+" and no object", "expected a path or an object", "")
	}
}

func (c *checker) over(n *over) {
	state := c.s.print(n.x)
	if n.quantifier == "never" {
		state = c.s.print(&not{n.span, n.x})
	}
	if c.goalOnly(n, n.quantifier+"(...)", "of one state, write "+state) {
		c.argument(n.x)
	}
	if n.all && !racesOnly(n.target()) {
		c.report(onlyRaces, n.x.where(), "from all initial states only races are looked for", "",
			"use race, race at P Q and race(.f) with and, or and not, or leave out from all")
	}
}

func (c *checker) visited(n *visited) {
	if !c.goalOnly(n, "visited(...)", "") {
		return
	}
	for _, x := range n.list {
		if _, ok := x.(*finals); !ok {
			c.argument(x)
		}
	}
}

// argument checks an argument of always, never, possible or visited.
func (c *checker) argument(n node) {
	c.inside = true
	c.condition(n)
	c.inside = false
}
