package query

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/spell"
	"wobbly/semantics"
)

// checker checks a parsed expression against its use, the kinds of its parts, and the names and
// positions of its program.
type checker struct {
	*parser
	use Use
	// inside means that the checker is in an argument of always, never, possible or visited.
	inside bool
}

func (c *checker) condition(n node) {
	k, ok := c.kind(n)
	if !ok || k == Condition {
		return
	}
	text, fix := c.s.print(n), ""
	switch k {
	case objectKind:
		fix = "compare it, as in " + text + " == o1"
	case numberKind:
		fix = "compare it, as in " + text + " > 1"
	case threadKind:
		fix = "compare it, as in last == " + text + ", or say what the thread does, as in A ended"
	case positionKind:
		fix = "say who stands there, as in A at 3:5"
	}
	c.report(wrongKind, n.where(), text+" is "+k.String()+", not a condition",
		"expected something true or false", fix)
}

// kind checks a part and returns the kind of its values. It returns false if it has reported an
// error.
func (c *checker) kind(n node) (k Kind, ok bool) {
	switch n := n.(type) {
	case *bad:
		return None, false
	case *literal:
		return n.value.Kind, true
	case *path:
		return objectKind, c.path(n)
	case *apply:
		for i, want := range n.term.args {
			if k, ok := c.kind(n.args[i]); ok && k != want {
				label := ""
				if want == objectKind {
					label = "expected a path or an object"
				}
				c.report(wrongKind, n.args[i].where(),
					c.s.print(n.args[i])+" is "+k.String()+", not "+want.String(), label, "")
			}
		}
		return n.term.kind, n.term.count == nil || c.goalOnly(n, "count("+n.term.name+")", "")
	case *comparison:
		c.comparison(n)
	case *does:
		if n.cell != nil {
			c.names(n.cell, n.of)
		}
	case *race:
		c.race(n)
	case *changed:
		switch k, ok := c.kind(n.x); {
		case !ok:
		case k == Condition:
			c.report(wrongKind, n.x.where(), "changed needs a value, and this is a condition",
				"", "write changed after the value, as in changed A.b")
		case isConstant(n.x):
			c.report(wrongKind, n.x.where(), c.s.print(n.x)+" never changes",
				"", "write changed with a path, as in changed A.b")
		}
	case *not:
		c.condition(n.x)
	case *connective:
		c.condition(n.l)
		c.condition(n.r)
	case *over:
		state := c.s.print(n.x)
		if n.quantifier == "never" {
			state = c.s.print(&not{n.span, n.x})
		}
		if c.goalOnly(n, n.quantifier+"(...)", "of one state, write "+state) {
			c.argument(n.x)
		}
		if n.all && !racesOnly(n.target()) {
			c.report(onlyRaces, n.x.where(),
				"goals from all initial states can only be about races", "",
				"use race, race at P Q and race(.f) with and, or and not, or leave out from all")
		}
	case *visited:
		if c.goalOnly(n, "visited(...)", "") {
			for _, x := range n.list {
				if _, ok := x.(*finals); !ok {
					c.argument(x)
				}
			}
		}
	case *finals:
		c.report(searches, n.span, "finals alone is not a condition",
			"", "write visited(finals), or count(finals) == 2")
		return None, false
	default:
		panic(il.Unknown(n))
	}
	return Condition, true
}

// goalOnly reports an error if a part is about executions where it has to be about a state. It
// returns whether there was no error.
func (c *checker) goalOnly(n node, text, fix string) bool {
	switch {
	case c.use != Goal:
		c.report(searches, n.where(),
			text+" is about executions, but this must be about one state", "", fix)
	case c.inside:
		c.report(searches, n.where(), text+" cannot be nested in another goal",
			"expected a condition of one state", fix)
	default:
		return true
	}
	return false
}

// argument checks that an argument of a goal is a condition.
func (c *checker) argument(n node) {
	c.inside = true
	c.condition(n)
	c.inside = false
}

func (c *checker) comparison(n *comparison) {
	l, okL := c.kind(n.l)
	r, okR := c.kind(n.r)
	left, leftIsTerm := n.l.(*apply)
	right, rightIsTerm := n.r.(*apply)
	switch {
	case !okL || !okR:
	case l == Condition || r == Condition:
		c.report(wrongKind, n.span, "conditions cannot be compared", "",
			"write x => y, x and y, or x or y")
	case l != r:
		fix := ""
		switch {
		case l == positionKind && r == numberKind && leftIsTerm:
			fix = "write " + left.of.String() + ".line " + n.op + " " + c.s.print(n.r)
		case r == positionKind && leftIsTerm && left.term == lineTerm:
			fix = "write " + left.of.String() + " at " + c.s.print(n.r)
		}
		c.report(wrongKind, n.span,
			fmt.Sprintf("%s is %s and %s %s: they are never equal", c.s.print(n.l), l,
				c.s.print(n.r), r), "", fix)
	case l != numberKind && n.op != "==" && n.op != "!=":
		c.report(wrongKind, n.span,
			fmt.Sprintf("%s needs numbers, and %s is %s", n.op, c.s.print(n.l), l), "",
			"write == or !=")
	case leftIsTerm && left.term.count != nil && rightIsTerm && right.term.count != nil:
		c.report(wrongKind, n.span, "a count is compared with a number only", "", "")
	default:
		at, isLiteral := n.r.(*literal)
		if isLiteral && leftIsTerm && left.term == atTerm {
			c.stands(at, left.of)
		}
	}
}

// isConstant reports whether the value of a part is the same in all states.
func isConstant(n node) bool {
	switch n := n.(type) {
	case *literal:
		return true
	case *apply:
		return n.term.count != nil
	case *path:
		return n.root == rootObject && len(n.fields) == 0
	default:
		return false
	}
}

// stands checks that thread i can be at a position.
func (c *checker) stands(at *literal, i semantics.Tid) {
	p := at.value.At
	if _, ok := c.s.positions[i][p]; ok {
		return
	}
	fix := ""
	if stops := c.s.stops[i]; len(stops) > 0 {
		const line = 1 << 20 // the weight of a line: more than that of any column
		apart := func(q il.Position) int {
			return line*distance(p.Line, q.Line) + min(line-1, distance(p.Col, q.Col))
		}
		near := slices.MinFunc(stops, func(q, r il.Position) int { return apart(q) - apart(r) })
		fix = spell.Question(near.String())
	}
	c.report(noSuchPosition, at.span, fmt.Sprintf("%s is never at %s", i, p),
		"no step begins here", fix)
}

func distance(a, b int) int { return max(a-b, b-a) }

// path checks the names of a path. A variable without a thread is that of the thread in focus.
func (c *checker) path(n *path) bool {
	if n.root == rootFocus && c.use == Goal {
		c.report(NoFocus, n.span, "a goal has no thread in focus", "whose "+n.name+"?",
			fmt.Sprintf("write A.%s or B.%[1]s", c.s.print(n)))
		return false
	}
	return c.names(n, semantics.Tids[:]...)
}

// names checks that the program has the variable and the fields of a path. A variable without a
// thread has to belong to one of the given threads.
func (c *checker) names(n *path, threads ...semantics.Tid) bool {
	switch n.root {
	case rootThread:
		threads = []semantics.Tid{n.of}
	case rootObject, rootAny:
		threads = nil
	}
	known := len(threads) == 0 ||
		slices.ContainsFunc(threads, func(i semantics.Tid) bool { return c.s.hasVar(i, n.name) })
	switch {
	case !known:
		c.unknownVariable(n, threads)
		return false
	case n.root == rootObject && n.object == semantics.Nil:
		c.report(unknownName, n.span, "no object is ever called "+n.name, "", "")
		return false
	}
	for _, f := range n.fields {
		if !slices.Contains(c.s.core.Fields, f) {
			c.report(unknownName, n.span, "no object has a field "+f, "",
				didYouMean(f, c.s.core.Fields, ""))
			return false
		}
	}
	return true
}

func (c *checker) unknownVariable(n *path, threads []semantics.Tid) {
	message := "neither A nor B has a variable " + n.name
	if len(threads) == 1 {
		message = threads[0].String() + " has no variable " + n.name
	}
	var candidates []string
	for _, i := range threads {
		candidates = append(candidates, c.s.vars[i]...)
	}
	fix := ""
	switch {
	case n.root == rootThread:
		if s := similar(n.name, append(candidates, termNames(ofThread)...)); s != "" {
			fix = spell.Question(n.of.String() + "." + s)
		} else if j := n.of.Other(); c.s.hasVar(j, n.name) {
			fix = spell.Question(j.String() + "." + n.name)
		}
	case slices.Contains([]string{"nil", "null", "none", "None"}, n.name): // as in other languages
		message = "there is no " + n.name
		fix = "a variable that has no value yet makes comparisons false, == and != alike"
	case n.name[0] == 'o' && strings.Trim(n.name[1:], "0123456789") == "":
		fix = "objects are called o1, o2, and so on"
	case len(n.fields) == 0:
		fix = didYouMean(n.name, append(candidates, reserved...), "")
	default:
		fix = didYouMean(n.name, append(candidates, "A", "B", "lock"), "")
	}
	c.report(unknownName, n.span, message, "", fix)
}

func (c *checker) race(n *race) {
	if n.cell != nil {
		c.names(n.cell, semantics.Tids[:]...)
	}
	if n.at == nil {
		return
	}
	var by [2][2]bool // by[i][k] says whether thread i loads or stores at position k
	for _, i := range semantics.Tids {
		for k, at := range n.at {
			by[i][k] = c.s.positions[i][at.value.At]
		}
	}
	for k, at := range n.at {
		if !by[semantics.A][k] && !by[semantics.B][k] {
			c.report(noSuchPosition, at.span,
				"there is no load or store of a path at "+at.value.At.String(), "", "")
			return
		}
	}
	if !(by[semantics.A][0] && by[semantics.B][1]) && !(by[semantics.B][0] && by[semantics.A][1]) {
		c.report(noSuchPosition, n.at[0].to(n.at[1].span), "both accesses are of one thread",
			"expected one of A and one of B", "")
	}
}
